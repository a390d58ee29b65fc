import type { Event } from '../events/event.js';
import { selectEvents } from '../events/select_events.js';

/**
 * Returns the tests that `pass_to_pass: all` of an acceptance check requires. These are the tests that pass both in the
 * unchanged repository and with the reference solution.
 *
 * @returns undefined if the record does not say, or if no report of these runs could be read
 */
export function findBasePassedTests(check_id: string, events: readonly Event[]): readonly string[] | undefined {
  const reference = selectEvents(events, 'oracle_reference').at(-1);
  const found = reference?.payload.checks.find(({ check }) => check === check_id);
  return found?.readable ? found.base_passed : undefined;
}
