/** A path inside a command: what a shell would take for (the end of) one word, relative to the repository root. */
const BEFORE = String.raw`(?<=^|[\s"'=(;&|<>,\x60]|(?:^|[\s"'=(;&|<>,\x60])(?:\.{1,2}/)+)`;
const AFTER = String.raw`(?=$|[\s"'/);&|<>,\x60])`;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a path stands in a command as a path, as a whole or as the beginning of one. */
const tokens = (path: string) => new RegExp(`${BEFORE}${escaped(path)}${AFTER}`, 'g');

/**
 * Whether every mention of a name in a command is the path, so that another path can take its place. `name`: what must not be
 * mentioned otherwise, the last part of the path as a rule.
 */
export function isCleanlyNamed(command: string, path: string, name: string): boolean {
  return command.split(name).length - 1 === (command.match(tokens(path)) ?? []).length;
}

/** Whether a command names a path, or something below it. */
export const isNamed = (command: string, path: string): boolean => tokens(path).test(command);

/** A command with other paths: longer paths first, so that a file is renamed before its folder. */
export function rewritten(command: string, renamed: Readonly<Record<string, string>>): string {
  const paths = Object.keys(renamed).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return command;
  const any = new RegExp(`${BEFORE}(?:${paths.map(escaped).join('|')})${AFTER}`, 'g');
  return command.replace(any, (path) => renamed[path]!);
}
