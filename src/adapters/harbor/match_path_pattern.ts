/**
 * Tells whether a path fits a pattern of `.dockerignore`. `*` is any text of a name, `?` one character of it, and `**`
 * any number of folders, or what lies below a folder at the end of a pattern. A pattern that fits a folder fits all that
 * is in it. The time grows with the product of both lengths, for hostile patterns too.
 */
export function matchPathPattern(pattern: string, path: string): boolean {
  const names = pattern.split('/');
  const below = names.at(-1) === '**' ? ['*', '**'] : ['**'];
  return matchStars([...names, ...below], path.split('/'), (name) => name === '**', matchNamePattern);
}

/** Tells whether the name of a file or folder fits a pattern with `*` and `?`. All other characters are themselves. */
export const matchNamePattern = (pattern: string, name: string): boolean =>
  matchStars(
    [...pattern],
    [...name],
    (char) => char === '*',
    (char, other) => char === '?' || char === other,
  );

/**
 * Matches items in turn. A star takes any number of them: as few as possible, and where the rest does not fit, the last
 * star takes one more. Earlier stars never need to, so no two ways to the same place are tried.
 */
function matchStars(
  pattern: readonly string[],
  items: readonly string[],
  isStar: (part: string) => boolean,
  fits: (part: string, item: string) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let mark = 0;
  while (next < items.length) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = at++;
      mark = next;
    } else if (part !== undefined && fits(part, items[next]!)) {
      at++;
      next++;
    } else if (star >= 0) {
      at = star + 1;
      next = ++mark;
    } else return false;
  }
  while (at < pattern.length && isStar(pattern[at]!)) at++;
  return at === pattern.length;
}
