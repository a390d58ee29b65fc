import { type Deed, UNKNOWN, type Word } from './deed.js';
import { type Arguments, argumentsOf } from './grammar.js';

/** What a program hears of options that make it harmless. */
export interface HeardOptions {
  given: Arguments;
  /** Its arguments as they stand. */
  words: readonly string[];
}

/** Programs that on some systems take each word behind the first operand for another operand. */
const LEADING = /^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|dd|truncate)$/;

/** Tells whether the environment asks all programs to end their options at the first operand. */
export const isPosixly = ({ environment }: Deed): boolean => environment.POSIXLY_CORRECT !== undefined;

/** Returns the options before the first operand. */
export function leadingOptions(program: string, given: Arguments, words: readonly Word[]): HeardOptions {
  const [first] = given.operands;
  const leading = first ? words.slice(0, words.indexOf(first)) : words;
  const { flags, options } = argumentsOf(program, leading);
  return { given: { flags, options, operands: given.operands }, words: leading.map(({ text }) => text) };
}

/**
 * Returns the options that a program hears for certain; undefined where a word that nobody knows, and that no quotes hold together, may
 * be options which take the others back.
 *
 * @param words the arguments as they stand
 */
export function heardOptions(
  program: string,
  deed: Deed,
  given: Arguments,
  words: readonly Word[],
): HeardOptions | undefined {
  const ended = words.findIndex(({ text }) => text === '--');
  const before = ended === -1 ? words : words.slice(0, ended);
  if (before.some(({ text, bare }) => bare && text.startsWith(UNKNOWN))) return undefined;
  if (LEADING.test(program) || isPosixly(deed)) return leadingOptions(program, given, words);
  return { given, words: words.map(({ text }) => text) };
}
