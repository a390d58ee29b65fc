import type { Check } from '../contract/schema.js';
import type { Execution, ReportReading } from './events.js';
import { requiredNames } from './required_names.js';
import { requiredTests } from './required_tests.js';
import { failuresIn, isFailureOfFile, testName } from './test_report.js';

/** What one execution of a check left behind. */
export interface ObservedRun {
  execution: Execution;
  report: ReportReading;
}

/**
 * Tells whether an execution passes by all that it left behind: exit status and report agree, and every required test passed.
 * `judge` says the same with reasons; here it only decides whether a pass is looked at once more.
 *
 * @param base_passed what `pass_to_pass: all` stands for
 */
export function hasPassed(
  check: Check,
  { execution, report: reading }: ObservedRun,
  base_passed?: readonly string[],
): boolean {
  const { cause, exit_code } = execution;
  if (cause !== 'exit' || exit_code === null || exit_code === 126 || exit_code === 127) return false;
  if (check.report === 'exit-code') return exit_code === 0;
  if (reading.state !== 'read') return false;
  const { report } = reading;
  if ((exit_code === 0) !== (failuresIn(report) === 0)) return false;
  const names = requiredNames(check, base_passed);
  if (names.problem !== undefined) return false;
  const required = requiredTests(names, report).filter(({ quarantined }) => !quarantined);
  return required.length > 0
    ? required.every(({ standing }) => standing === 'passed')
    : exit_code === 0 && report.tests.some(({ outcome }) => outcome === 'passed');
}

/**
 * Tells whether an execution that did not pass came as far as its tests. It did not when it failed without a readable report, or when
 * known tests are missing and none of them failed: a file did not load. An exit status alone does not show that.
 *
 * @param known names of tests that the check has run before
 */
export function hasLoaded(
  check: Check,
  { execution, report: reading }: ObservedRun,
  known: readonly string[],
): boolean {
  if (check.report === 'exit-code' || execution.cause !== 'exit' || execution.exit_code === 0) return true;
  if (reading.state !== 'read') return false;
  const { tests, suite_failures } = reading.report;
  const own = tests.filter((test) => !isFailureOfFile(test));
  const standings = requiredTests(
    { names: known.map((name) => ({ name, list: 'fail_to_pass', exact: false })), quarantine: [] },
    { tests: own, suite_failures },
  );
  const of = (standing: string) => standings.filter((test) => test.standing === standing).length;
  if (of('failed') > 0 || of('missing') === 0) return own.length > 0;
  const unloaded = suite_failures.length > 0 || own.length < tests.length;
  return !unloaded && of('missing') < standings.length;
}

/** Names the tests of a check: those that it requires, else those that it reported when it passed. */
export function knownTests(check: Check, report: ReportReading | undefined): string[] {
  const required = [...check.fail_to_pass, ...(check.pass_to_pass === 'all' ? [] : check.pass_to_pass)];
  return required.length > 0 || report?.state !== 'read' ? required : report.report.tests.map(testName);
}
