import { type ExpandedWord, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';
import { getGrammar, type ProgramArguments } from './program_arguments.js';

/** Returns true if the environment makes all programs end their options at the first operand. */
export const isPosixlyCorrect = ({ environment }: Invocation): boolean => environment.POSIXLY_CORRECT !== undefined;

/** Returns true if its options certainly take effect; they may not if an unknown, unquoted word may hold others. */
export function hasEffectiveOptions(invocation: Invocation, words: readonly ExpandedWord[]): boolean {
  const ended = words.findIndex(({ text }) => text === '--');
  const previous = words.slice(0, ended === -1 ? undefined : ended);
  return !isPosixlyCorrect(invocation) && !previous.some(({ text, bare }) => bare && text.startsWith(UNKNOWN_VALUE));
}

/** Returns true if a program was told to change nothing, by an option that is no value and that nothing cancels. */
export function isDryRun(program: string, input: ProgramArguments, words: readonly string[]): boolean {
  const flags = findDryRunOptions(program, input);
  if (!input.flags.some((flag) => flags.includes(flag))) return false;
  if (input.flags.some((flag) => /^--no-(d|n$)/.test(flag) || (program === 'git' && flag === '--apply'))) return false;
  if (input.options.some(({ flag, value }) => flags.includes(flag) && !forms.affirmative_value.test(value.text)))
    return false;
  return words.every((word, index) => {
    if (!canNameFlag(word, flags)) return true;
    const [, value] = /^-\w+=(.*)$/s.exec(word) ?? [];
    if (value !== undefined && !forms.affirmative_value.test(value)) return false;
    return !canBeOptionValue(program, words, index) && !forms.negative_value.test(words[index + 1] ?? '');
  });
}

/** Returns true if a word is one of these options, or a bundle of letters with one of them. */
function canNameFlag(word: string, flags: readonly string[]): boolean {
  if (word.startsWith('--')) return flags.includes(word.split('=')[0]!);
  const isNamed = (flag: string) => flag === word || (/^-\w$/.test(flag) && word.includes(flag[1]!));
  return /^-\w/.test(word) && flags.some(isNamed);
}

/** Returns true if a word like an option may be the value of the option before it. Git's options are known. */
function canBeOptionValue(program: string, words: readonly string[], index: number): boolean {
  const previous = words[index - 1] ?? '';
  if (program === 'git' || !previous.startsWith('-') || previous.includes('=')) return false;
  if (previous.startsWith('--')) return previous.length > 2 && !vocabulary.help.switches.has(previous);
  return getGrammar(program)?.short === undefined && !forms.bare_letter.test(previous);
}

/** Returns the options for a dry run of a program with its subcommand, of which the longest that is known counts. */
function findDryRunOptions(program: string, { operands }: ProgramArguments): readonly string[] {
  const words = [program, ...operands.slice(0, 3).map(({ text }) => text)];
  const names = words.map((_, index) => words.slice(0, index + 1).join(' '));
  const subcommand = names.findLast((name) => vocabulary.dryRuns.has(name));
  return vocabulary.dryRuns.get(subcommand ?? (vocabulary.clients.has(program) ? 'client' : ''))?.flags ?? [];
}

/** Returns true if a program only prints help: `--help` that is no value, a first word `help`, `completion bash`. */
export function isHelpRequest(program: string, input: ProgramArguments, words: readonly string[]): boolean {
  const { flags, operands } = input;
  const programs = vocabulary.help;
  if (programs.leading.has(program.replace(/^g/, ''))) return /^--(?:help|version)$/.test(words[0] ?? '');
  if (programs.none.has(program) || words.some((word) => /^--?help=/.test(word))) return false;
  const help = programs.one_dash.has(program) ? /^(?:--?help|-h)$/ : /^--help$/;
  if (flags.some((flag) => help.test(flag)))
    return words.some((word, index) => help.test(word) && !canBeOptionValue(program, words, index));
  if (words.length === 1 && words[0] === '--version') return true;
  if (!programs.verbs.has(program) && !vocabulary.clients.has(program)) return false;
  const [first, second] = operands.map(({ text }) => text);
  if (first === 'completion' && /^(bash|zsh|fish|powershell|pwsh)$/.test(second ?? '')) return true;
  return first === 'help' || (program === 'aws' && operands.at(-1)?.text === 'help');
}
