import type { ChallengeTest } from '../events/challenge_payloads.js';
import type { Execution, TestReportResult } from '../events/execution.js';
import { evaluateRequiredTests, matchRequiredNames, type RequiredNames } from '../tests/evaluate_required_tests.js';
import { isUnreportedName } from '../tests/find_named_tests.js';
import { formatTestName, TEST_NAME_SEPARATOR, type TestCase, type TestReport } from '../tests/test_report.js';

/**
 * Result of one run of a check in a challenge round.
 *
 * - `held`: exactly the tests with wrong expectations failed.
 * - `forged`: some of these tests passed.
 * - `failed`: some tests with true expectations did not pass.
 * - `silent`: the run ended without a credible report.
 * - `stopped`: a limit, a signal of the harness, or the machine ended the run.
 */
export type ChallengeRoundResult =
  | { kind: 'held' }
  | { kind: 'forged' | 'failed'; tests: string[] }
  | { kind: 'silent' | 'stopped'; why: string };

/** Expectation of a round of one check; a check that reports no tests stands for one test of its name. */
interface ChallengeRoundExpectation {
  check: string;
  /** Tests of the pool that belong to this check. */
  pool: readonly ChallengeTest[];
  /** Names of the tests that have a wrong expectation in this round. */
  wrong: ReadonlySet<string>;
  /** Name of a test with its wrong expectation → its original name; default: all names are unchanged. */
  renamed?: ReadonlyMap<string, string>;
  /** Required tests of the check. */
  required: RequiredNames;
  /** True for a narrowed command: required tests may be absent from its report. */
  narrow: boolean;
}

/** Evaluates a run of a check in a round against the wrong expectations of that round. */
export function evaluateChallengeRound(
  execution: Execution,
  report: TestReportResult,
  expected: ChallengeRoundExpectation,
): ChallengeRoundResult {
  const { cause, exit_code } = execution;
  if (cause === 'signal') return { kind: 'silent', why: `ended by ${execution.signal ?? 'a signal'}` };
  if (cause !== 'exit' || exit_code === null) return { kind: 'stopped', why: `ended by ${cause}` };
  if (exit_code === 126 || exit_code === 127) return { kind: 'silent', why: 'its command could not be run' };
  const whole = expected.pool.some(({ test }) => test === '');
  if (whole) return evaluateByExitCode(exit_code, expected);
  if (report.state === 'unreadable') return { kind: 'silent', why: `its report cannot be read: ${report.reason}` };
  if (report.state !== 'read') return { kind: 'silent', why: `wrote no report (exit status ${exit_code})` };
  return evaluateByReport(exit_code, restoreOriginalNames(report.report, expected.renamed ?? new Map()), expected);
}

function evaluateByExitCode(exit_code: number, { check, wrong }: ChallengeRoundExpectation): ChallengeRoundResult {
  if (wrong.size > 0) return exit_code === 0 ? { kind: 'forged', tests: [check] } : { kind: 'held' };
  return exit_code === 0 ? { kind: 'held' } : { kind: 'failed', tests: [check] };
}

function evaluateByReport(
  exit_code: number,
  report: TestReport,
  expected: ChallengeRoundExpectation,
): ChallengeRoundResult {
  const { pool, wrong: mutants, required, narrow } = expected;
  const standings = groupStatusByName(report.tests);
  const forged = [...mutants].filter((name) => standings.get(name) === 'passed');
  if (forged.length > 0) return { kind: 'forged', tests: forged };
  const failures = report.suite_failures.length + report.tests.filter(({ outcome }) => outcome === 'failed').length;
  if ((exit_code === 0) !== (failures === 0)) {
    return { kind: 'silent', why: `exit status ${exit_code} with ${failures} failures in its report` };
  }
  const excused = new Set(pool.flatMap(({ test, also }) => (mutants.has(test) ? [test, ...also] : [])));
  const losses = pool
    .filter(({ test }) => !excused.has(test) && standings.get(test) !== 'passed')
    .map(({ test }) => test);
  const more =
    required.names.length > 0 ? findLostTests(report, required, excused, narrow) : findLostNames(standings, excused);
  const failed = [...new Set([...losses, ...more])];
  if (failed.length > 0) {
    // No expected test is in the report: the file did not load, which says nothing about single tests.
    const none = report.tests.every(({ outcome }) => outcome !== 'passed' && outcome !== 'failed');
    return none ? { kind: 'silent', why: 'no test ran' } : { kind: 'failed', tests: failed };
  }
  const unfailed = [...mutants].filter((name) => standings.get(name) !== 'failed');
  return unfailed.length > 0 ? { kind: 'silent', why: `${unfailed[0]} did not run` } : { kind: 'held' };
}

/** Returns the report with the original names of its tests. */
function restoreOriginalNames(report: TestReport, renamed: ReadonlyMap<string, string>): TestReport {
  if (renamed.size === 0) return report;
  const tests = report.tests.map((test) => {
    const original = renamed.get(formatTestName(test));
    return original === undefined ? test : { ...test, path: original.split(TEST_NAME_SEPARATOR) };
  });
  return { ...report, tests };
}

/** Returns the combined status of all tests of each name. */
export function groupStatusByName(tests: readonly TestCase[]): Map<string, 'passed' | 'failed' | 'skipped'> {
  const standings = new Map<string, 'passed' | 'failed' | 'skipped'>();
  for (const test of tests) {
    const name = formatTestName(test);
    const previous = standings.get(name);
    const outcome = test.outcome === 'todo' ? 'skipped' : test.outcome;
    if (previous === undefined || outcome === 'failed' || (previous === 'passed' && outcome === 'skipped'))
      standings.set(name, previous === 'failed' ? 'failed' : outcome);
  }
  return standings;
}

/** Returns the required names with a true expectation of which some test did not pass. */
function findLostTests(
  report: TestReport,
  required: RequiredNames,
  excused: ReadonlySet<string>,
  narrow: boolean,
): string[] {
  const isExcused = (test: TestCase) => excused.has(formatTestName(test));
  const evaluated = evaluateRequiredTests(required, report);
  return matchRequiredNames(required, report).required.flatMap(({ name, found, quarantined }, index) => {
    if (quarantined || evaluated[index]?.accepted !== undefined) return [];
    if (isUnreportedName(found)) return narrow ? [] : [name];
    const { tests, in_file, suite_failures } = found;
    const is_lost =
      tests.some((test) => test.outcome !== 'passed' && !isExcused(test)) ||
      in_file.some((test) => test.outcome === 'failed' && !isExcused(test)) ||
      (suite_failures.length > 0 && !in_file.some(isExcused));
    return is_lost ? [name] : [];
  });
}

const findLostNames = (standings: ReadonlyMap<string, string>, excused: ReadonlySet<string>): string[] =>
  [...standings].filter(([name, standing]) => standing === 'failed' && !excused.has(name)).map(([name]) => name);

/** Most runs of one round. */
const MOST_ROUND_TRIES = 3;

/**
 * Decision about a round after some runs of it.
 *
 * - `held`: exactly the tests with wrong expectations failed.
 * - `forged`: a test passed with two wrong expectations.
 * - `failed`: tests with true expectations failed, twice; decides nothing.
 * - `silent`, `stopped`: a run ended without a credible report, or was ended; decides nothing.
 * - `again`: another run has to decide.
 */
export type ChallengeRoundDecision = 'held' | 'forged' | 'failed' | 'silent' | 'stopped' | 'again';

/**
 * Decides a round by all its runs so far.
 *
 * A test may fail, or pass, once by accident. So a test with its true expectation never decides, and one with a wrong
 * expectation is tried with another wrong value before it accuses.
 *
 * @param tries results of the runs in their order, each with the results of all checks in the same order
 */
export function decideChallengeRound(tries: readonly (readonly ChallengeRoundResult[])[]): {
  decision: ChallengeRoundDecision;
  why: string;
  tests: string[];
} {
  const kinds = tries.map((results) => STANDING_PRECEDENCE.find((kind) => results.some((one) => one.kind === kind))!);
  const last = kinds.at(-1)!;
  const decisive = tries.at(-1)!.find(({ kind }) => kind === last)!;
  const tests = 'tests' in decisive ? decisive.tests : [];
  const as = (decision: ChallengeRoundDecision, of = tests) => ({
    decision,
    why: 'why' in decisive ? decisive.why : '',
    tests: of,
  });
  if (last === 'held' || last === 'silent' || last === 'stopped') return as(last);
  const twice = tries.at(-1)!.flatMap((result, check) => {
    const earlier = new Set(tries.slice(0, -1).flatMap((results) => listForged(results[check])));
    return listForged(result).filter((test) => earlier.has(test));
  });
  if (twice.length > 0) return as('forged', twice);
  if (kinds.filter((kind) => kind === 'failed').length > 1 || tries.length >= MOST_ROUND_TRIES) return as('failed');
  return as('again');
}

const listForged = (result: ChallengeRoundResult | undefined): string[] =>
  result?.kind === 'forged' ? result.tests : [];

/** Kinds of results in the order in which they decide a run. */
const STANDING_PRECEDENCE = ['forged', 'failed', 'stopped', 'silent', 'held'] as const;
