import type { AcceptedOutcome, Check, Quarantine } from '../../contract/checks/check.js';
import { normalizeTestName } from '../../contract/checks/normalize_test_name.js';
import { findNamedTests, listNamedTests, type NamedTestsResult, type NameQuery } from './find_named_tests.js';
import { formatTestName, type TestCase, type TestReport } from './test_report.js';

/** Name of a test that a check requires. */
export interface RequiredName extends NameQuery {
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
  const named = (list: RequiredName['list'], names: readonly string[], exact: boolean) =>
    names.map((name): RequiredName => ({ name, list, exact }));
  const names = [
    ...named('fail_to_pass', fail_to_pass, false),
    ...named('pass_to_pass', all ? (base_passed ?? []) : pass_to_pass, all),
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
  const found = findNamedTests(report, [...names, ...quarantine.map(({ test }) => ({ name: test, exact: false }))]);
  const quarantined = found.slice(names.length);
  const kept_out = new Set(quarantined.flatMap(listNamedTests));
  const spelt = new Set(quarantine.map(({ test }) => normalizeTestName(test)));
  return {
    required: names.map((name, i): RequiredMatch => {
      const all = found[i]!;
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
  const kept = (tests: readonly TestCase[]) => tests.filter((test) => !out.has(test));
  const { tests, in_file, failed_namesakes } = found;
  return { ...found, tests: kept(tests), in_file: kept(in_file), failed_namesakes: kept(failed_namesakes) };
}
