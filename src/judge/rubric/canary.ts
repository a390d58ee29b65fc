import type { Contract } from '../../contract/schema.js';
import type { Event } from '../../record/events.js';
import { withPublishedNames } from '../../record/published_names.js';
import { type RequiredTest, requiredTests } from '../../record/required_tests.js';
import { isFailureOfFile, type TestCase, testName } from '../../record/test_report.js';
import type { Evidence } from '../../record/verdict.js';
import { counted, oneLine } from './why.js';

/** Whether the oracle was still able to fail once the patch was applied. */
export type Arming =
  | { state: 'armed'; why: string; by: 'report' | 'exit status'; evidence: Evidence }
  | { state: 'disarmed'; why: string; evidence: Evidence }
  | { state: 'inconclusive'; why: string; evidence: Evidence };

/**
 * Reads the canary: a command that must fail. With a report it has proven the oracle only when every test that must fail was
 * reported as failed: a file that does not load, a crash, a test that is skipped or missing prove nothing, and one that passes was
 * disarmed. Without a report its exit status has to do.
 */
export function arming(canary: NonNullable<Contract['oracle']['canary']>, event: Event<'canary'> | undefined): Arming {
  const { report: format, must_fail } =
    typeof canary === 'string' ? { report: 'exit-code' as const, must_fail: undefined } : canary;
  if (!event)
    return { state: 'inconclusive', why: 'no canary is recorded', evidence: { contract_path: 'oracle.canary' } };
  const { execution, not_run, report, renamed } = event.payload;
  const evidence: Evidence = {
    seq: event.seq,
    ...(execution ? { command: execution.command } : {}),
    contract_path: 'oracle.canary',
  };
  const inconclusive = (why: string): Arming => ({ state: 'inconclusive', why: oneLine(why), evidence });
  const disarmed = (why: string): Arming => ({ state: 'disarmed', why: oneLine(why), evidence });
  if (!execution) return inconclusive(`not run: ${not_run?.detail || not_run?.because || 'no reason is recorded'}`);
  const { cause, exit_code, signal } = execution;
  if (cause !== 'exit' && cause !== 'signal') return inconclusive(`ended by ${cause}`);
  if (cause === 'exit') {
    if (exit_code === null) return inconclusive('ended without an exit status');
    if (exit_code === 0) return disarmed('a command that must fail exited with 0');
    if (exit_code === 126 || exit_code === 127) return inconclusive('its command is missing or not executable');
  }
  if (format === 'exit-code') return { state: 'armed', why: 'fails, by exit status only', by: 'exit status', evidence };
  if (cause === 'signal') return inconclusive(`crashed (${signal ?? 'a signal'}), which no test did`);
  const reading = withPublishedNames(report, renamed ?? {});
  if (reading.state === 'unreadable') return inconclusive(`its report cannot be read: ${reading.reason}`);
  if (reading.state !== 'read') return inconclusive('it wrote no report');
  const { tests, suite_failures } = reading.report;
  const broken = [...suite_failures.map(({ name }) => name), ...tests.filter(isFailureOfFile).map(testName)];
  const standings = standingsOf(tests, must_fail);
  const passed = standings.find(({ standing }) => standing === 'passed');
  if (passed) return disarmed(`"${passed.name}" passes, and must fail`);
  if (broken[0] !== undefined) return inconclusive(`failed outside of its tests, or before them: ${broken[0]}`);
  if (standings.length === 0) return inconclusive('its report shows no test');
  const other = standings.find(({ standing }) => standing !== 'failed');
  if (other)
    return inconclusive(
      `"${other.name}" ${other.standing === 'skipped' ? 'was skipped' : 'is missing from its report'}`,
    );
  return { state: 'armed', why: `${counted(standings.length, 'test')} failed`, by: 'report', evidence };
}

/** Tests that must fail, as they stand in the report: those that the contract names, else all of them. */
function standingsOf(
  tests: readonly TestCase[],
  must_fail: readonly string[] | undefined,
): Pick<RequiredTest, 'name' | 'standing'>[] {
  if (must_fail !== undefined)
    return requiredTests(
      { names: must_fail.map((name) => ({ name, list: 'fail_to_pass', exact: false })), quarantine: [] },
      { tests: [...tests], suite_failures: [] },
    );
  return tests
    .filter((test) => !isFailureOfFile(test))
    .map((test) => ({ name: testName(test), standing: test.outcome === 'todo' ? 'skipped' : test.outcome }));
}
