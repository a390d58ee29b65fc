import { normalizeTestName } from '../../contract/checks/name_pattern.js';
import type { Event } from '../../record/events/event.js';
import { formatTestId, formatTestName } from '../../record/tests/test_report.js';
import type { CheckVerdict } from '../../record/verdict/verdict.js';

/** Test that a check requires and that failed, as its report has it. */
export interface FailedTest {
  name: string;
  /** Name that identifies it in its report, with its white space normalised. */
  id: string;
  message: string;
}

/** Mandatory check that failed, with the event that decided it. */
export interface FailedCheck {
  check: string;
  seq: number;
  /** Empty where the check has no report, or fails for tests that are not in it. */
  tests: readonly FailedTest[];
}

const MAX_TESTS = 50;

/** Finds the first mandatory check that failed, and the tests for which it did; undefined if none failed. */
export function findFailedCheck(events: readonly Event[], checks: readonly CheckVerdict[]): FailedCheck | undefined {
  for (const { check, mandatory, reached, outcome, failing } of checks) {
    if (!mandatory || !reached || outcome !== 'fail') continue;
    const run = events.findLast(
      (event): event is Event<'acceptance_check' | 'build' | 'static_check'> =>
        (event.type === 'acceptance_check' || event.type === 'build' || event.type === 'static_check') &&
        event.payload.check === check &&
        event.payload.execution?.cause === 'exit' &&
        event.payload.execution.exit_code !== 0,
    );
    if (run === undefined) continue;
    const { report } = run.payload;
    const required = new Set(failing.map(normalizeTestName));
    const tests = (report.state === 'read' ? report.report.tests : [])
      .filter(({ outcome: result }) => result === 'failed')
      .map((test) => ({
        name: normalizeTestName(formatTestName(test)),
        id: normalizeTestName(formatTestId(test)),
        message: test.message ?? '',
      }))
      .filter(({ name, id }) => required.has(name) || required.has(id))
      .slice(0, MAX_TESTS);
    return { check, seq: run.seq, tests };
  }
  return undefined;
}
