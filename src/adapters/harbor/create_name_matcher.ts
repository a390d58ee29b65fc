/**
 * Creates the test whether the name of a file or folder fits a pattern: `*` is any text, `?` one character, and all
 * others are themselves. Its time is bounded by the square of the name's length, whatever the pattern is.
 */
export function createNameMatcher(pattern: string): (name: string) => boolean {
  const signs = [...pattern.replace(/\*+/g, '*')].map((sign) => (sign === '*' ? STAR : sign));
  return (name) => matchStars(signs, [...name], (sign, char) => sign === '?' || sign === char);
}

/**
 * Creates the test whether a path fits a pattern of `.dockerignore`, whose names are as above. `**` is any number of
 * folders, or what lies below a folder at the end of a pattern. A pattern that fits a folder fits all that is in it.
 */
export function createIgnoreMatcher(pattern: string): (path: string) => boolean {
  const names = pattern.split('/');
  const suffix = names.at(-1) === '**' ? ['*', '**'] : ['**'];
  const parts = [...names, ...suffix]
    .filter((name, at, all) => name !== '**' || all[at - 1] !== '**')
    .map((name) => (name === '**' ? STAR : createNameMatcher(name)));
  return (path) => matchStars(parts, path.split('/'), (matches, name) => matches(name));
}

/** Part of a pattern that takes any number of items. */
const STAR = Symbol('star');

/**
 * Matches items in turn. A star takes as few of them as possible, and where the rest does not fit, the last star takes
 * one more. Earlier stars never need to, so no place is reached in two ways.
 */
function matchStars<Part, Item>(
  pattern: readonly (Part | typeof STAR)[],
  items: readonly Item[],
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let position = 0;
  let next = 0;
  let star = -1;
  let mark = 0;
  while (next < items.length) {
    const part = pattern[position];
    if (part === STAR) {
      star = position++;
      mark = next;
    } else if (part !== undefined && fits(part, items[next]!)) {
      position++;
      next++;
    } else if (star >= 0) {
      position = star + 1;
      next = ++mark;
    } else return false;
  }
  while (pattern[position] === STAR) position++;
  return position === pattern.length;
}
