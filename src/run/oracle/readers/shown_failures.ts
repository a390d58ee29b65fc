import type { XmlElement } from './parsing/parse_xml.js';
import type { TestCollection } from './parsing/test_collection.js';
import { findFailureElements, readTestcaseResult } from './read_testcase_result.js';

/** Counts the failures that a suite of JUnit XML shows, in the ways in which writers count them. */
export class ShownFailures {
  /** A failed test counts once, or once as a failure and once as an error. */
  #tests = 0;
  /** Each element counts. */
  #elements = 0;
  /** Tests that passed on a retry, and the elements of all runs that were repeated. */
  #flaky = 0;
  #retries = 0;

  /** Number of elements that tell a failure, or of failed tests without one. */
  get elements(): number {
    return this.#elements;
  }

  get isEmpty(): boolean {
    return this.#elements + this.#retries === 0;
  }

  addTestcase(testcase: XmlElement): void {
    const { failures, retries } = findFailureElements(testcase);
    const { outcome, flaky } = readTestcaseResult(testcase);
    const kinds = new Set(failures.map(({ name }) => (/error/i.test(name) ? 'error' : 'failure'))).size;
    const tests = Math.max(kinds, outcome === 'failed' ? 1 : 0);
    this.#tests += tests;
    this.#elements += Math.max(tests, failures.length);
    if (flaky && outcome === 'passed') this.#flaky++;
    this.#retries += retries.length;
  }

  /** Adds failures outside any test. */
  addFailures(count: number): void {
    this.#tests += count;
    this.#elements += count;
  }

  /** Adds the failures of a suite below. */
  addSuite(suite: ShownFailures): void {
    this.#tests += suite.#tests;
    this.#elements += suite.#elements;
    this.#flaky += suite.#flaky;
    this.#retries += suite.#retries;
  }

  /**
   * Compares what a suite counts with what it shows. Surefire may count the runs that it repeats, and others count each
   * element: any other number beyond the failed tests hides a failure.
   */
  compareWith(suite: XmlElement, collection: TestCollection): void {
    const counted = readCountedFailures(suite);
    const countedTotals = [this.#tests, this.#elements].flatMap((count) => [
      count,
      count + this.#flaky,
      count + this.#retries,
    ]);
    if (!countedTotals.includes(counted)) collection.compareFailures(counted, this.#tests);
  }
}

/** Reads the failures and errors that a suite counts. */
export const readCountedFailures = ({ attributes }: XmlElement): number =>
  [attributes.failures, attributes.errors]
    .map((count) => Number(count ?? 0))
    .reduce((sum, count) => sum + (Number.isSafeInteger(count) && count > 0 ? count : 0), 0);
