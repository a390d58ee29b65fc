/** Tests that stand in source files, by the file's ending. */
const INLINE_TESTS: readonly [RegExp, RegExp][] = [
  [/\.rs$/, /^\s*#\[(?:\w+::)?test\b|#\[cfg\(test\)\]/m],
  [/\.py$/, /^\s*>>> /m],
  [/\.(?:[cm]?[jt]s|[jt]sx)$/, /\bimport\.meta\.vitest\b/],
];
/** Beginning of tests that go on to the end of their file: a module of Rust, a block of Vitest. */
const BEGINNING = /^\s*(?:#\[cfg\(test\)\]\s*)?(?:pub(?:\([\w:]+\))?\s+)?mod tests?\b|\bimport\.meta\.vitest\b/;

/** Tells whether a text of a source file has tests in it. */
export function hasInlineTests(path: string, text: string): boolean {
  return INLINE_TESTS.some(([name, test]) => name.test(path) && test.test(text));
}

/**
 * Finds the first line of a piece of a source file that belongs to its tests; -1 if none does.
 *
 * @param heading line above the piece, as a hunk of a patch shows it
 */
export function findInlineTests(heading: string, lines: readonly string[]): number {
  if (BEGINNING.test(heading)) return 0;
  const first = lines.findIndex((text) => BEGINNING.test(text));
  return /#\[cfg\(test\)\]/.test(lines[first - 1] ?? '') ? first - 1 : first;
}
