import type { AcceptedOutcome } from '../../contract/checks/check.js';
import { isUnreportedName, type NamedTestsResult } from './find_named_tests.js';
import { matchRequiredNames, type RequiredName, type RequiredNames } from './required_names.js';
import { hasReportedTests, type TestCase, type TestReport } from './test_report.js';

/** Status of a required test in a report. */
export interface RequiredTestResult extends Pick<RequiredName, 'name' | 'list'> {
  standing: 'passed' | 'failed' | 'skipped' | 'missing';
  /** True for a test in quarantine: reported, never decisive. */
  quarantined?: true;
  /** Tests of the report that a missing name may mean, nearest first; absent if there are none or nobody looked. */
  near?: string[];
  /** Outcome that the check accepts in place of a pass; `standing` is then `passed`. */
  accepted?: AcceptedOutcome;
}

/**
 * Evaluates the required tests of a check against a report, in the order of the contract.
 *
 * A name may be spelt in any way that `listTestAliases` lists, and may match several tests (two suites with the same
 * title): all of them must have passed. A test that was reported twice, e.g. because of a retry, must have passed both
 * times. In a required file no test may fail and at least one must have passed. What the check accepts beside a pass
 * counts as one.
 */
export function evaluateRequiredTests(required: RequiredNames, report: TestReport): RequiredTestResult[] {
  return matchRequiredNames(required, report).required.map(({ name, list, found, quarantined }): RequiredTestResult => {
    const standing = getTestStatus(found);
    const accepted = findAcceptedOutcome(found, standing, list, required.accept ?? [], report);
    return {
      ...{ name, list, standing: accepted ? 'passed' : standing },
      ...(quarantined ? { quarantined } : {}),
      ...(accepted ? { accepted } : {}),
    };
  });
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
  const { tests, in_file, suite_failures } = found;
  const failed = (test: TestCase) => test.outcome === 'failed';
  if (suite_failures.length > 0 || tests.some(failed) || in_file.some(failed)) return 'failed';
  const passed = (test: TestCase) => test.outcome === 'passed';
  return tests.every(passed) && (in_file.length === 0 || in_file.some(passed)) ? 'passed' : 'skipped';
}
