const STAR = '\0';

/** Returns true if a text matches a pattern: `*` is any text, `\\*` a star. Takes linear time for each `*`. */
export function matchesWildcard(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const pieces = pattern.replaceAll('\\*', STAR).split('*');
  const [first, ...rest] = pieces.map((piece) => piece.replaceAll(STAR, '*')) as [string, ...string[]];
  if (rest.length === 0) return text === first;
  const last = rest.pop()!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let index = first.length;
  for (const piece of rest) {
    const result = text.indexOf(piece, index);
    if (result === -1 || result + piece.length > end) return false;
    index = result + piece.length;
  }
  return true;
}

/** Returns true if a text matches one of the patterns. */
export const matchesAnyWildcard = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesWildcard(text, pattern));
