import { createCostEstimator, getModelSpending } from '../../record/costs/cost_estimator.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { isAgentStageName } from '../rubric/trace/is_agent_stage_name.js';

/** Amount of one cap that the agent has used after an event. */
export interface CapUsage {
  seq: number;
  t: number;
  spent: number;
}

/** Computes the tokens used after each request to a model. */
export function computeTokenUsage(events: readonly Event[]): CapUsage[] {
  let spent = 0;
  return selectEvents(events, 'cost').map(({ seq, t, payload }) => {
    spent += getModelSpending(payload).tokens;
    return { seq, t, spent };
  });
}

/**
 * Computes the estimated cost in USD at each event of the agent's stages, as the usd cap counts it. It also returns the
 * reserve for the evaluation, and the first request of unknown price.
 */
export function computeCostUsage(events: readonly Event[]): {
  steps: CapUsage[];
  reserve_usd: number;
  unpriced: number | undefined;
} {
  const steps: CapUsage[] = [];
  const estimate = createCostEstimator();
  let unpriced: number | undefined;
  for (const event of events) {
    estimate.add(event);
    const { seq, t, type, payload, stage } = event;
    if (type === 'cost' && payload.action_type === 'llm_request' && payload.cost_usd === null && payload.unit !== 'usd')
      unpriced ??= seq;
    // Requests are settled in the agent's stages, or aborted right after them.
    if (isAgentStageName(stage) || type === 'cost') steps.push({ seq, t, spent: estimate.usd });
  }
  return { steps, reserve_usd: estimate.reserve_usd, unpriced };
}

/**
 * Computes the time spent in the agent's stages at each of their events, in milliseconds. Time in which a person was
 * asked does not count.
 */
export function computeWallUsage(events: readonly Event[]): CapUsage[] {
  const steps: CapUsage[] = [];
  const requests = new Set<string>();
  let [start_ms, spent, running] = [0, 0, false];
  for (const event of events) {
    const { seq, t, type, payload } = event;
    if (running && requests.size === 0) spent += (t - start_ms) / 1e6;
    start_ms = t;
    if (running) steps.push({ seq, t, spent });
    if (type === 'escalation') {
      if (payload.decision === 'pending') requests.add(payload.id);
      else requests.delete(payload.id);
    }
    if (type === 'stage_changed') running = isAgentStageName(payload.to);
  }
  return steps;
}
