import { selectEvents } from '../../../record/events/select_events.js';
import type { AttemptContext } from '../attempt_context.js';
import { computeEvaluationReserve } from './compute_evaluation_reserve.js';

/**
 * Records the terms of the running cost estimate once, before the agent starts. Every later reader computes the same
 * sum from them and the events. Without declared prices nothing is recorded, and only models count.
 */
export function recordCostProjection({ loaded, models, run, runner }: AttemptContext): void {
  const prices = models?.prices ?? runner.prices;
  const table = prices?.identity.table_sha256;
  if (!prices || !table || selectEvents(run.log.events, 'cost_projection').length > 0) return;
  const { rates, assumed } = prices;
  run.log.append('cost_projection', 'harness', {
    projection: `table:${table}`,
    rates,
    assumed: [...assumed],
    kept_bytes: run.bytes,
    reserve: computeEvaluationReserve(loaded, rates),
  });
}
