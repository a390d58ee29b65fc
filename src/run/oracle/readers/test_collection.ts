import { TEST_NAME_SEPARATOR, type TestCase, type TestReport } from '../../../record/tests/test_report.js';
import { cleanReportText, toRelativeFile } from './clean_report_text.js';
import type { ReportReadResult } from './report_reader.js';

/** Most tests of a report. No known suite has more; a larger report is an attack on the judge's memory. */
export const MAX_TESTS = 200_000;

/** Most titles of one test; deeper ones are joined into the last. */
const MAX_PATH = 200;

/** Test as the runner reported it. */
export interface ReportedTest {
  path: readonly string[];
  outcome: TestCase['outcome'];
  file?: string | undefined;
  classname?: string | undefined;
  duration_ms?: number | undefined;
  message?: string | undefined;
}

/** Collects tests into a report that fits the record: cleaned, cut, bounded, file names relative to `root`. */
export class TestCollection {
  readonly #root: string;
  readonly #report: TestReport = { tests: [], suite_failures: [] };
  #overflow = false;

  constructor(root: string) {
    this.#root = root;
  }

  test(observed: ReportedTest): void {
    if (this.#full(this.#report.tests)) return;
    const test: TestCase = { path: boundPath(observed.path), outcome: observed.outcome };
    if (observed.file) test.file = cleanReportText(toRelativeFile(this.#root, observed.file));
    if (observed.classname) test.classname = cleanReportText(observed.classname);
    const duration = observed.duration_ms;
    // nanoseconds at most: runners print float noise
    if (duration !== undefined && Number.isFinite(duration) && duration >= 0) {
      test.duration_ms = Math.round(duration * 1e6) / 1e6;
    }
    const message = observed.outcome === 'failed' && observed.message ? cleanReportText(observed.message).trim() : '';
    if (message) test.message = message;
    this.#report.tests.push(test);
  }

  /** Adds the number of tests that ran, of a runner that names failures only. */
  count(tests: number): void {
    this.#report.counted = tests;
  }

  /** Adds a failure outside any test. `name` is the failed file, suite, hook or run. */
  suiteFailure(name: string, message?: string): void {
    if (this.#full(this.#report.suite_failures)) return;
    const kept = message ? cleanReportText(message).trim() : '';
    const named = cleanReportText(toRelativeFile(this.#root, name));
    this.#report.suite_failures.push(kept ? { name: named, message: kept } : { name: named });
  }

  /** True if anything failed so far. */
  get failing(): boolean {
    return this.#report.suite_failures.length > 0 || this.#report.tests.some((test) => test.outcome === 'failed');
  }

  reading(): ReportReadResult {
    if (this.#overflow) return { ok: false, reason: `the report names more than ${MAX_TESTS} tests` };
    return { ok: true, report: this.#report };
  }

  #full(list: readonly unknown[]): boolean {
    if (list.length < MAX_TESTS) return false;
    this.#overflow = true;
    return true;
  }
}

function boundPath(path: readonly string[]): string[] {
  const deep =
    path.length > MAX_PATH
      ? [...path.slice(0, MAX_PATH - 1), path.slice(MAX_PATH - 1).join(TEST_NAME_SEPARATOR)]
      : path;
  return deep.length > 0 ? deep.map(cleanReportText) : [''];
}
