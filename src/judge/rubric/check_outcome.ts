import type { Check } from '../../contract/schema.js';
import type { Execution, Payload, ReportReading } from '../../record/events.js';
import { type RequiredNames, requiredNames } from '../../record/required_names.js';
import { type RequiredTest, requiredTests } from '../../record/required_tests.js';
import { failuresIn, type TestReport, testName } from '../../record/test_report.js';
import type { Outcome } from '../../record/verdict.js';
import type { CheckReference } from './check_reference.js';
import { withNearestTests } from './nearest_tests.js';
import type { TagId } from './taxonomy.js';
import { andMore, counted, oneLine, seconds } from './why.js';

/** What one execution of a check says. */
export interface CheckOutcome {
  outcome: Outcome;
  /** False when something before the check decided and it was not tried. */
  reached: boolean;
  why: string;
  /** The kind of error, or of a failure that is not one of tests. */
  tag?: TagId;
  /** What it would be tagged as if nothing were known of the reference. */
  instead_of?: TagId;
  /** Standing of every required test, when a report was read. */
  required: RequiredTest[];
}

/**
 * One execution of a check → pass | fail | error (K5; executable contracts §3.1).
 *
 * `fail` is a decision about the patch; `error` means that none was reached. A check with a report passes only when the exit
 * status, seen by us as parent, and the report agree: the code under test runs in the process that writes the report.
 *
 * @param reference what the check gives for the reference solution: where that is a readable report, a patch without one has
 *   prevented it, and fails. Unknown, nobody can say whose doing it is
 * @param names the tests that the check requires; by default those that the contract alone names
 */
export function checkOutcome(
  check: Check,
  run: Payload<'acceptance_check'>,
  reference?: CheckReference,
  names: RequiredNames = requiredNames(check),
): CheckOutcome {
  if (run.not_run) return notRun(run.not_run);
  const { execution, report } = run;
  if (!execution)
    return error('incomplete-evidence', 'the event holds neither an execution nor a reason for its absence');
  const stopped = stoppedFromOutside(execution);
  if (stopped) return stopped;
  const said = heldAgainst(reference, check, decide(check, names, execution, report));
  const attempts = execution.network_attempts ?? 0;
  if (said.outcome === 'pass' || attempts === 0) return said;
  const why = `${said.why}; tried the network ${counted(attempts, 'time')}, and checks have none`;
  return { ...said, why: oneLine(why, LONGEST_WHY) };
}

/** Errors of a command that came to its own end without saying how the tests stand. */
const SILENT: ReadonlySet<string> = new Set([
  'report-missing',
  'report-unreadable',
  'no-tests-ran',
  'check-crash',
  'runner-missing',
]);

/** An error that is the patch's doing, since the same check speaks for the reference. Exit statuses alone tell nothing of that. */
function heldAgainst(reference: CheckReference | undefined, check: Check, said: CheckOutcome): CheckOutcome {
  const { outcome, tag, required } = said;
  if (outcome !== 'error' || !tag || !reference?.readable || check.report === 'exit-code') return said;
  // A runner whose status never fits its report is the oracle's fault, unless the reference solution is known to pass.
  const contradicts =
    tag === 'oracle-inconsistent' &&
    (reference.proven || required.some(({ standing }) => standing === 'missing' || standing === 'failed'));
  if (!SILENT.has(tag) && !contradicts) return said;
  const whose = reference.on === 'golden' ? 'the reference solution' : 'the unchanged repository';
  const gives = contradicts ? 'has both agree' : 'gives a readable one';
  const why = contradicts && !reference.proven ? said.why : `${said.why}; ${whose} ${gives}`;
  return { ...said, outcome: 'fail', why: oneLine(why), tag: 'oracle-prevented', instead_of: tag };
}

/** A command that came to its own end. */
function decide(check: Check, names: RequiredNames, execution: Execution, report: ReportReading): CheckOutcome {
  if (execution.cause === 'signal') return crashed(check, names, execution, report);
  if (execution.exit_code === null) return error('check-crash', 'ended without an exit status');
  if (execution.exit_code === 126 || execution.exit_code === 127) {
    const said = firstLine(execution.stderr.head) || `exit status ${execution.exit_code}`;
    return error('runner-missing', `test runner missing or not executable: ${said}`);
  }
  if (check.report === 'exit-code') {
    return execution.exit_code === 0 ? pass('exit status 0') : fail(`exit status ${execution.exit_code}`);
  }
  switch (report.state) {
    case 'none':
    case 'missing':
      return error('report-missing', `no ${check.report} report was written (${ending(execution)})`);
    case 'unreadable':
      return error(
        'report-unreadable',
        `the ${check.report} report cannot be read: ${report.reason} (${ending(execution)})`,
      );
    case 'read':
      return byReport(names, execution.exit_code, report.report);
    default:
      return report satisfies never;
  }
}

/** Not run because of the patch or the build: those gates decide. Otherwise nobody knows: that is an error. */
function notRun({ because, detail }: NonNullable<Payload<'acceptance_check'>['not_run']>): CheckOutcome {
  const why = oneLine(`not run: ${detail || because}`);
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

/** The harness or a limit ended the command: whatever it printed until then decides nothing. */
function stoppedFromOutside(execution: Execution): CheckOutcome | undefined {
  const ran = seconds(execution.ended_ms - execution.started_ms);
  const detail = execution.detail ? ` (${execution.detail})` : '';
  switch (execution.cause) {
    case 'timeout':
      return error('check-timeout', `reached its ceiling of ${seconds(execution.timeout_ms)} after ${ran}${detail}`);
    case 'oom':
      return error('check-oom', `ran out of memory after ${ran}${detail}`);
    case 'cpu-limit':
    case 'disk-limit':
    case 'output-limit':
      return error('check-limit', `reached its ${execution.cause.replace('-', ' ')} after ${ran}${detail}`);
    case 'cancelled':
      return error('check-cancelled', `was cancelled after ${ran}${detail}`);
    case 'not-started':
      return error('check-not-started', `could not be started${detail}`);
    case 'exit':
    case 'signal':
      return undefined;
    default:
      return execution.cause satisfies never;
  }
}

/** A crash is a decision only when a readable report shows failed tests, and never a pass. */
function crashed(check: Check, names: RequiredNames, execution: Execution, report: ReportReading): CheckOutcome {
  const signal = execution.signal ?? 'a signal';
  if (check.report !== 'exit-code' && report.state === 'read' && failuresIn(report.report) > 0) {
    const judged = byReport(names, null, report.report);
    if (judged.outcome === 'fail') return { ...judged, why: oneLine(`${judged.why}; ended by ${signal}`) };
  }
  return error('check-crash', `was ended by ${signal}${execution.detail ? ` (${execution.detail})` : ''}`);
}

/** Status and report together. `status` is null after a crash, which counts as a non-zero status. */
function byReport(names: RequiredNames, status: number | null, report: TestReport): CheckOutcome {
  const required = withNearestTests(requiredTests(names, report), report);
  const failures = failuresIn(report);
  if (report.tests.length === 0 && failures === 0) return error('no-tests-ran', 'no tests ran', required);
  if (status === 0 && failures > 0) {
    return error('oracle-inconsistent', `exit status 0, but ${counted(failures, 'failure')} in the report`, required);
  }
  if (status !== 0 && failures === 0) {
    return error('oracle-inconsistent', `exit status ${status}, but no failure in the report`, required);
  }
  if (names.problem !== undefined) return error('required-tests-unknown', names.problem, required);
  if (required.length > 0) return byRequiredTests(status, required, report);
  if (status === 0) {
    const passed = report.tests.filter((test) => test.outcome === 'passed').length;
    // Everything skipped is the cheapest way to turn a suite green.
    if (passed === 0) return error('no-tests-ran', 'no tests ran: every test in the report was skipped');
    return pass(counted(passed, 'test'));
  }
  return fail(`${counted(failures, 'failure')}: ${failingNames(report, [])[0] ?? ''}`);
}

/** Required tests decide; others may fail, as in SWE-bench, once status and report agree. */
function byRequiredTests(status: number | null, required: RequiredTest[], report: TestReport): CheckOutcome {
  const deciding = required.filter((test) => !test.quarantined);
  const of = (standing: RequiredTest['standing']) => deciding.filter((test) => test.standing === standing);
  const [failed, skipped, missing] = [of('failed'), of('skipped'), of('missing')];
  const say = (what: string, tests: RequiredTest[]) =>
    `${what}: ${oneLine(tests[0]?.name ?? '', 150)}${andMore(tests.length)}`;
  if (deciding.length === 0)
    return error('required-tests-unknown', 'every required test is in quarantine: nothing decides', required);
  if (status === 0 && missing.length > 0) {
    const why = say('required test is missing from the report', missing) + nearTo(missing[0]!);
    return error('oracle-inconsistent', why, required);
  }
  if (failed.length > 0) return fail(say('required test failed', failed), required);
  if (skipped.length > 0) return fail(say('required test was skipped', skipped), required);
  if (missing.length > 0) {
    // What kept the runner from the test is usually a file that it could not load.
    const [suite] = report.suite_failures;
    const because = suite
      ? `; ${oneLine(suite.name, 120)}: ${firstLine(suite.message ?? 'failed')}`
      : nearTo(missing[0]!);
    return fail(say('required test did not run', missing) + because, required);
  }
  const aside = required.length - deciding.length;
  return pass(`${counted(deciding.length, 'required test')}${aside > 0 ? `, ${aside} in quarantine` : ''}`, required);
}

/** "; the report has "…", "…"": tests that may be meant by a missing name. */
export function nearTo({ near = [] }: RequiredTest): string {
  return near.length === 0 ? '' : `; the report has ${near.map((name) => `"${oneLine(name, 80)}"`).join(', ')}`;
}

/** Names of what did not pass: required tests first, then failed tests, then suites; bounded, without repeats. */
export function failingNames(report: TestReport, required: readonly RequiredTest[]): string[] {
  const names = new Set<string>();
  for (const test of required) {
    if (names.size >= 50) break;
    if (test.standing !== 'passed' && !test.quarantined) names.add(oneLine(test.name, 500));
  }
  for (const test of report.tests) {
    if (names.size >= 50) break;
    if (test.outcome === 'failed') names.add(oneLine(testName(test), 500));
  }
  for (const suite of report.suite_failures) {
    if (names.size >= 50) break;
    names.add(oneLine(suite.name, 500));
  }
  return [...names].slice(0, 50);
}

/** Room for a name that is missing and those that may be meant. */
const LONGEST_WHY = 500;

/** How a command ended, with the first thing it complained of. */
function ending(execution: Execution): string {
  const complaint = firstLine(execution.stderr.head);
  return `exit status ${execution.exit_code}${complaint ? `: ${complaint}` : ''}`;
}

function firstLine(text: string): string {
  return oneLine(text.trimStart().split('\n', 1)[0] ?? '', 120);
}

function pass(why: string, required: RequiredTest[] = []): CheckOutcome {
  return { outcome: 'pass', reached: true, why: oneLine(why), required };
}

function fail(why: string, required: RequiredTest[] = []): CheckOutcome {
  return { outcome: 'fail', reached: true, why: oneLine(why, LONGEST_WHY), required };
}

function error(tag: TagId, why: string, required: RequiredTest[] = []): CheckOutcome {
  return { outcome: 'error', reached: true, why: oneLine(why, LONGEST_WHY), tag, required };
}
