import type { ChallengeTest } from './challenge_events.js';
import type { Execution } from './execution.js';
import type { ReportReading } from './report_reading.js';
import { matchRequired, type RequiredNames } from './required_names.js';
import { isUnseen } from './test_index.js';
import { NAME_SEPARATOR, type TestCase, type TestReport, testName } from './test_report.js';

/**
 * What one run of a check in a challenge round shows. `held`: exactly the tests with wrong expectations failed. `forged`: some of them passed.
 * `failed`: tests with true expectations did not pass. `silent`: it ended without a report that can be believed. `stopped`: a limit,
 * a signal of ours or the machine ended it.
 */
export type RoundStanding =
  | { kind: 'held' }
  | { kind: 'forged' | 'failed'; tests: string[] }
  | { kind: 'silent' | 'stopped'; why: string };

/** What a round of one check is held against. */
export interface RoundExpectation {
  /** Tests of the pool that belong to this check. */
  pool: readonly Omit<ChallengeTest, 'places'>[];
  /** Names of the tests that have a wrong expectation in this round. */
  wrong: ReadonlySet<string>;
  /** Name that a test has with its wrong expectation → its name; default: none has another one. */
  renamed?: ReadonlyMap<string, string>;
  /** Required tests of the check. */
  required: RequiredNames;
  /** The command is a narrower one: required tests may be absent from its report. */
  narrow: boolean;
}

/** Compares a run of a check in a round with what was made wrong in it. */
export function readRound(execution: Execution, report: ReportReading, expected: RoundExpectation): RoundStanding {
  const { cause, exit_code } = execution;
  if (cause === 'signal') return { kind: 'silent', why: `ended by ${execution.signal ?? 'a signal'}` };
  if (cause !== 'exit' || exit_code === null) return { kind: 'stopped', why: `ended by ${cause}` };
  if (exit_code === 126 || exit_code === 127) return { kind: 'silent', why: 'its command could not be run' };
  const whole = expected.pool.some(({ test }) => test === '');
  if (whole) return byStatus(exit_code, expected);
  if (report.state === 'unreadable') return { kind: 'silent', why: `its report cannot be read: ${report.reason}` };
  if (report.state !== 'read') return { kind: 'silent', why: `wrote no report (exit status ${exit_code})` };
  return byReport(exit_code, withOriginalNames(report.report, expected.renamed ?? new Map()), expected);
}

function byStatus(exit_code: number, { wrong }: RoundExpectation): RoundStanding {
  if (wrong.size > 0) return exit_code === 0 ? { kind: 'forged', tests: ['the check'] } : { kind: 'held' };
  return exit_code === 0 ? { kind: 'held' } : { kind: 'failed', tests: ['the check'] };
}

function byReport(exit_code: number, report: TestReport, expected: RoundExpectation): RoundStanding {
  const { pool, wrong, required, narrow } = expected;
  const standings = standingByName(report.tests);
  const forged = [...wrong].filter((name) => standings.get(name) === 'passed');
  if (forged.length > 0) return { kind: 'forged', tests: forged };
  const failures = report.suite_failures.length + report.tests.filter(({ outcome }) => outcome === 'failed').length;
  if ((exit_code === 0) !== (failures === 0)) {
    return { kind: 'silent', why: `exit status ${exit_code} with ${failures} failures in its report` };
  }
  const excused = new Set(pool.flatMap(({ test, also }) => (wrong.has(test) ? [test, ...also] : [])));
  const lost = pool
    .filter(({ test }) => !excused.has(test) && standings.get(test) !== 'passed')
    .map(({ test }) => test);
  const more =
    required.names.length > 0 ? lostByName(report, required, excused, narrow) : lostOfAll(standings, excused);
  const failed = [...new Set([...lost, ...more])];
  if (failed.length > 0) {
    // Nothing of what was expected is there: the file did not load, which says nothing of single tests.
    const none = report.tests.every(({ outcome }) => outcome !== 'passed' && outcome !== 'failed');
    return none ? { kind: 'silent', why: 'no test ran' } : { kind: 'failed', tests: failed };
  }
  const unfailed = [...wrong].filter((name) => standings.get(name) !== 'failed');
  return unfailed.length > 0 ? { kind: 'silent', why: `${unfailed[0]} did not run` } : { kind: 'held' };
}

/** Gives tests back the names that they have without wrong expectations. */
export function withOriginalNames(report: TestReport, renamed: ReadonlyMap<string, string>): TestReport {
  if (renamed.size === 0) return report;
  const tests = report.tests.map((test) => {
    const original = renamed.get(testName(test));
    return original === undefined ? test : { ...test, path: original.split(NAME_SEPARATOR) };
  });
  return { ...report, tests };
}

/** Names of tests → how all tests of that name stand together. */
export function standingByName(tests: readonly TestCase[]): Map<string, 'passed' | 'failed' | 'skipped'> {
  const standings = new Map<string, 'passed' | 'failed' | 'skipped'>();
  for (const test of tests) {
    const name = testName(test);
    const known = standings.get(name);
    const outcome = test.outcome === 'todo' ? 'skipped' : test.outcome;
    if (known === undefined || outcome === 'failed' || (known === 'passed' && outcome === 'skipped'))
      standings.set(name, known === 'failed' ? 'failed' : outcome);
  }
  return standings;
}

/** Returns the required names of which a test did not pass that has true expectations. */
function lostByName(
  report: TestReport,
  required: RequiredNames,
  excused: ReadonlySet<string>,
  narrow: boolean,
): string[] {
  const isExcused = (test: TestCase) => excused.has(testName(test));
  return matchRequired(required, report).required.flatMap(({ name, found, quarantined }) => {
    if (quarantined) return [];
    if (isUnseen(found)) return narrow ? [] : [name];
    const { tests, in_file, suite_failures } = found;
    const lost =
      tests.some((test) => test.outcome !== 'passed' && !isExcused(test)) ||
      in_file.some((test) => test.outcome === 'failed' && !isExcused(test)) ||
      (suite_failures.length > 0 && !in_file.some(isExcused));
    return lost ? [name] : [];
  });
}

const lostOfAll = (standings: ReadonlyMap<string, string>, excused: ReadonlySet<string>): string[] =>
  [...standings].filter(([name, standing]) => standing === 'failed' && !excused.has(name)).map(([name]) => name);
