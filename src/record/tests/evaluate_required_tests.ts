import type { AcceptedOutcome, Check, Quarantine } from '../../contract/checks/check.js';
import { maskVolatileParts, normalizeTestName } from '../../contract/checks/name_pattern.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { findNamedTests, isUnreportedName, type NamedTestsResult, type NameQuery } from './find_named_tests.js';
import {
  formatTestId,
  formatTestName,
  hasReportedTests,
  hasTestPassed,
  type TestCase,
  type TestReport,
} from './test_report.js';

/** Name of a test that a check requires. */
interface RequiredName extends NameQuery {
  list: 'fail_to_pass' | 'pass_to_pass';
}

/** Required tests of a check, by name. */
export interface RequiredNames {
  /** In the order of the contract; empty = every test of the report is required. */
  names: readonly RequiredName[];
  quarantine: readonly Quarantine[];
  /** Outcomes that count as passed beside a pass; absent = none. */
  accept?: readonly AcceptedOutcome[] | undefined;
  /** Outcome of a test that passed on a retry only; absent = passed. */
  flaky?: Check['flaky'];
  /** Reason why the required tests are not known; no test may pass then. */
  problem?: string;
}

/**
 * Resolves the required tests of a check.
 *
 * @param base_passed tests that `pass_to_pass: all` requires (they pass in the unchanged repository and with the
 *   reference solution); undefined = not known
 */
export function resolveRequiredNames(
  {
    fail_to_pass,
    pass_to_pass,
    quarantine,
    accept,
    flaky,
  }: Pick<Check, 'fail_to_pass' | 'pass_to_pass' | 'quarantine'> & Partial<Pick<Check, 'accept' | 'flaky'>>,
  base_passed?: readonly string[],
): RequiredNames {
  const all = pass_to_pass === 'all';
  const toQueries = (list: RequiredName['list'], names: readonly string[], exact: boolean) =>
    names.map((name): RequiredName => ({ name, list, exact }));
  const names = [
    ...toQueries('fail_to_pass', fail_to_pass, false),
    ...toQueries('pass_to_pass', all ? (base_passed ?? []) : pass_to_pass, all),
  ];
  return all && base_passed === undefined
    ? {
        names,
        quarantine,
        accept,
        flaky,
        problem:
          'pass_to_pass is "all", and the record does not say which tests pass in the unchanged repository: no ' +
          'run of it left a readable report',
      }
    : { names, quarantine, accept, flaky };
}

/** Required name with its tests in a report, except those in quarantine. */
interface RequiredMatch extends RequiredName {
  found: NamedTestsResult;
  /** True if the name itself, or each of its tests, is in quarantine. */
  quarantined: boolean;
}

/** Required tests of a check in a report. */
interface RequiredMatches {
  /** In the order of the names. */
  required: RequiredMatch[];
  /** In the order of the contract's quarantine. */
  quarantine: NamedTestsResult[];
}

/** Matches the required names of a check with the tests of a report. */
export function matchRequiredNames({ names, quarantine }: RequiredNames, report: TestReport): RequiredMatches {
  const results = findNamedTests(report, [...names, ...quarantine.map(({ test }) => ({ name: test, exact: false }))]);
  const quarantined = results.slice(names.length);
  const kept_out = new Set(quarantined.flatMap(listNamedTests));
  const spelt = new Set(quarantine.map(({ test }) => normalizeTestName(test)));
  return {
    required: names.map((name, i): RequiredMatch => {
      const all = results[i]!;
      const left = excludeTests(all, kept_out);
      const itself = spelt.has(normalizeTestName(name.name));
      return { ...name, found: left, quarantined: itself };
    }),
    quarantine: quarantined,
  };
}

/**
 * Returns the full names of a report's tests that are in quarantine. Their expectations are not made wrong, and they
 * add no strength.
 */
export function listQuarantinedNames({ quarantine }: Pick<Check, 'quarantine'>, report: TestReport): Set<string> {
  return new Set(
    matchRequiredNames({ names: [], quarantine }, report).quarantine.flatMap(listNamedTests).map(formatTestName),
  );
}

function excludeTests(found: NamedTestsResult, out: ReadonlySet<TestCase>): NamedTestsResult {
  if (out.size === 0) return found;
  const exclude = (tests: readonly TestCase[]) => tests.filter((test) => !out.has(test));
  const { tests, in_file, failed_namesakes } = found;
  return { ...found, tests: exclude(tests), in_file: exclude(in_file), failed_namesakes: exclude(failed_namesakes) };
}

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
    const tolerated = accepted ? 'passed' : standing;
    const refused = standing === 'passed' && flaky && required.flaky === 'fail';
    const because = refused ? 'it passed on a retry only, and the check has `flaky: fail`' : findDoubt(found);
    return {
      name,
      list,
      standing: refused ? 'failed' : tolerated,
      ...omitUndefined({ quarantined: quarantined || undefined, accepted, flaky: flaky || undefined, because }),
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

/** Returns every test that a name stands for. */
export const listNamedTests = ({ tests, in_file }: NamedTestsResult): TestCase[] => [...tests, ...in_file];

/**
 * Returns the ids of the tests that passed every time they were reported. A test whose id differs from that of a failed
 * one only in what changes from run to run is left out: the next run could not tell them apart.
 */
export function listPassedTestIds({ tests }: TestReport): string[] {
  const passed = new Map<string, boolean>();
  const failures = new Set<string>();
  for (const test of tests) {
    const id = formatTestId(test);
    passed.set(id, hasTestPassed(test) && passed.get(id) !== false);
    if (!passed.get(id)) failures.add(maskVolatileParts(id));
  }
  return [...passed].flatMap(([id, all]) =>
    all && (maskVolatileParts(id) === id || !failures.has(maskVolatileParts(id))) ? [id] : [],
  );
}
