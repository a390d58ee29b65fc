import type { AttemptBudget } from '../../contract/policy/policy.js';
import type { Event, EventPayload, Execution } from '../events/event.js';
import { NO_PRICE_RATES, type PriceRates } from '../events/model_payloads.js';
import {
  createCallCounter,
  createIntervalUnion,
  listExecutions,
  listProvisioningIntervals,
  type TimeInterval,
} from '../events/select_events.js';
import type { AttemptCost } from '../verdict/attempt_result.js';

/**
 * Adds amounts in USD that only together make a whole. The sum is not rounded.
 *
 * @returns null if at least one amount is unknown; 0 if there is none
 */
export const sumDollars = (amounts: Iterable<number | null>): number | null => {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
};

/**
 * Adds the amounts in USD that are known. The sum is not rounded.
 *
 * @returns null if none is known
 */
export const sumKnownDollars = (amounts: readonly (number | null)[]): number | null => {
  const summands = amounts.filter((amount) => amount !== null);
  return summands.length === 0 ? null : sumDollars(summands);
};

/**
 * Rounds an amount in USD to a billionth of a dollar, as it is stored: binary sums of decimal fractions are not
 * exact.
 */
export const roundDollars = (usd: number): number => Math.round(usd * 1e9) / 1e9;

/**
 * Computes what an attempt took out of the budget of its run: the cost of the agent's attempt, and of the judge model.
 *
 * @returns null if a part is unknown
 */
export function computeSpentUsd({ total_usd, judge }: Pick<AttemptCost, 'total_usd' | 'judge'>): number | null {
  if (judge === undefined) return total_usd;
  const usd = sumDollars([total_usd, judge.usd]);
  return usd === null ? null : roundDollars(usd);
}

/** Time that people spent on a human baseline before the attempt, and its price; null = no price is declared. */
export interface BaselineTime {
  minutes: number;
  usd_per_hour: number | null;
}

const MINUTES_PER_HOUR = 60;

/** Returns the price of a baseline's time in USD; null = no price is declared. */
export const computeBaselineUsd = ({ minutes, usd_per_hour }: BaselineTime): number | null =>
  usd_per_hour === null ? null : roundDollars((minutes / MINUTES_PER_HOUR) * usd_per_hour);

/**
 * Adds the time of a human baseline to the cost of its attempt, once. A cost that already includes it is returned
 * unchanged. Without a price for the time, the total is unknown.
 */
export function addBaselineCost(cost: AttemptCost, time: BaselineTime | undefined): AttemptCost {
  if (time === undefined || cost.baseline_minutes !== undefined) return cost;
  const usd = computeBaselineUsd(time);
  return {
    ...cost,
    ...addBaselineUsd(cost, usd),
    human_minutes: (cost.human_minutes ?? 0) + time.minutes,
    unpriced: usd === null && !cost.unpriced.includes('people') ? [...cost.unpriced, 'people'] : cost.unpriced,
    baseline_minutes: time.minutes,
  };
}

/** Returns the human part and the total of a cost with a baseline's USD added. */
export function addBaselineUsd(
  {
    human_usd,
    total_usd,
    execution_usd,
    overhead_usd,
  }: Pick<AttemptCost, 'human_usd' | 'total_usd' | 'execution_usd' | 'overhead_usd'>,
  usd: number | null,
): Pick<AttemptCost, 'human_usd' | 'total_usd'> {
  if (usd === null) return { human_usd: null, total_usd: null };
  // Other human time on the patch was not metered: it is part of the baseline.
  const other_usd = total_usd ?? (execution_usd ?? 0) + (overhead_usd ?? 0);
  return { human_usd: roundDollars((human_usd ?? 0) + usd), total_usd: roundDollars(other_usd + usd) };
}

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
  const countOutputBytes = ({ stdout, stderr }: Execution) =>
    (stdout.artifact === undefined ? 0 : stdout.bytes) + (stderr.artifact === undefined ? 0 : stderr.bytes);
  return listExecutions(event).reduce(
    (sum, execution) => sum + countOutputBytes(execution),
    JSON.stringify(event).length,
  );
}

/** Version of the fallback schedule of costs; another version has other coefficients. */
export const FALLBACK_SCHEDULE = 'fallback-1';

/** Coefficients in abstract units. They are policy, not measurements. */
const UNITS_PER_REQUEST = 10;
const UNITS_PER_ANSWER_KILOBYTE = 1;
const UNITS_PER_CALL = 1;
const UNITS_PER_KEPT_MEGABYTE = 1;
/** Units of one second of a command. */
export const UNITS_PER_SECOND = 0.1;

/**
 * Cap in units of an attempt whose contract sets none. About 1,400 requests to models with answers of 4,000 bytes;
 * 30 minutes of commands are 180 units.
 */
const DEFAULT_UNIT_CAP = 20_000;

/** Cap in abstract units, which depends on the prices that the events so far show. */
interface UnitCap {
  add(event: Event): void;
  /** Units at which the agent ends, its headroom included; undefined = no cap. */
  readonly units: number | undefined;
}

/**
 * Creates the cap in units of an attempt: the number of the contract. Without one the default holds, unless there is a
 * price table or all requests to models so far had a price.
 *
 * @param declared `budget.units` of the contract
 */
export function createUnitCap(declared: number | undefined): UnitCap {
  let table = false;
  const requests = { priced: 0, unpriced: 0 };
  return {
    add({ type, payload }) {
      if (type === 'cost_projection') table = true;
      if (type !== 'cost' || payload.action_type !== 'llm_request') return;
      const known = payload.cost_usd !== null || payload.unit === 'usd';
      requests[known ? 'priced' : 'unpriced'] += 1;
    },
    get units() {
      if (declared !== undefined) return declared;
      const known = table || (requests.priced > 0 && requests.unpriced === 0);
      return known ? undefined : DEFAULT_UNIT_CAP;
    },
  };
}

/** Estimate of what an attempt used in the abstract units of the fallback schedule, fed with the events of its log. */
interface UnitEstimator {
  add(event: Event): void;
  /** Units of all events so far. */
  readonly units: number;
}

/** Creates an estimate of nothing (requirement R13: enforcement and comparison where no price is declared). */
export function createUnitEstimator(): UnitEstimator {
  const calls = createCallCounter();
  let of_answers = 0;
  let of_seconds = 0;
  return {
    add(event) {
      calls.add(event);
      if (event.type === 'response' && event.payload.outcome !== 'refused')
        of_answers += UNITS_PER_REQUEST + (UNITS_PER_ANSWER_KILOBYTE * (event.payload.body?.bytes ?? 0)) / 1e3;
      if (event.type === 'tool_invocation') of_seconds += UNITS_PER_SECOND * computeSeconds(event.payload.execution);
    },
    get units() {
      return of_answers + of_seconds + UNITS_PER_CALL * calls.priced_calls;
    },
  };
}

/** Computes the size of a finished attempt in abstract units, from its events and the bytes that are kept of it. */
export function computeFallbackUnits(events: readonly Event[], kept_bytes: number): number {
  const estimate = createUnitEstimator();
  for (const event of events) estimate.add(event);
  return Math.round((estimate.units + (UNITS_PER_KEPT_MEGABYTE * kept_bytes) / 1e6) * 1000) / 1000;
}

const computeSeconds = (ran: { started_ms: number; ended_ms: number } | undefined) =>
  ran ? Math.max(0, ran.ended_ms - ran.started_ms) / 1e3 : 0;
