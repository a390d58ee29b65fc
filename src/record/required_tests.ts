import { matchRequired, type RequiredName, type RequiredNames } from './required_names.js';
import { isUnseen, type NamedTests } from './test_index.js';
import type { TestCase, TestReport } from './test_report.js';

/** How a test that the contract requires by name stands in a report. */
export interface RequiredTest extends Pick<RequiredName, 'name' | 'list'> {
  standing: 'passed' | 'failed' | 'skipped' | 'missing';
  /** It is in quarantine: reported, never decisive. */
  quarantined?: true;
  /** Tests of the report that may be meant by a missing name, nearest first; absent where there are none or it was not looked for. */
  near?: string[];
}

/**
 * Looks up the required tests of a check in a report, in the contract's order.
 *
 * A name may be spelt in any of the ways of `testAliases` and may match several tests (a title that two suites use): all of
 * them must have passed. A test reported twice, say by a retry, must have passed both times. In a file that is required nothing may
 * fail and one test must have passed.
 */
export function requiredTests(required: RequiredNames, report: TestReport): RequiredTest[] {
  return matchRequired(required, report).required.map(({ name, list, found, quarantined }): RequiredTest => {
    return { name, list, standing: standingOf(found), ...(quarantined ? { quarantined } : {}) };
  });
}

/** How the tests of one name stand together. */
export function standingOf(found: NamedTests): RequiredTest['standing'] {
  if (isUnseen(found)) return 'missing';
  const { tests, in_file, suite_failures } = found;
  const failed = (test: TestCase) => test.outcome === 'failed';
  if (suite_failures.length > 0 || tests.some(failed) || in_file.some(failed)) return 'failed';
  const passed = (test: TestCase) => test.outcome === 'passed';
  return tests.every(passed) && (in_file.length === 0 || in_file.some(passed)) ? 'passed' : 'skipped';
}
