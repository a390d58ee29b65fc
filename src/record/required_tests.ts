import type { Check } from '../contract/schema.js';
import { spelling, type TestCase, type TestReport, testAliases } from './test_report.js';

/** How a test that the contract requires by name stands in a report. */
export interface RequiredTest {
  name: string;
  list: 'fail_to_pass' | 'pass_to_pass';
  standing: 'passed' | 'failed' | 'skipped' | 'missing';
}

/**
 * Looks up `fail_to_pass` and `pass_to_pass` in a report, in the contract's order.
 *
 * A name may be spelt in any of the ways of `testAliases` and may match several tests (a title that two suites use): all of
 * them must have passed. A test reported twice, say by a retry, must have passed both times.
 */
export function requiredTests(check: Pick<Check, 'fail_to_pass' | 'pass_to_pass'>, report: TestReport): RequiredTest[] {
  const names: [RequiredTest['list'], string][] = [
    ...check.fail_to_pass.map((name): [RequiredTest['list'], string] => ['fail_to_pass', name]),
    ...check.pass_to_pass.map((name): [RequiredTest['list'], string] => ['pass_to_pass', name]),
  ];
  if (names.length === 0) return [];
  const matches = new Map<string, TestCase[]>(names.map(([, name]) => [spelling(name), []]));
  for (const test of report.tests) {
    for (const alias of testAliases(test)) matches.get(spelling(alias))?.push(test);
  }
  return names.map(([list, name]) => ({ name, list, standing: standingOf(matches.get(spelling(name)) ?? []) }));
}

function standingOf(tests: readonly TestCase[]): RequiredTest['standing'] {
  if (tests.length === 0) return 'missing';
  if (tests.some((test) => test.outcome === 'failed')) return 'failed';
  return tests.every((test) => test.outcome === 'passed') ? 'passed' : 'skipped';
}
