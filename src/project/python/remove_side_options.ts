/** Options of coverage and of workers that take a value, as the next word. */
const SIDE_OPTIONS = [
  /^--(?:cov|cov-report|cov-config|cov-context|cov-fail-under|numprocesses|maxprocesses|dist|tx)$/,
  /^-n$/,
] as const;
const SIDE_FLAG =
  /^(?:--no-cov(?:-on-fail)?|--cov-(?:append|branch|reset)|--(?:cov|cov-\w+(?:-\w+)*|numprocesses|maxprocesses|dist|tx)=.*|-n\w+)$/s;

/**
 * Removes the options of coverage and of workers from the options that a project gives to pytest. Without them their
 * plugins need not be installed.
 *
 * @returns undefined if there are none
 */
export function removeSideOptions(addopts: string): string | undefined {
  const words = addopts.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  const keptWords: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (SIDE_FLAG.test(word)) continue;
    if (!SIDE_OPTIONS.some((option) => option.test(word))) keptWords.push(word);
    // A word that begins with a dash is the next option, and no value.
    else if (words[index + 1] !== undefined && !words[index + 1]!.startsWith('-')) index += 1;
  }
  return keptWords.length === words.length ? undefined : keptWords.join(' ');
}
