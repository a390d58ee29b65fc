import { isUnreportedName, type NamedTestsResult } from './find_named_tests.js';
import { matchRequiredNames, type RequiredName, type RequiredNames } from './required_names.js';
import type { TestCase, TestReport } from './test_report.js';

/** Status of a required test in a report. */
export interface RequiredTestResult extends Pick<RequiredName, 'name' | 'list'> {
  standing: 'passed' | 'failed' | 'skipped' | 'missing';
  /** True for a test in quarantine: reported, never decisive. */
  quarantined?: true;
  /** Tests of the report that a missing name may mean, nearest first; absent if there are none or nobody looked. */
  near?: string[];
}

/**
 * Evaluates the required tests of a check against a report, in the order of the contract.
 *
 * A name may be spelt in any way that `listTestAliases` lists, and may match several tests (two suites with the same
 * title): all of them must have passed. A test that was reported twice, e.g. because of a retry, must have passed both
 * times. In a required file no test may fail and at least one must have passed.
 */
export function evaluateRequiredTests(required: RequiredNames, report: TestReport): RequiredTestResult[] {
  return matchRequiredNames(required, report).required.map(({ name, list, found, quarantined }): RequiredTestResult => {
    return { name, list, standing: getTestStatus(found), ...(quarantined ? { quarantined } : {}) };
  });
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
