import { vocabulary } from '../vocabulary/vocabulary.js';
import type { EffectiveOptions } from './effective_options.js';
import { hasKnownShortOptions, type ProgramArguments } from './program_arguments.js';

/** Values that keep such an option in force. */
const AFFIRMATIVE_VALUE = /^(client|server|true|t|1|yes)$/i;
/** Words that programs take as a value which cancels the option before them. */
const NEGATIVE_VALUE = /^(false|f|0|no|none|off)$/i;

/** Returns true if a program was told to change nothing, by an option that is no value and that nothing cancels. */
export function isDryRun(program: string, { parsed: given, words }: EffectiveOptions): boolean {
  const flags = findDryRunOptions(program, given);
  if (!flags) return false;
  const said = given.flags.filter((flag) => flags.includes(flag));
  if (said.length === 0) return false;
  if (given.flags.some((flag) => /^--no-(d|n$)/.test(flag) || (program === 'git' && flag === '--apply'))) return false;
  if (given.options.some(({ flag, value }) => flags.includes(flag) && !AFFIRMATIVE_VALUE.test(value.text)))
    return false;
  return words.every((word, at) => {
    if (!canNameFlag(word, flags)) return true;
    const [, value] = /^-\w+=(.*)$/s.exec(word) ?? [];
    if (value !== undefined && !AFFIRMATIVE_VALUE.test(value)) return false;
    return !canBeOptionValue(program, words, at) && !NEGATIVE_VALUE.test(words[at + 1] ?? '');
  });
}

/** Returns true if a word is one of these options, or a bundle of letters with one of them. */
function canNameFlag(word: string, flags: readonly string[]): boolean {
  if (word.startsWith('--')) return flags.includes(word.split('=')[0]!);
  return (
    /^-\w/.test(word) && (flags.includes(word) || flags.some((flag) => /^-\w$/.test(flag) && word.includes(flag[1]!)))
  );
}

/** Bundles whose last letter hardly ever takes a value. */
const BARE_LETTER = /^-\w*[rvqayzR]$/;

/** Returns true if a word like an option may be the value of the option before it. Git's options are known. */
export function canBeOptionValue(program: string, words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  if (program === 'git' || !before.startsWith('-') || before.includes('=')) return false;
  if (before.startsWith('--')) return before.length > 2 && !vocabulary.switches.has(before);
  return !hasKnownShortOptions(program) && !BARE_LETTER.test(before);
}

function findDryRunOptions(program: string, { operands }: ProgramArguments): readonly string[] | undefined {
  const names = [program, ...operands.slice(0, 3).map(({ text }) => text)];
  for (let length = names.length; length > 0; length -= 1) {
    const known = vocabulary.dryRuns.get(names.slice(0, length).join(' '));
    if (known) return known.flags;
  }
  return undefined;
}
