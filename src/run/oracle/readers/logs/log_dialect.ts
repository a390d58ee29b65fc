import type { TestCase } from '../../../../record/tests/test_report.js';

/** Tests of a log by name. Of a test that is printed twice the last line counts, as in SWE-bench's own readers. */
export type LoggedTests = Map<string, TestCase['outcome']>;

/** Most characters of the titles of suites above a test: every test below them has them in its name. */
export const MAX_SUITE_TITLES = 1_000;

/** Form in which a runner prints its tests. */
export interface LogDialect {
  /** Reads the tests that the lines of a log name. It never throws, and takes time linear in the log. */
  readTests(lines: readonly string[]): LoggedTests;
  /** Reads the number of tests that ran from a summary; only for runners that name failing tests alone. */
  readCount?: ((lines: readonly string[]) => number) | undefined;
  /** Writes the lines in which a test passed, or a summary where passing tests are not named. */
  writePassing(name: string): string;
}

/** Line of one test: its name and outcome. */
type LineReader = (line: string) => readonly [name: string, outcome: TestCase['outcome']] | undefined;

/**
 * Creates a dialect in which each line names one test.
 *
 * @param indented false if white space before a line says that it is another one
 */
export const createLineDialect = (
  read: LineReader,
  writePassing: LogDialect['writePassing'],
  indented = true,
): LogDialect => ({
  writePassing,
  readTests(lines) {
    const tests: LoggedTests = new Map();
    for (const line of lines) {
      const found = read(indented ? line.trim() : line.trimEnd());
      if (found) tests.set(...found);
    }
    return tests;
  },
});

/** Creates a dialect of lines by one pattern with a word and a name, and the outcomes of the words. */
export const createWordDialect = (
  pattern: RegExp,
  outcomes: Readonly<Record<string, TestCase['outcome']>>,
  writePassing: LogDialect['writePassing'],
): LogDialect =>
  createLineDialect((line) => {
    const { word = '', name = '' } = pattern.exec(line)?.groups ?? {};
    const outcome = Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;
    return outcome === undefined || name === '' ? undefined : [name, outcome];
  }, writePassing);

/** Returns the last match of a global pattern in a line. */
export const findLastMatch = (line: string, pattern: RegExp): RegExpMatchArray | undefined =>
  [...line.matchAll(pattern)].at(-1);
