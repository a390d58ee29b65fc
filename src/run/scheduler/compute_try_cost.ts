import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeSpentUsd, createCostEstimator } from '../../record/costs/cost_estimator.js';
import { selectEvents } from '../../record/events/select_events.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';

/**
 * Computes the cost of a try whose process was killed before it could report it. A sealed record contains it. Otherwise
 * the sum of the events counts, since each is recorded before more is spent. The ceiling counts if a request is open or
 * has no cost or price, or if the agent reaches models on its own.
 */
export function computeTryCost(path: string, ceiling_usd: number): number {
  const sealed_usd = readSealedCost(path);
  if (sealed_usd !== undefined) return sealed_usd ?? ceiling_usd;
  const { manifest, events } = verifyRun(path);
  if (ceiling_usd === 0) return 0;
  const worked = events.some(({ stage }) => stage === 'inspect' || stage === 'write');
  const estimate = createCostEstimator();
  for (const event of events) estimate.add(event);
  const priced = estimate.usd > 0 || selectEvents(events, 'cost_projection').length > 0;
  // A judge model may have been asked without an event: that comes after its last request.
  if (manifest?.judge_model && events.some(({ stage }) => stage === 'evaluation')) return ceiling_usd;
  if (!worked && !priced) return 0;
  if (worked && !manifest?.model) return ceiling_usd;
  const costs = selectEvents(events, 'cost').map(({ payload }) => payload);
  const responses = selectEvents(events, 'response').map(({ payload }) => payload);
  const unknown = costs.some(({ cost_usd }) => cost_usd === null);
  const open = selectEvents(events, 'prompt').length > responses.length;
  // The process may be killed between a response and its cost.
  const priced_exchanges = new Set(costs.map(({ exchange }) => exchange));
  const unpriced = responses.some(({ usage, exchange }) => usage !== null && !priced_exchanges.has(exchange));
  return open || unknown || unpriced ? ceiling_usd : estimate.usd;
}

/**
 * Reads the cost from the report; null = unknown, undefined = no report. The seal is not checked: spent money stays
 * spent.
 */
function readSealedCost(path: string): number | null | undefined {
  try {
    const { cost } = JSON.parse(readFileSync(join(path, RUN_FILES.report), 'utf8')) as Partial<AttemptReport>;
    return typeof cost?.total_usd === 'number' ? computeSpentUsd(cost) : null;
  } catch {
    return undefined;
  }
}
