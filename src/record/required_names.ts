import type { Check, Quarantine } from '../contract/check.js';
import { spelling } from '../contract/spelling.js';
import { findNamed, type NamedTests, testsNamed, type WantedName } from './test_index.js';
import { type TestCase, type TestReport, testName } from './test_report.js';

/** A name that a check requires. */
export interface RequiredName extends WantedName {
  list: 'fail_to_pass' | 'pass_to_pass';
}

/** The tests that a check requires, by name. */
export interface RequiredNames {
  /** In the contract's order; none = every test of the report is required. */
  names: readonly RequiredName[];
  quarantine: readonly Quarantine[];
  /** Why it is not known which tests are required; then nothing may pass. */
  problem?: string;
}

/**
 * Resolves the required tests of a check.
 *
 * @param base_passed tests that pass in the unchanged repository and with the reference solution: what `pass_to_pass: all` stands
 *   for. undefined = not known
 */
export function requiredNames(
  { fail_to_pass, pass_to_pass, quarantine }: Pick<Check, 'fail_to_pass' | 'pass_to_pass' | 'quarantine'>,
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
        problem:
          'pass_to_pass is "all", and the record does not say which tests pass in the unchanged repository: no run of it left a readable report',
      }
    : { names, quarantine };
}

/** A required name with the tests of a report that it stands for and that are not in quarantine. */
export interface RequiredMatch extends RequiredName {
  found: NamedTests;
  /** It is in quarantine itself, or all tests that it stands for are. */
  quarantined: boolean;
}

/** What a report has of the required tests. */
export interface RequiredMatches {
  /** In the order of the names. */
  required: RequiredMatch[];
  /** In the order of the contract's quarantine. */
  quarantine: NamedTests[];
}

/** Looks up the required tests of a check in a report. */
export function matchRequired({ names, quarantine }: RequiredNames, report: TestReport): RequiredMatches {
  const found = findNamed(report, [...names, ...quarantine.map(({ test }) => ({ name: test, exact: false }))]);
  const quarantined = found.slice(names.length);
  const kept_out = new Set(quarantined.flatMap(testsNamed));
  const spelt = new Set(quarantine.map(({ test }) => spelling(test)));
  return {
    required: names.map((name, i): RequiredMatch => {
      const all = found[i]!;
      const left = withoutTests(all, kept_out);
      const itself = spelt.has(spelling(name.name));
      return { ...name, found: left, quarantined: itself };
    }),
    quarantine: quarantined,
  };
}

/** Returns the full names of the tests of a report that are in quarantine: their expectations are not made wrong, they give no strength. */
export function quarantinedNames({ quarantine }: Pick<Check, 'quarantine'>, report: TestReport): Set<string> {
  return new Set(matchRequired({ names: [], quarantine }, report).quarantine.flatMap(testsNamed).map(testName));
}

function withoutTests(found: NamedTests, out: ReadonlySet<TestCase>): NamedTests {
  if (out.size === 0) return found;
  const kept = (tests: readonly TestCase[]) => tests.filter((test) => !out.has(test));
  return { ...found, tests: kept(found.tests), in_file: kept(found.in_file) };
}
