import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { PriceBook } from '../../../gateway/meter/price_book.js';
import {
  computeFallbackUnits,
  createUnitCap,
  FALLBACK_SCHEDULE,
  getHumanMinutes,
  roundDollars,
  sumDollars,
  sumKnownDollars,
} from '../../../record/costs/cost_estimator.js';
import { attemptStages, type Event } from '../../../record/events/event.js';
import {
  computeWallMs,
  countPricedCalls,
  listExecutions,
  listProvisioningIntervals,
  selectEvents,
} from '../../../record/events/select_events.js';
import { getTotalTokens, sumTokenCounts } from '../../../record/models/model_usage.js';
import type { AttemptCost } from '../../../record/verdict/attempt_result.js';
import { isModelRequest } from '../../supervisor/breakers/budgets/request_cap_breaker.js';
import { isAgentStage } from '../../supervisor/calls/agent_call.js';

/** Facts about costs that events do not hold. */
interface AttemptCostSources {
  /** Use of models: through the gateway, none, or unknown. */
  models: 'metered' | 'none' | 'unknown';
  /** Prices of the run; undefined if it has none. */
  prices: (Pick<PriceBook, 'rates' | 'identity'> & Partial<Pick<PriceBook, 'assumed'>>) | undefined;
  /** Size of the record in bytes. */
  kept_bytes: number;
  /** `budget.units` of the contract; absent = it sets none. */
  units?: number | undefined;
}

/** Computes the cost of an attempt: models, execution, people and overhead (requirement R13). */
export function computeCosts(
  events: readonly Event[],
  { models, prices, kept_bytes, units }: AttemptCostSources,
): AttemptCost {
  const execution_minutes = computeSandboxMinutes(events);
  const human_minutes = sumNumbers(events.map(getHumanMinutes));
  const parts = {
    models: computeModelUsd(events, models),
    execution: computeExecutionUsd(events, execution_minutes, prices),
    people: multiplyRate(prices?.rates.human_minute, human_minutes),
    overhead: computeOverheadUsd(kept_bytes, prices),
  };
  const usage = { models: true, execution: execution_minutes > 0, people: human_minutes > 0, overhead: true };
  const responses = selectEvents(events, 'response');
  const usages = responses.flatMap(({ payload }) => payload.usage ?? []);
  const price_names = [...new Set(selectEvents(events, 'cost').flatMap(({ payload }) => payload.price ?? []))].sort();
  const unpriced_units = [
    ...new Set(selectEvents(events, 'cost').flatMap(({ payload }) => payload.unpriced ?? [])),
  ].sort();
  return {
    total_usd: parts.models === null ? null : roundDollars(sumNumbers(Object.values(parts).map((part) => part ?? 0))),
    lm_usd: parts.models,
    execution_usd: parts.execution,
    human_usd: parts.people,
    overhead_usd: parts.overhead,
    unpriced: (['models', 'execution', 'people', 'overhead'] as const).filter(
      (part) => parts[part] === null && usage[part],
    ),
    execution_minutes,
    human_minutes,
    requests: events.filter(isModelRequest).length,
    estimated_requests: usages.filter(({ source }) => source === 'estimated').length,
    tokens: models === 'metered' ? sumTokenCounts(usages) : null,
    by_phase: sumCostsByPhase(events, prices?.rates.execution_minute, models),
    ...computeJudgeCost(events),
    projection: nameProjection(price_names, prices),
    ...omitUndefined({
      assumed: prices?.assumed?.length ? [...prices.assumed] : undefined,
      unpriced_units: unpriced_units.length > 0 ? unpriced_units : undefined,
      unit_cap: findUnitCap(events, units),
    }),
    prices: price_names,
    fallback_units: computeFallbackUnits(events, kept_bytes),
  };
}

/**
 * Sums dollars for models over the events of a stage or run.
 *
 * @returns null if one cost is unknown
 */
function sumModelUsd(events: readonly Event[]): number | null {
  const usd = sumDollars(selectEvents(events, 'cost').map(({ payload }) => payload.cost_usd));
  return usd === null ? null : roundDollars(usd);
}

/** Computes the cost of models; null = unknown. */
function computeModelUsd(events: readonly Event[], models: AttemptCostSources['models']): number | null {
  if (models === 'unknown') return null;
  return models === 'none' ? 0 : sumModelUsd(events);
}

/** Sums the use of the judge model; empty if none was asked. */
function computeJudgeCost(events: readonly Event[]): Pick<AttemptCost, 'judge'> {
  const requests = selectEvents(events, 'model_check').flatMap(({ payload }) => payload.asked?.requests ?? []);
  if (requests.length === 0) return {};
  const usages = requests.flatMap(({ usage, usd }) => (usage === null ? [] : [{ tokens: getTotalTokens(usage), usd }]));
  const usd = sumDollars(usages.map((one) => one.usd));
  return {
    judge: {
      usd: usd === null ? null : roundDollars(usd),
      requests: requests.filter(({ outcome }) => outcome !== 'refused').length,
      tokens: sumNumbers(usages.map(({ tokens }) => tokens)),
    },
  };
}

function computeExecutionUsd(
  events: readonly Event[],
  minutes: number,
  prices: AttemptCostSources['prices'],
): number | null {
  const calls = selectEvents(events, 'tool_invocation');
  const rates = prices?.rates;
  return sumKnown([
    multiplyRate(rates?.execution_minute, minutes),
    multiplyRate(rates?.tool_call, countPricedCalls(events)),
    multiplyRate(rates?.tool_minute, computeExecutionMinutes(calls)),
  ]);
}

const computeOverheadUsd = (kept_bytes: number, prices: AttemptCostSources['prices']): number | null =>
  sumKnown([multiplyRate(prices?.rates.run, 1), multiplyRate(prices?.rates.stored_gigabyte, kept_bytes / 1e9)]);

/** Sums costs by phase: sandbox provisioning, then each stage. Setup commands count for their stage. */
function sumCostsByPhase(
  events: readonly Event[],
  rate: number | null | undefined,
  models: AttemptCostSources['models'],
): AttemptCost['by_phase'] {
  const timed = (execution_minutes: number) => ({
    execution_minutes,
    execution_usd: multiplyRate(rate, execution_minutes),
  });
  const phases = attemptStages.map((stage): [string, AttemptCost['by_phase'][string]] => {
    const stage_events = events.filter((event) => event.stage === stage);
    const tokens = sumNumbers(
      selectEvents(stage_events, 'response').map(({ payload }) => (payload.usage ? getTotalTokens(payload.usage) : 0)),
    );
    const requests = stage_events.filter(isModelRequest).length;
    // An agent that no gateway meters may ask models in its stages; what setup and evaluation ask is known.
    const usd = stage_events.some(isAgentStage) ? computeModelUsd(stage_events, models) : sumModelUsd(stage_events);
    return [stage, { requests, tokens, usd, ...timed(computeExecutionMinutes(stage_events)) }];
  });
  const provisioning = computeSandboxMinutes(events) - computeExecutionMinutes(events);
  return Object.fromEntries([
    ...(events.some(({ type }) => type === 'provisioning')
      ? [[PROVISIONING_PHASE, { requests: 0, tokens: 0, usd: 0, ...timed(provisioning) }]]
      : []),
    ...phases.filter(([, { requests, execution_minutes }]) => requests > 0 || execution_minutes > 0),
  ]);
}

/** Names the method of projection: declared prices, else the prices of events, else the fallback schedule. */
function nameProjection(named: readonly string[], prices: AttemptCostSources['prices']): string {
  const table = prices?.identity.table_sha256;
  return table ? `table:${table}` : (named[0] ?? FALLBACK_SCHEDULE);
}

/** Returns the cap in units that held at the end of an attempt; undefined = none. */
function findUnitCap(events: readonly Event[], declared: number | undefined): number | undefined {
  const cap = createUnitCap(declared);
  for (const event of events) cap.add(event);
  return cap.units;
}

/** Name of the phase in which layers, workspaces and sandbox sessions are made. */
const PROVISIONING_PHASE = 'sandbox provisioning';
const computeSandboxMinutes = (events: readonly Event[]) =>
  computeWallMs(events.flatMap((event) => [...listExecutions(event), ...listProvisioningIntervals(event)])) / 60_000;
const computeExecutionMinutes = (events: readonly Event[]) => computeWallMs(events.flatMap(listExecutions)) / 60_000;
const multiplyRate = (rate: number | null | undefined, quantity: number) =>
  rate === null || rate === undefined ? null : roundDollars(rate * quantity);

/**
 * Sums the known parts.
 *
 * @returns null if no part is known
 */
function sumKnown(parts: readonly (number | null)[]): number | null {
  const usd = sumKnownDollars(parts);
  return usd === null ? null : roundDollars(usd);
}

const sumNumbers = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
