import type { AttemptBudget } from '../../contract/policy/policy.js';
import {
  createIntervalUnion,
  listExecutions,
  listProvisioningIntervals,
  type TimeInterval,
} from '../events/compute_wall_ms.js';
import { NO_PRICE_RATES, type PriceRates } from '../events/cost_payloads.js';
import { createCallCounter } from '../events/create_call_counter.js';
import type { Event, EventPayload, Execution } from '../events/event.js';

/**
 * Estimator of the cost of an attempt so far, C = LM + execution + human + overhead, from its events alone. The same
 * log gives the same sum. Parts without a declared price count as 0. At the end of a log the estimate equals the cost
 * in the report.
 */
export interface CostEstimator {
  add(event: Event): void;
  /** Total so far, in USD. */
  readonly usd: number;
  /** Cost of requests to models, in USD. */
  readonly lm_usd: number;
  /** All other cost in USD, including commands that are still running and have no event yet. */
  other_usd(running?: readonly TimeInterval[]): number;
  readonly rates: PriceRates;
  /** Reserve for the evaluation and its record, in USD; 0 if no part of it has a price. */
  readonly reserve_usd: number;
}

/** Returns the tokens and the USD that a cost event adds to requests to models. */
export function getModelSpending({ action_type, unit, quantity, cost_usd }: EventPayload<'cost'>): {
  tokens: number;
  usd: number;
} {
  if (action_type !== 'llm_request') return { tokens: 0, usd: 0 };
  return { tokens: unit === 'token' ? quantity : 0, usd: cost_usd ?? (unit === 'usd' ? quantity : 0) };
}

/** Returns the minutes that the attempt waited for a person's answer: an upper bound of the person's working time. */
export const getHumanMinutes = ({ type, payload }: Event): number =>
  type === 'escalation' && payload.decision !== 'pending' && payload.by !== null ? payload.waited_ms / 60_000 : 0;

/** Creates an estimator, to be fed from the beginning of a log. */
export function createCostEstimator(): CostEstimator {
  const busy = createIntervalUnion();
  const in_calls = createIntervalUnion();
  const count = createCallCounter();
  let rates = NO_PRICE_RATES;
  let reserve_usd = 0;
  let lm_usd = 0;
  let human_minutes = 0;
  let runs = 0;
  let kept_bytes = 0;

  const seeTimes = (event: Event): void => {
    for (const interval of [...listExecutions(event), ...listProvisioningIntervals(event)]) busy.add(interval);
    if (event.type === 'tool_invocation' && event.payload.execution) in_calls.add(event.payload.execution);
    if (event.type !== 'resource_sample') return;
    // The command of a sample has no event yet, and was still running at this time.
    const ended_ms = event.t / 1e6;
    const running = { started_ms: Math.max(0, ended_ms - event.payload.wall_ms), ended_ms };
    busy.add(running);
    in_calls.add(running);
  };

  const other_usd = (running: readonly TimeInterval[] = []): number =>
    (rates.execution_minute ?? 0) * (busy.wall_ms(running) / 60_000) +
    (rates.tool_minute ?? 0) * (in_calls.wall_ms(running) / 60_000) +
    (rates.tool_call ?? 0) * count.priced_calls +
    (rates.human_minute ?? 0) * human_minutes +
    (rates.run ?? 0) * runs +
    (rates.stored_gigabyte ?? 0) * (kept_bytes / 1e9);

  return {
    add(event) {
      if (event.type === 'cost_projection') {
        rates = event.payload.rates;
        reserve_usd = event.payload.reserve.usd;
        kept_bytes = event.payload.kept_bytes;
        runs = 1;
      }
      seeTimes(event);
      count.add(event);
      human_minutes += getHumanMinutes(event);
      if (event.type === 'cost') lm_usd += getModelSpending(event.payload).usd;
      if (rates.stored_gigabyte) kept_bytes += countRecordBytes(event);
    },
    get usd() {
      return lm_usd + other_usd();
    },
    get lm_usd() {
      return lm_usd;
    },
    other_usd,
    get rates() {
      return rates;
    },
    get reserve_usd() {
      return reserve_usd;
    },
  };
}

/**
 * Returns the USD that may be spent before the run must end: the cap minus its headroom or minus the reserve, whichever
 * is larger.
 */
export const computeSpendableUsd = (
  { usd, headroom }: Pick<AttemptBudget, 'usd' | 'headroom'>,
  reserve_usd: number,
): number => Math.max(0, usd - Math.max(usd * headroom, reserve_usd));

/** Returns the bytes that an event adds to the record, including the outputs that it names. */
function countRecordBytes(event: Event): number {
  const kept = ({ stdout, stderr }: Execution) =>
    (stdout.artifact === undefined ? 0 : stdout.bytes) + (stderr.artifact === undefined ? 0 : stderr.bytes);
  return listExecutions(event).reduce((sum, execution) => sum + kept(execution), JSON.stringify(event).length);
}
