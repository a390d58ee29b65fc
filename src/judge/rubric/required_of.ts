import type { Check } from '../../contract/schema.js';
import { eventsOf } from '../../record/events.js';
import { type RequiredNames, requiredNames } from '../../record/required_names.js';
import type { Trace } from './trace.js';

/** Resolves the required tests of a check from the record: `pass_to_pass: all` stands for what its reference event names. */
export const requiredOf = (check: Check, trace: Pick<Trace, 'record'>): RequiredNames =>
  requiredNames(check, basePassed(check.id, trace));

/**
 * Returns the tests of an acceptance check that pass in the unchanged repository and with the reference solution.
 *
 * @returns undefined if the record does not say, or no report of them could be read
 */
export function basePassed(check_id: string, { record }: Pick<Trace, 'record'>): readonly string[] | undefined {
  const reference = eventsOf(record.events, 'oracle_reference').at(-1);
  const found = reference?.payload.checks.find(({ check }) => check === check_id);
  return found?.readable ? found.base_passed : undefined;
}
