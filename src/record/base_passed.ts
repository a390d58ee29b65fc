import { type Event, eventsOf } from './events.js';

/**
 * Returns the tests of an acceptance check that pass in the unchanged repository and with the reference solution: what
 * `pass_to_pass: all` stands for.
 *
 * @returns undefined if the record does not say, or no report of them could be read
 */
export function basePassed(check_id: string, events: readonly Event[]): readonly string[] | undefined {
  const reference = eventsOf(events, 'oracle_reference').at(-1);
  const found = reference?.payload.checks.find(({ check }) => check === check_id);
  return found?.readable ? found.base_passed : undefined;
}
