import { type ExpandedWord, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { type ProgramArguments, parseProgramArguments } from './program_arguments.js';

/** Options that certainly take effect, for the question whether they make a program harmless. */
export interface EffectiveOptions {
  parsed: ProgramArguments;
  /** Arguments as written. */
  words: readonly string[];
}

/** Programs that on some systems treat every word behind the first operand as an operand. */
const LEADING = /^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|dd|truncate)$/;

/** Returns true if the environment makes all programs end their options at the first operand. */
export const isPosixlyCorrect = ({ environment }: Invocation): boolean => environment.POSIXLY_CORRECT !== undefined;

/** Returns the options before the first operand. */
export function selectLeadingOptions(
  program: string,
  parsed: ProgramArguments,
  words: readonly ExpandedWord[],
): EffectiveOptions {
  const [first] = parsed.operands;
  const leading = first ? words.slice(0, words.indexOf(first)) : words;
  const { flags, options } = parseProgramArguments(program, leading);
  return { parsed: { flags, options, operands: parsed.operands }, words: leading.map(({ text }) => text) };
}

/** Returns the options that certainly take effect; undefined if an unknown, unquoted word may hold others. */
export function findEffectiveOptions(
  program: string,
  invocation: Invocation,
  parsed: ProgramArguments,
  words: readonly ExpandedWord[],
): EffectiveOptions | undefined {
  const ended = words.findIndex(({ text }) => text === '--');
  const before = ended === -1 ? words : words.slice(0, ended);
  if (before.some(({ text, bare }) => bare && text.startsWith(UNKNOWN_VALUE))) return undefined;
  if (LEADING.test(program) || isPosixlyCorrect(invocation)) return selectLeadingOptions(program, parsed, words);
  return { parsed: parsed, words: words.map(({ text }) => text) };
}
