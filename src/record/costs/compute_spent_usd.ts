import type { AttemptCost } from '../verdict/attempt_result.js';
import { roundDollars, sumDollars } from './sum_dollars.js';

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
