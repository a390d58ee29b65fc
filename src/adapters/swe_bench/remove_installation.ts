/** Commands of a script that install: a check has no network, so setup does it. */
const INSTALLS =
  /^((npm|pnpm|yarn)\s+(i|ci|install)\b|(python\d? -m )?pip\d?\s+install\b|if ! git diff .*package\.json)/;

/** Removes installations from a line of several commands. @returns nothing if no command is left */
export function removeInstallation(line: string): string[] {
  if (line.startsWith('if ')) return INSTALLS.test(line) ? [] : [line];
  const commands = line
    .split('&&')
    .map((command) => command.trim())
    .filter((command) => !INSTALLS.test(command));
  return commands.length === 0 ? [] : [commands.join(' && ')];
}
