import type { TestCase } from '../../../../record/tests/test_report.js';

/** Collects the tests of a log by name. Of a test that is printed several times the worst result counts. */
export class LoggedTests {
  readonly #tests = new Map<string, TestCase['outcome']>();

  /** Adds a result of a test. */
  add(name: string, outcome: TestCase['outcome']): void {
    const earlierOutcome = this.#tests.get(name);
    if (earlierOutcome === undefined || BADNESS[outcome] > BADNESS[earlierOutcome]) this.#tests.set(name, outcome);
  }

  get size(): number {
    return this.#tests.size;
  }

  /** Number of tests whose result is a failure. */
  get failed(): number {
    return [...this.#tests.values()].filter((outcome) => outcome === 'failed').length;
  }

  [Symbol.iterator](): Iterator<[name: string, outcome: TestCase['outcome']]> {
    return this.#tests[Symbol.iterator]();
  }
}

const BADNESS: Readonly<Record<TestCase['outcome'], number>> = { passed: 0, todo: 1, skipped: 2, failed: 3 };

/** Most characters of the titles of suites above a test: every test below them has them in its name. */
export const MAX_SUITE_TITLES = 1_000;

/** Form in which a runner prints its tests. */
export interface LogDialect {
  /** Reads the tests that the lines of a log name. It never throws, and takes time linear in the log. */
  readTests(lines: readonly string[]): LoggedTests;
  /** Reads the number of tests that ran from a summary; only for runners that name failing tests alone. */
  readCount?: ((lines: readonly string[]) => number) | undefined;
  /** Finds what does not add up: a summary that counts more failures than the lines show. */
  findContradiction?: ((lines: readonly string[]) => string | undefined) | undefined;
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
    const tests = new LoggedTests();
    for (const line of lines) {
      const entry = read(indented ? line.trim() : line.trimEnd());
      if (entry) tests.add(...entry);
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
