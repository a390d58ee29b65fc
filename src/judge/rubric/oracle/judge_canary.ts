import type { Contract } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { restorePublishedNames } from '../../../record/checks/has_check_passed.js';
import type { Event } from '../../../record/events/event.js';
import { evaluateRequiredTests, type RequiredTestResult } from '../../../record/tests/evaluate_required_tests.js';
import { formatTestName, isFileFailure, type TestCase } from '../../../record/tests/test_report.js';
import type { Evidence } from '../../../record/verdict/verdict.js';
import { pluralise, toOneLine } from '../text/to_one_line.js';

/** Verdict on whether the oracle was still able to fail once the patch was applied. */
type CanaryVerdict =
  | { state: 'armed'; why: string; by: 'report' | 'exit status'; evidence: Evidence }
  | { state: 'disarmed'; why: string; evidence: Evidence }
  | { state: 'inconclusive'; why: string; evidence: Evidence };

/**
 * Judges the canary, a command that must fail. With a report, it proves the oracle only if every test that must fail is
 * reported as failed. A file that does not load, a crash, and skipped or missing tests prove nothing; a test that
 * passes disarms the oracle. Without a report the exit status decides.
 */
export function judgeCanary(
  canary: NonNullable<Contract['oracle']['canary']>,
  event: Event<'canary'> | undefined,
): CanaryVerdict {
  const { report: format, must_fail } =
    typeof canary === 'string' ? { report: 'exit-code' as const, must_fail: undefined } : canary;
  if (!event)
    return { state: 'inconclusive', why: 'no canary is recorded', evidence: { contract_path: 'oracle.canary' } };
  const { execution, not_run, report, renamed } = event.payload;
  const evidence: Evidence = {
    seq: event.seq,
    ...omitUndefined({ command: execution?.command }),
    contract_path: 'oracle.canary',
  };
  const inconclusive = (why: string): CanaryVerdict => ({ state: 'inconclusive', why: toOneLine(why), evidence });
  const disarmed = (why: string): CanaryVerdict => ({ state: 'disarmed', why: toOneLine(why), evidence });
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
  const reading = restorePublishedNames(report, renamed ?? {});
  if (reading.state === 'unreadable') return inconclusive(`its report cannot be read: ${reading.reason}`);
  if (reading.state !== 'read') return inconclusive('it wrote no report');
  const { tests, suite_failures } = reading.report;
  const broken = [...suite_failures.map(({ name }) => name), ...tests.filter(isFileFailure).map(formatTestName)];
  const standings = readStandings(tests, must_fail);
  const passed = standings.find(({ standing }) => standing === 'passed');
  if (passed) return disarmed(`"${passed.name}" passes, and must fail`);
  if (broken[0] !== undefined) return inconclusive(`failed outside of its tests, or before them: ${broken[0]}`);
  if (standings.length === 0) return inconclusive('its report shows no test');
  const exception = standings.find(({ standing }) => standing !== 'failed');
  if (exception)
    return inconclusive(
      `"${exception.name}" ${exception.standing === 'skipped' ? 'was skipped' : 'is missing from its report'}`,
    );
  return { state: 'armed', why: `${pluralise(standings.length, 'test')} failed`, by: 'report', evidence };
}

/** Reads the outcomes of the tests that must fail: those that the contract names, else all. */
function readStandings(
  tests: readonly TestCase[],
  must_fail: readonly string[] | undefined,
): Pick<RequiredTestResult, 'name' | 'standing'>[] {
  if (must_fail !== undefined)
    return evaluateRequiredTests(
      { names: must_fail.map((name) => ({ name, list: 'fail_to_pass', exact: false })), quarantine: [] },
      { tests: [...tests], suite_failures: [] },
    );
  return tests
    .filter((test) => !isFileFailure(test))
    .map((test) => ({ name: formatTestName(test), standing: test.outcome === 'todo' ? 'skipped' : test.outcome }));
}
