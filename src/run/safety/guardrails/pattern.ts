/** Stands for a star that is meant as one. */
const STAR = '\0';

/**
 * Whether a text is what a pattern says, `*` standing for any characters, `\\*` for a star. In linear steps over the text for each `*`: a pattern
 * of somebody else's rule file cannot make the guard slow, as an expression could.
 */
export function fits(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text === pattern;
  const pieces = pattern.replaceAll('\\*', STAR).split('*');
  const [first, ...rest] = pieces.map((piece) => piece.replaceAll(STAR, '*')) as [string, ...string[]];
  if (rest.length === 0) return text === first;
  const last = rest.pop()!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

export const fitsAny = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => fits(text, pattern));
