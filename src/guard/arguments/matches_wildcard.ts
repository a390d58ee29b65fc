import { memoize } from '../memoize.js';

const STAR = '\0';

const splitPattern = memoize((pattern: string): readonly string[] => {
  const pieces = pattern.replaceAll('\\*', STAR).split('*');
  return pieces.map((piece) => piece.replaceAll(STAR, '*'));
});

/** Returns true if a text matches a pattern: `*` is any text, `\\*` a star. Takes linear time for each `*`. */
export function matchesWildcard(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const pieces = splitPattern(pattern);
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let index = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const result = text.indexOf(piece, index);
    if (result === -1 || result + piece.length > end) return false;
    index = result + piece.length;
  }
  return true;
}

/** Returns true if a text matches one of the patterns. */
export const matchesAnyWildcard = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesWildcard(text, pattern));
