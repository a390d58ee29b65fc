import type { Check } from '../../../contract/contract_schema.js';
import type { EventPayload, Execution, TestReportResult } from '../../../record/events/event.js';
import {
  evaluateRequiredTests,
  type RequiredNames,
  type RequiredTestResult,
  resolveRequiredNames,
} from '../../../record/tests/evaluate_required_tests.js';
import {
  countFailures,
  formatTestId,
  formatTestName,
  hasReportedTests,
  type TestReport,
} from '../../../record/tests/test_report.js';
import type { VerdictOutcome } from '../../../record/verdict/verdict.js';
import type { TagId } from '../taxonomy/taxonomy.js';
import { formatRemainder, formatSeconds, pluralise, toOneLine } from '../text/to_one_line.js';
import type { CheckReference } from '../trace/check_reference.js';
import { addNearestTests } from './add_nearest_tests.js';
import { describeAssertion } from './describe_assertion.js';

/** Outcome of one execution of a check. */
export interface CheckOutcome {
  outcome: VerdictOutcome;
  /** False if something before the check decided, so that it did not run. */
  reached: boolean;
  why: string;
  /** Kind of error, or of a failure that is not one of tests. */
  tag?: TagId;
  /** Tag that would apply if nothing were known of the reference. */
  instead_of?: TagId;
  /** Standing of every required test, if a report was read. */
  required: RequiredTestResult[];
}

/**
 * Judges one execution of a check as pass, fail or error.
 *
 * A failure is a decision about the patch; an error means that no decision was reached. A check with a report passes
 * only if the exit status, which the parent process sees, and the report agree: the code under test runs in the process
 * that writes the report.
 *
 * @param reference result of the check for the reference solution. If that is a readable report, a patch without one
 *   prevented it, and fails. If it is unknown, the cause is unknown
 * @param names tests that the check requires; default: those that the contract names
 */
export function judgeCheckRun(
  check: Check,
  run: EventPayload<'acceptance_check'>,
  reference?: CheckReference,
  names: RequiredNames = resolveRequiredNames(check),
): CheckOutcome {
  if (run.not_run) return judgeSkippedRun(run.not_run);
  const { execution, report } = run;
  if (!execution)
    return createError('incomplete-evidence', 'the event holds neither an execution nor a reason for its absence');
  const stopped = judgeStoppedRun(execution);
  if (stopped) return stopped;
  const decided = judgeCompletedRun(check, names, execution, report);
  const starved = findRefusedForks(execution, decided);
  if (starved) return starved;
  const comparison = compareWithReference(reference, check, decided);
  const attempts = execution.network_attempts ?? 0;
  if (comparison.outcome === 'pass' || attempts === 0) return comparison;
  const why = `${comparison.why}; tried the network ${pluralise(attempts, 'time')}, and checks have none`;
  return { ...comparison, why: toOneLine(why, LONGEST_WHY) };
}

/** Tags of commands that ended by themselves without reporting the tests. */
const SILENT_TAGS: ReadonlySet<string> = new Set([
  'report-missing',
  'report-unreadable',
  'no-tests-ran',
  'check-crash',
  'runner-missing',
]);

/** Turns an error into a failure where the same check works for the reference. Exit statuses alone do not show that. */
function compareWithReference(reference: CheckReference | undefined, check: Check, said: CheckOutcome): CheckOutcome {
  const { outcome, tag, required } = said;
  if (outcome !== 'error' || !tag || !reference?.readable || check.report === 'exit-code') return said;
  // A runner whose status never fits its report is the oracle's fault, unless the reference solution is known to pass.
  const contradicts =
    tag === 'oracle-inconsistent' &&
    (reference.proven || required.some(({ standing }) => standing === 'missing' || standing === 'failed'));
  if (!SILENT_TAGS.has(tag) && !contradicts) return said;
  const owner = reference.on === 'golden' ? 'the reference solution' : 'the unchanged repository';
  const gives = contradicts ? 'has both agree' : 'gives a readable one';
  const why = contradicts && !reference.proven ? said.why : `${said.why}; ${owner} ${gives}`;
  return { ...said, outcome: 'fail', why: toOneLine(why), tag: 'oracle-prevented', instead_of: tag };
}

/** Returns an error if the process limit refused forks and the check did not pass. */
function findRefusedForks({ forks_refused }: Execution, said: CheckOutcome): CheckOutcome | undefined {
  const refused = forks_refused ?? 0;
  if (said.outcome === 'pass' || refused === 0) return undefined;
  const subject = refused === 1 ? 'a process or thread was' : `${refused} processes or threads were`;
  const why = `${subject} refused at the limit (budget.processes), so it decides nothing: ${said.why}`;
  return createError('check-limit', why, said.required);
}

/** Judges a command that ended by itself. */
function judgeCompletedRun(
  check: Check,
  names: RequiredNames,
  execution: Execution,
  report: TestReportResult,
): CheckOutcome {
  if (execution.cause === 'signal') return judgeCrash(check, names, execution, report);
  if (execution.exit_code === null) return createError('check-crash', 'ended without an exit status');
  if (execution.exit_code === 126 || execution.exit_code === 127) {
    const message = getFirstLine(execution.stderr.head) || `exit status ${execution.exit_code}`;
    return createError('runner-missing', `test runner missing or not executable: ${message}`);
  }
  if (check.report === 'exit-code') {
    return execution.exit_code === 0 ? createPass('exit status 0') : createFail(`exit status ${execution.exit_code}`);
  }
  switch (report.state) {
    case 'none':
    case 'missing':
      return createError('report-missing', `no ${check.report} report was written (${describeExit(execution)})`);
    case 'unreadable':
      return createError(
        'report-unreadable',
        `the ${check.report} report cannot be read: ${report.reason} (${describeExit(execution)})`,
      );
    case 'read':
      return judgeReport(names, execution.exit_code, report.report);
    default:
      return report satisfies never;
  }
}

/**
 * Judges a check that did not run. Patch and build gates decide for their own reasons; any other reason is an error.
 */
function judgeSkippedRun({ because, detail }: NonNullable<EventPayload<'acceptance_check'>['not_run']>): CheckOutcome {
  const why = toOneLine(`not run: ${detail || because}`);
  switch (because) {
    case 'patch':
    case 'build':
      return { outcome: 'fail', reached: false, why, required: [] };
    case 'oracle':
      return { outcome: 'error', reached: false, why, tag: 'oracle-not-laid', required: [] };
    case 'interrupted':
      return { outcome: 'error', reached: false, why, tag: 'check-cancelled', required: [] };
    default:
      return because satisfies never;
  }
}

/** Returns an error if the harness or a limit ended the command: its output then decides nothing. */
function judgeStoppedRun(execution: Execution): CheckOutcome | undefined {
  const ran = formatSeconds(execution.ended_ms - execution.started_ms);
  const detail = execution.detail ? ` (${execution.detail})` : '';
  switch (execution.cause) {
    case 'timeout':
      return createError(
        'check-timeout',
        `reached its ceiling of ${formatSeconds(execution.timeout_ms)} after ${ran}${detail}`,
      );
    case 'oom':
      return createError('check-oom', `ran out of memory after ${ran}${detail}`);
    case 'cpu-limit':
    case 'disk-limit':
    case 'output-limit':
      return createError('check-limit', `reached its ${execution.cause.replace('-', ' ')} after ${ran}${detail}`);
    case 'cancelled':
      return createError('check-cancelled', `was cancelled after ${ran}${detail}`);
    case 'not-started':
      return createError('check-not-started', `could not be started${detail}`);
    case 'exit':
    case 'signal':
      return undefined;
    default:
      return execution.cause satisfies never;
  }
}

/** Judges a crash: a failure if a readable report shows failed tests, else an error. */
function judgeCrash(check: Check, names: RequiredNames, execution: Execution, report: TestReportResult): CheckOutcome {
  const signal = execution.signal ?? 'a signal';
  if (check.report !== 'exit-code' && report.state === 'read' && countFailures(report.report) > 0) {
    const judged = judgeReport(names, null, report.report);
    if (judged.outcome === 'fail') return { ...judged, why: toOneLine(`${judged.why}; ended by ${signal}`) };
  }
  return createError('check-crash', `was ended by ${signal}${execution.detail ? ` (${execution.detail})` : ''}`);
}

/** Judges status and report together. A crash has the status null, which counts as non-zero. */
function judgeReport(names: RequiredNames, status: number | null, report: TestReport): CheckOutcome {
  const required = addNearestTests(evaluateRequiredTests(names, report), report);
  const failures = countFailures(report);
  if (!hasReportedTests(report) && failures === 0) return createError('no-tests-ran', 'no tests ran', required);
  if (status === 0 && failures > 0) {
    return createError(
      'oracle-inconsistent',
      `exit status 0, but ${pluralise(failures, 'failure')} in the report`,
      required,
    );
  }
  if (status !== 0 && failures === 0) {
    return createError('oracle-inconsistent', `exit status ${status}, but no failure in the report`, required);
  }
  if (names.problem !== undefined) return createError('required-tests-unknown', names.problem, required);
  const judged =
    required.length > 0 ? judgeRequiredTests(status, required, report) : judgeAllTests(names, status, report);
  // Numbers that do not add up may hide the failure of any test.
  return judged.outcome === 'pass' && report.contradiction !== undefined
    ? createError('oracle-inconsistent', `the report contradicts itself: ${report.contradiction}`, required)
    : judged;
}

/** Judges a check that names no test: every test of its report decides. */
function judgeAllTests({ flaky }: RequiredNames, status: number | null, report: TestReport): CheckOutcome {
  if (status === 0) {
    const passed = report.tests.filter((test) => test.outcome === 'passed');
    // A report with skipped tests only is no pass: skipping tests is the easiest cheat.
    if (passed.length === 0) return createError('no-tests-ran', 'no tests ran: every test in the report was skipped');
    const retried = passed.filter((test) => test.flaky);
    if (flaky === 'fail' && retried.length > 0)
      return createFail(
        `passed on a retry only, and the check has \`flaky: fail\`: ${formatTestId(retried[0]!)}` +
          formatRemainder(retried.length),
      );
    return createPass(pluralise(passed.length, 'test'));
  }
  const failures = countFailures(report);
  const [first = ''] = listFailingNames(report, []);
  return createFail(`${pluralise(failures, 'failure')}: ${first}${describeFailure({ name: first }, report)}`);
}

/** Judges by the required tests. Others may fail, as long as status and report agree. */
function judgeRequiredTests(status: number | null, required: RequiredTestResult[], report: TestReport): CheckOutcome {
  const deciding = required.filter((test) => !test.quarantined);
  const select = (standing: RequiredTestResult['standing']) => deciding.filter((test) => test.standing === standing);
  const [failed, skipped, missing] = [select('failed'), select('skipped'), select('missing')];
  const say = (what: string, tests: RequiredTestResult[]) =>
    `${what}: ${toOneLine(tests[0]?.name ?? '', 150)}${formatRemainder(tests.length)}`;
  if (deciding.length === 0)
    return createError('required-tests-unknown', 'every required test is in quarantine: nothing decides', required);
  if (status === 0 && missing.length > 0) {
    const why = say('required test is missing from the report', missing) + describeNearTests(missing[0]!);
    return createError('oracle-inconsistent', why, required);
  }
  if (failed.length > 0)
    return createFail(say('required test failed', failed) + describeFailure(failed[0]!, report), required);
  if (skipped.length > 0) return createFail(say('required test was skipped', skipped), required);
  if (missing.length > 0) {
    // Usually the runner could not load a file.
    const [suite] = report.suite_failures;
    const because = suite
      ? `; ${toOneLine(suite.name, 120)}: ${getFirstLine(suite.message ?? 'failed')}`
      : describeNearTests(missing[0]!);
    return createFail(say('required test did not run', missing) + because, required);
  }
  const aside = required.length - deciding.length;
  return createPass(
    `${pluralise(deciding.length, 'required test')}${aside > 0 ? `, ${aside} in quarantine` : ''}`,
    required,
  );
}

/**
 * Formats what the assertion of a failed test expected and got, or why it counts as failed: `; expected 6, got 5`. Empty
 * if the report tells neither.
 */
function describeFailure(
  { name, because }: Pick<RequiredTestResult, 'name' | 'because'>,
  { tests }: TestReport,
): string {
  if (because !== undefined) return `; ${because}`;
  const failed = tests.find(
    (test) => test.outcome === 'failed' && [formatTestName(test), formatTestId(test)].includes(name),
  );
  const assertion = describeAssertion(failed?.message);
  return assertion === undefined ? '' : `; ${assertion}`;
}

/** Formats tests that a missing name may mean: `; the report has "…", "…"`. */
export function describeNearTests({ near = [] }: RequiredTestResult): string {
  return near.length === 0 ? '' : `; the report has ${near.map((name) => `"${toOneLine(name, 80)}"`).join(', ')}`;
}

/** Lists at most 50 distinct names of what failed: required tests, other tests, then suites. */
export function listFailingNames(report: TestReport, required: readonly RequiredTestResult[]): string[] {
  const names = new Set<string>();
  for (const test of required) {
    if (names.size >= 50) break;
    if (test.standing !== 'passed' && !test.quarantined) names.add(toOneLine(test.name, 500));
  }
  for (const test of report.tests) {
    if (names.size >= 50) break;
    if (test.outcome === 'failed') names.add(toOneLine(formatTestName(test), 500));
  }
  for (const suite of report.suite_failures) {
    if (names.size >= 50) break;
    names.add(toOneLine(suite.name, 500));
  }
  return [...names].slice(0, 50);
}

/** Most characters of a reason. It has room for a missing name and for those that may be meant. */
const LONGEST_WHY = 500;

/** Describes how a command ended, with its first line of standard error. */
function describeExit(execution: Execution): string {
  const complaint = getFirstLine(execution.stderr.head);
  return `exit status ${execution.exit_code}${complaint ? `: ${complaint}` : ''}`;
}

function getFirstLine(text: string): string {
  return toOneLine(text.trimStart().split('\n', 1)[0] ?? '', 120);
}

function createPass(why: string, required: RequiredTestResult[] = []): CheckOutcome {
  return { outcome: 'pass', reached: true, why: toOneLine(why), required };
}

function createFail(why: string, required: RequiredTestResult[] = []): CheckOutcome {
  return { outcome: 'fail', reached: true, why: toOneLine(why, LONGEST_WHY), required };
}

function createError(tag: TagId, why: string, required: RequiredTestResult[] = []): CheckOutcome {
  return { outcome: 'error', reached: true, why: toOneLine(why, LONGEST_WHY), tag, required };
}
