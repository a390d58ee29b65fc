import { createWord, type ExpandedWord, UNKNOWN_VALUE, UNREAD_VALUE } from './invocation.js';

/** Returns the first words of a list, and one unknown word for the others; integers hide nothing. */
export function limitWords(words: readonly ExpandedWord[], most: number): readonly ExpandedWord[] {
  if (words.length <= most) return words;
  const counted = words.slice(most).every(({ text }) => /^\d{1,9}$/.test(text));
  return [...words.slice(0, most), createWord(counted ? UNKNOWN_VALUE : UNREAD_VALUE)];
}

/** Quotes a word for use as shell source with the same meaning. */
export const quoteWord = ({ text, glob }: ExpandedWord): string =>
  glob || /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns true if a word in the place of a program is a whole line of shell code. */
export const isShellCode = ({ text }: ExpandedWord): boolean => /[\s{};|&<>()$'"`]/.test(text);

/** Quotes words for use as shell source. */
export const quoteWords = (words: readonly ExpandedWord[]): string => words.map(quoteWord).join(' ');
