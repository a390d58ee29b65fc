import type { AttemptCost } from '../verdict/attempt_result.js';
import { roundDollars } from './sum_dollars.js';

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
