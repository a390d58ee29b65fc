import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
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
  if (verdict.status === 'acceptance_error') {
    const failed = has('check-not-started') || (has('judge-model-silent') && isJudgeDown(events()));
    return failed ? verdict.reason : undefined;
  }
  if (verdict.status !== 'invalid') return undefined;
  if (has('harness-error') || has('model-outage')) return verdict.reason;
  const failed = has('setup-failure') ? selectEvents(events(), 'setup').some(({ payload }) => payload.fault) : false;
  return failed ? verdict.reason : undefined;
}

/** Tells whether a judge model could not be reached, or its server failed. A refusal would come again. */
const isJudgeDown = (events: readonly Event[]): boolean =>
  selectEvents(events, 'model_check').some(({ payload }) => {
    const { outcome, status = null } = payload.asked?.requests.at(-1) ?? {};
    const failed = outcome === 'error' || outcome === 'partial';
    return failed && (status === null || status >= 500 || status === 429);
  });
