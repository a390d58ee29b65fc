import type { Check } from '../../contract/contract_schema.js';
import type { Execution, TestReportResult } from '../events/event.js';
import { evaluateRequiredTests } from '../tests/evaluate_required_tests.js';
import { resolveRequiredNames } from '../tests/required_names.js';
import { countFailures, formatTestName, isFileFailure } from '../tests/test_report.js';

/** Observation of one execution of a check. */
export interface ObservedCheckRun {
  execution: Execution;
  report: TestReportResult;
}

/**
 * Returns true if an execution of a check passed: exit status and report agree, and every required test passed. `judge`
 * decides the same with reasons; here it only decides whether a pass is verified again.
 *
 * @param base_passed tests that `pass_to_pass: all` requires
 */
export function hasCheckPassed(
  check: Check,
  { execution, report: reading }: ObservedCheckRun,
  base_passed?: readonly string[],
): boolean {
  const { cause, exit_code } = execution;
  if (cause !== 'exit' || exit_code === null || exit_code === 126 || exit_code === 127) return false;
  if (check.report === 'exit-code') return exit_code === 0;
  if (reading.state !== 'read') return false;
  const { report } = reading;
  if ((exit_code === 0) !== (countFailures(report) === 0) || report.contradiction !== undefined) return false;
  const names = resolveRequiredNames(check, base_passed);
  if (names.problem !== undefined) return false;
  const required = evaluateRequiredTests(names, report).filter(({ quarantined }) => !quarantined);
  return required.length > 0
    ? required.every(({ standing }) => standing === 'passed')
    : exit_code === 0 &&
        report.tests.some(({ outcome }) => outcome === 'passed') &&
        !(check.flaky === 'fail' && report.tests.some((test) => test.flaky));
}

/**
 * Returns true if a failed execution still ran its tests. It did not if it failed without a readable report, or if
 * known tests are missing and none of them failed: a file did not load then. An exit status alone does not show that.
 *
 * @param known names of tests that the check has run before
 */
export function hasCheckLoaded(
  check: Check,
  { execution, report: reading }: ObservedCheckRun,
  known: readonly string[],
): boolean {
  if (check.report === 'exit-code' || execution.cause !== 'exit' || execution.exit_code === 0) return true;
  if (reading.state !== 'read') return false;
  const { tests, suite_failures } = reading.report;
  const own = tests.filter((test) => !isFileFailure(test));
  const standings = evaluateRequiredTests(
    { names: known.map((name) => ({ name, list: 'fail_to_pass', exact: false })), quarantine: [] },
    { tests: own, suite_failures },
  );
  const of = (standing: string) => standings.filter((test) => test.standing === standing).length;
  if (of('failed') > 0 || of('missing') === 0) return own.length > 0;
  const unloaded = suite_failures.length > 0 || own.length < tests.length;
  return !unloaded && of('missing') < standings.length;
}

/** Returns the names of the tests of a check: the required ones, else those that it reported when it passed. */
export function listKnownTests(check: Check, report: TestReportResult | undefined): string[] {
  const required = [...check.fail_to_pass, ...(check.pass_to_pass === 'all' ? [] : check.pass_to_pass)];
  return required.length > 0 || report?.state !== 'read' ? required : report.report.tests.map(formatTestName);
}
