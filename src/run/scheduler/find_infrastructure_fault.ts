import { type Event, selectEvents } from '../../record/events/event.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';

/**
 * Finds the reason why an attempt must be repeated: by its record, the machine, the network or an upstream failed.
 * @param events reads the record; called only if the report is not enough
 * @returns undefined for results that concern the agent or the contract, and for intended stops: failures, undecided
 *   oracles, budgets, safety stops, operators, signals, mismatched identities
 */
export function findInfrastructureFault(
  { verdict }: AttemptReport,
  events: () => readonly Event[],
): string | undefined {
  const has = (id: string) => verdict.tags.some((tag) => tag.id === id);
  if (verdict.status === 'acceptance_error') return has('check-not-started') ? verdict.reason : undefined;
  if (verdict.status !== 'invalid') return undefined;
  if (has('harness-error') || has('model-outage')) return verdict.reason;
  const failed = has('setup-failure') ? selectEvents(events(), 'setup').some(({ payload }) => payload.fault) : false;
  return failed ? verdict.reason : undefined;
}
