import { TEST_NAME_SEPARATOR, type TestCase, type TestReport } from '../../../../record/tests/test_report.js';
import { cleanReportText, toRelativeFile } from './clean_report_text.js';
import type { ReportReadResult } from './report_reader.js';

/** Most tests of a report. No known suite has more; a larger report is an attack on the judge's memory. */
export const MAX_TESTS = 200_000;

/** Most titles of one test; deeper ones are joined into the last. */
const MAX_PATH = 200;

/** Most suites by title in which something failed. Beyond it a failure concerns the whole file, or the whole run. */
const MAX_SUITES = 100;

/** Test as the runner reported it. */
export interface ReportedTest {
  path: readonly string[];
  outcome: TestCase['outcome'];
  file?: string | undefined;
  classname?: string | undefined;
  duration_ms?: number | undefined;
  message?: string | undefined;
  /** True if the test passed on a retry, and the runner says so. */
  flaky?: boolean | undefined;
  /** True if `file` follows from naming conventions only. */
  file_guessed?: boolean | undefined;
}

/** Place of a failure outside any test: all that is given holds of the tests that it may concern; empty = all tests. */
interface FailurePlace {
  file?: string | undefined;
  classname?: string | undefined;
  /** Titles of the suite, joined by blanks. */
  suite?: string | undefined;
}

/** Collects tests into a report that fits the record: cleaned, cut, bounded, file names relative to `root`. */
export class TestCollection {
  readonly #root: string;
  readonly #report: TestReport = { tests: [], suite_failures: [] };
  readonly #places: FailurePlace[] = [];
  #failed = 0;
  #overflow = false;

  constructor(root: string) {
    this.#root = root;
  }

  test(observed: ReportedTest): void {
    if (this.#full(this.#report.tests)) return;
    const test: TestCase = { path: boundPath(observed.path), outcome: observed.outcome };
    if (observed.file) test.file = this.#toFile(observed.file);
    if (observed.classname) test.classname = cleanReportText(observed.classname);
    if (observed.flaky && observed.outcome === 'passed') test.flaky = true;
    if (observed.file_guessed && test.file) test.file_guessed = true;
    const duration = observed.duration_ms;
    // nanoseconds at most: runners print float noise
    if (duration !== undefined && Number.isFinite(duration) && duration >= 0) {
      test.duration_ms = Math.round(duration * 1e6) / 1e6;
    }
    const message = observed.outcome === 'failed' && observed.message ? cleanReportText(observed.message).trim() : '';
    if (message) test.message = message;
    if (test.outcome === 'failed') this.#failed++;
    this.#report.tests.push(test);
  }

  /** Adds the number of tests that ran, of a runner that names failures only. */
  count(tests: number): void {
    this.#report.counted = tests;
  }

  /**
   * Adds a failure outside any test. `name` is the failed file, suite, hook or run.
   *
   * @param place where it happened, if it may be a failure of tests that the report calls passed: these are disputed
   */
  suiteFailure(name: string, message?: string, place?: FailurePlace): void {
    if (place) this.#dispute(place);
    if (this.#full(this.#report.suite_failures)) return;
    const failureText = message ? cleanReportText(message).trim() : '';
    const namedFile = this.#toFile(name);
    this.#report.suite_failures.push(failureText ? { name: namedFile, message: failureText } : { name: namedFile });
  }

  /** Disputes tests by their position: a failure that the report counts among them is none of those that it shows. */
  disputeRange(first: number, end: number): void {
    for (const test of this.#report.tests.slice(first, end)) if (test.outcome === 'passed') test.disputed = true;
  }

  /** Adds what does not add up in the report, after which it lets nothing pass. The first reason is kept. */
  contradict(reason: string): void {
    this.#report.contradiction ??= cleanReportText(reason);
  }

  /** Compares a number of failures that the report states with those that it shows at most. */
  compareFailures(counted: number | undefined, shown: number): void {
    if (counted !== undefined && counted > shown)
      this.contradict(`it counts ${counted} ${counted === 1 ? 'failure' : 'failures'} and shows ${shown || 'none'}`);
  }

  /** Number of tests so far. */
  get size(): number {
    return this.#report.tests.length;
  }

  /** Number of tests that failed so far. */
  get failed_tests(): number {
    return this.#failed;
  }

  /** Number of failures outside any test so far. */
  get failed_suites(): number {
    return this.#report.suite_failures.length;
  }

  /** True if anything failed so far. */
  get failing(): boolean {
    return this.failed_suites > 0 || this.failed_tests > 0;
  }

  reading(): ReportReadResult {
    if (this.#overflow) return { ok: false, reason: `the report names more than ${MAX_TESTS} tests` };
    this.#markDisputed();
    return { ok: true, report: this.#report };
  }

  #dispute({ file, classname, suite }: FailurePlace): void {
    const suiteCount = this.#places.filter((place) => place.suite !== undefined).length;
    const place: FailurePlace = {
      ...(file ? { file: this.#toFile(file) } : {}),
      ...(classname ? { classname: cleanReportText(classname) } : {}),
      ...(suite && suiteCount < MAX_SUITES ? { suite: cleanReportText(suite) } : {}),
    };
    const isKnown = this.#places.some(
      (one) => one.file === place.file && one.classname === place.classname && one.suite === place.suite,
    );
    if (!isKnown) this.#places.push(place);
  }

  #markDisputed(): void {
    if (this.#places.length === 0) return;
    const titled = this.#places.filter(({ suite }) => suite !== undefined);
    const otherNames = new Set(
      this.#places
        .filter(({ suite }) => suite === undefined)
        .map(({ file, classname }) => JSON.stringify([file ?? null, classname ?? null])),
    );
    for (const test of this.#report.tests) {
      if (test.outcome !== 'passed') continue;
      const { file = null, classname = null } = test;
      const keys = [
        [file, classname],
        [file, null],
        [null, classname],
        [null, null],
      ];
      if (keys.some((key) => otherNames.has(JSON.stringify(key)))) test.disputed = true;
      else if (titled.some((place) => isInSuite(test, place))) test.disputed = true;
    }
  }

  #toFile(file: string): string {
    return cleanReportText(toRelativeFile(this.#root, file));
  }

  #full(list: readonly unknown[]): boolean {
    if (list.length < MAX_TESTS) return false;
    this.#overflow = true;
    return true;
  }
}

function isInSuite(test: TestCase, { file, classname, suite = '' }: FailurePlace): boolean {
  if (file !== undefined && file !== test.file) return false;
  if (classname !== undefined && classname !== test.classname) return false;
  return `${test.path.join(' ')} `.startsWith(`${suite} `);
}

function boundPath(path: readonly string[]): string[] {
  const deep =
    path.length > MAX_PATH
      ? [...path.slice(0, MAX_PATH - 1), path.slice(MAX_PATH - 1).join(TEST_NAME_SEPARATOR)]
      : path;
  return deep.length > 0 ? deep.map(cleanReportText) : [''];
}
