import { type Event, eventsOf } from '../../record/events.js';
import type { Report } from '../../record/result.js';

/**
 * Why an attempt has to be made again: the machine, the network or where requests to models go failed, by what is recorded. Undefined for
 * everything that says something about agent or contract, and for what somebody wanted: failures, oracles that came to no decision,
 * budgets, safety stops, operators, signals, identities that do not hold.
 *
 * @param events reads the record; asked for where the report alone does not tell
 */
export function infrastructureFault({ verdict }: Report, events: () => readonly Event[]): string | undefined {
  const has = (id: string) => verdict.tags.some((tag) => tag.id === id);
  if (verdict.status === 'acceptance_error') return has('check-not-started') ? verdict.reason : undefined;
  if (verdict.status !== 'invalid') return undefined;
  if (has('harness-error') || has('model-outage')) return verdict.reason;
  const failed = has('setup-failure') ? eventsOf(events(), 'setup').some(({ payload }) => payload.fault) : false;
  return failed ? verdict.reason : undefined;
}
