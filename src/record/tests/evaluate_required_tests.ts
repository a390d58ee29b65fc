import type { AcceptedOutcome } from '../../contract/checks/check.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isUnreportedName, listNamedTests, type NamedTestsResult } from './find_named_tests.js';
import { matchRequiredNames, type RequiredName, type RequiredNames } from './required_names.js';
import { formatTestId, hasReportedTests, type TestCase, type TestReport } from './test_report.js';

/** Status of a required test in a report. */
export interface RequiredTestResult extends Pick<RequiredName, 'name' | 'list'> {
  standing: 'passed' | 'failed' | 'skipped' | 'missing';
  /** True for a test in quarantine: reported, never decisive. */
  quarantined?: true;
  /** Tests of the report that a missing name may mean, nearest first; absent if there are none or nobody looked. */
  near?: string[];
  /** Outcome that the check accepts in place of a pass; `standing` is then `passed`. */
  accepted?: AcceptedOutcome;
  /** True if one of its tests passed on a retry only. */
  flaky?: true;
  /** Reason of a failure that the report does not state of the test itself. */
  because?: string;
}

/**
 * Evaluates the required tests of a check against a report, in the order of the contract.
 *
 * A name may be spelt in any way that `listTestAliases` lists, and may match several tests (two suites with the same
 * title): all of them must have passed. A test that was reported twice must have passed both times, unless the runner
 * marks a retry. In a required file no test may fail and at least one must have passed. What the check accepts beside a
 * pass counts as one. A failure that may be one of a required test, as far as the report tells, fails that test.
 */
export function evaluateRequiredTests(required: RequiredNames, report: TestReport): RequiredTestResult[] {
  return matchRequiredNames(required, report).required.map(({ name, list, found, quarantined }): RequiredTestResult => {
    const standing = getTestStatus(found);
    const accepted = findAcceptedOutcome(found, standing, list, required.accept ?? [], report);
    const flaky = listNamedTests(found).some((test) => test.flaky);
    const refused = standing === 'passed' && flaky && required.flaky === 'fail';
    const because = refused ? 'it passed on a retry only, and the check has `flaky: fail`' : findDoubt(found);
    return {
      ...{ name, list, standing: refused ? 'failed' : accepted ? 'passed' : standing },
      ...(quarantined ? { quarantined } : {}),
      ...(accepted ? { accepted } : {}),
      ...(flaky ? { flaky } : {}),
      ...omitUndefined({ because }),
    };
  });
}

/** Finds the reason why tests of a name count as failed though the report calls each of them passed. */
function findDoubt(found: NamedTestsResult): string | undefined {
  const tests = listNamedTests(found);
  if (tests.some(({ outcome }) => outcome === 'failed')) return undefined;
  const [namesake] = found.failed_namesakes;
  if (namesake) return `"${formatTestId(namesake)}" failed, which the name may mean as well`;
  return tests.some(({ disputed }) => disputed)
    ? 'a failure that the report attributes to no test may be its own'
    : undefined;
}

/**
 * Finds the outcome for which a required test that did not pass counts as passed.
 *
 * @returns undefined if the check accepts none that it has
 */
function findAcceptedOutcome(
  { tests, in_file }: NamedTestsResult,
  standing: RequiredTestResult['standing'],
  list: RequiredName['list'],
  accept: readonly AcceptedOutcome[],
  report: TestReport,
): AcceptedOutcome | undefined {
  // A report without any test says nothing of those that it does not name.
  if (standing === 'missing')
    return accept.includes('unreported') && hasReportedTests(report) ? 'unreported' : undefined;
  if (standing !== 'skipped') return undefined;
  const outcomes = new Set([...tests, ...in_file].map(({ outcome }) => outcome));
  if (outcomes.has('todo') && !accept.includes('expected-failure')) return undefined;
  if (!outcomes.has('skipped')) return 'expected-failure';
  return accept.includes('skipped') && list === 'pass_to_pass' ? 'skipped' : undefined;
}

/** Returns the combined status of all tests of one name. */
export function getTestStatus(found: NamedTestsResult): RequiredTestResult['standing'] {
  if (isUnreportedName(found)) return 'missing';
  const { tests, in_file, failed_namesakes, suite_failures } = found;
  const failed = (test: TestCase) => test.outcome === 'failed' || test.disputed;
  if (suite_failures.length + failed_namesakes.length > 0 || tests.some(failed) || in_file.some(failed))
    return 'failed';
  const passed = (test: TestCase) => test.outcome === 'passed';
  return tests.every(passed) && (in_file.length === 0 || in_file.some(passed)) ? 'passed' : 'skipped';
}
