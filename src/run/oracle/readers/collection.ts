import { NAME_SEPARATOR, type TestCase, type TestReport } from '../../../record/test_report.js';
import type { Reading } from './reader.js';
import { clean, relativeTo } from './text.js';

/** More tests than any suite we know has; beyond it a report is an attack on the judge's memory. */
export const MAX_TESTS = 200_000;

/** Titles of one test; what is deeper is joined into the last. */
const MAX_PATH = 200;

/** What a reader knows about one test, as the runner wrote it. */
export interface Observed {
  path: readonly string[];
  outcome: TestCase['outcome'];
  file?: string | undefined;
  classname?: string | undefined;
  duration_ms?: number | undefined;
  message?: string | undefined;
}

/** Gathers what a reader finds into a report that fits the record: cleaned, cut, bounded, file names relative to `root`. */
export class Collection {
  readonly #root: string;
  readonly #report: TestReport = { tests: [], suite_failures: [] };
  #overflow = false;

  constructor(root: string) {
    this.#root = root;
  }

  test(observed: Observed): void {
    if (this.#full(this.#report.tests)) return;
    const test: TestCase = { path: boundedPath(observed.path), outcome: observed.outcome };
    if (observed.file) test.file = clean(relativeTo(this.#root, observed.file));
    if (observed.classname) test.classname = clean(observed.classname);
    const duration = observed.duration_ms;
    // nanoseconds at most: runners print float noise
    if (duration !== undefined && Number.isFinite(duration) && duration >= 0) {
      test.duration_ms = Math.round(duration * 1e6) / 1e6;
    }
    const message = observed.outcome === 'failed' && observed.message ? clean(observed.message).trim() : '';
    if (message) test.message = message;
    this.#report.tests.push(test);
  }

  /** A failure outside any test. `name` is what failed: a file, a suite, a hook, the run. */
  suiteFailure(name: string, message?: string): void {
    if (this.#full(this.#report.suite_failures)) return;
    const kept = message ? clean(message).trim() : '';
    const named = clean(relativeTo(this.#root, name));
    this.#report.suite_failures.push(kept ? { name: named, message: kept } : { name: named });
  }

  /** Whether anything failed so far. */
  get failing(): boolean {
    return this.#report.suite_failures.length > 0 || this.#report.tests.some((test) => test.outcome === 'failed');
  }

  reading(): Reading {
    if (this.#overflow) return { ok: false, reason: `the report names more than ${MAX_TESTS} tests` };
    return { ok: true, report: this.#report };
  }

  #full(list: readonly unknown[]): boolean {
    if (list.length < MAX_TESTS) return false;
    this.#overflow = true;
    return true;
  }
}

function boundedPath(path: readonly string[]): string[] {
  const deep =
    path.length > MAX_PATH ? [...path.slice(0, MAX_PATH - 1), path.slice(MAX_PATH - 1).join(NAME_SEPARATOR)] : path;
  return deep.length > 0 ? deep.map(clean) : [''];
}
