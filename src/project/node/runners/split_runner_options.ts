import type { ScriptWord } from '../../../language/shell/split_commands.js';

/** Options of a runner, as far as its command line must be understood. */
interface OptionSpec {
  /** Options that take the next word as their value. */
  values: readonly string[];
  /** Options that are left out, with their values; `--x*` stands for all that begin with `--x`. */
  dropped: readonly string[];
}

/** Splits the words after a runner into the options that are kept (with their values) and the positional words. */
export function splitRunnerOptions(
  words: readonly ScriptWord[],
  { values, dropped }: OptionSpec,
): { options: ScriptWord[]; positional: ScriptWord[] } {
  const options: ScriptWord[] = [];
  const positional: ScriptWord[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word.value === '--') continue;
    if (!word.value.startsWith('-') || word.value === '-') {
      positional.push(word);
      continue;
    }
    const name = word.value.split('=')[0]!;
    const next = words[i + 1];
    const value = !word.value.includes('=') && values.includes(name) && next !== undefined ? next : undefined;
    if (value !== undefined) i++;
    if (dropped.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name))) continue;
    options.push(word, ...(value === undefined ? [] : [value]));
  }
  return { options, positional };
}
