import type { Check } from '../../contract/contract_schema.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Execution, TestReportResult } from '../events/event.js';
import { evaluateRequiredTests, resolveRequiredNames } from '../tests/evaluate_required_tests.js';
import { countFailures, formatTestName, isFileFailure, type TestCase, type TestReport } from '../tests/test_report.js';

/**
 * Replaces renamed files in the test names of a report with the published file names. Runners put file names, or parts
 * of them, into names of tests.
 */
export function restorePublishedNames(
  reading: TestReportResult,
  renamed: Readonly<Record<string, string>>,
): TestReportResult {
  const pairs = listNamePairs(renamed);
  if (reading.state !== 'read' || pairs.length === 0) return reading;
  const back = (text: string) => pairs.reduce((name, [now, before]) => name.replaceAll(now, before), text);
  const test = (one: TestCase): TestCase => ({
    ...one,
    path: one.path.map(back),
    ...omitUndefined({
      file: one.file === undefined ? undefined : back(one.file),
      classname: one.classname === undefined ? undefined : back(one.classname),
    }),
  });
  const { tests, suite_failures } = reading.report;
  const report: TestReport = {
    ...reading.report,
    tests: tests.map(test),
    suite_failures: suite_failures.map((suite) => ({ ...suite, name: back(suite.name) })),
  };
  return { ...reading, report };
}

/** Returns pairs of new and original name parts, longest first: `a.test.js`, then `a.test`, then `a`. */
function listNamePairs(renamed: Readonly<Record<string, string>>): [now: string, before: string][] {
  const pairs = new Map<string, string>();
  for (const [original, now] of Object.entries(renamed)) {
    const parts = original.split('/');
    now.split('/').forEach((part, i) => {
      const old = parts[i];
      if (old === undefined || old === part) return;
      pairs.set(part, old);
      // Renaming keeps the file extension.
      for (const ending of [/\.\w+$/, /\..*$/]) {
        const stem = part.replace(ending, '');
        if (stem !== part && stem.length >= 7) pairs.set(stem, old.replace(ending, ''));
      }
    });
  }
  return [...pairs].sort((a, b) => b[0].length - a[0].length);
}

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
  const cases = tests.filter((test) => !isFileFailure(test));
  const standings = evaluateRequiredTests(
    { names: known.map((name) => ({ name, list: 'fail_to_pass', exact: false })), quarantine: [] },
    { tests: cases, suite_failures },
  );
  const count = (standing: string) => standings.filter((test) => test.standing === standing).length;
  if (count('failed') > 0 || count('missing') === 0) return cases.length > 0;
  const unloaded = suite_failures.length > 0 || cases.length < tests.length;
  return !unloaded && count('missing') < standings.length;
}

/** Returns the names of the tests of a check: the required ones, else those that it reported when it passed. */
export function listKnownTests(check: Check, report: TestReportResult | undefined): string[] {
  const required = [...check.fail_to_pass, ...(check.pass_to_pass === 'all' ? [] : check.pass_to_pass)];
  return required.length > 0 || report?.state !== 'read' ? required : report.report.tests.map(formatTestName);
}
