import { requireAmount, requireCount, requireFinite } from './arguments.js';
import type { TaskRuns } from './clusters.js';
import { meanOf, passAtKOf, passHatKOf, type SuiteEstimate } from './passes.js';
import { allEqual, mean, variance } from './quantile.js';

/** How far success in some of `k` runs is from success in all of them; 0 where every task is all or nothing. */
export interface ConsistencyGap {
  /** pass_at_k − pass_hat_k: at least one of k runs against all k. null without a task of k runs. */
  at_least_one_less_all: number | null;
  /** pass_hat_1 − pass_hat_k: one run against all k (the source's consistency gap). */
  one_less_all: number | null;
  /** Tasks with at least k runs: both sides of each gap are over these. */
  tasks: number;
  undefined_tasks: number;
}

/** Both gaps, over the tasks with at least `k` runs, so that neither can be negative. */
export function consistencyGap(tasks: readonly TaskRuns[], k: number): ConsistencyGap {
  const enough = tasks.filter((task) => task.runs >= k);
  const [some, one, all] = [passAtKOf(enough, k).value, passHatKOf(enough, 1).value, passHatKOf(enough, k).value];
  return {
    at_least_one_less_all: some === null || all === null ? null : Math.max(0, some - all),
    one_less_all: one === null || all === null ? null : Math.max(0, one - all),
    tasks: enough.length,
    undefined_tasks: tasks.length - enough.length,
  };
}

/**
 * Variance of single runs within tasks, averaged over tasks: p(1 − p)·n/(n − ddof) for a task with n runs and rate p. ddof 0 describes the
 * runs seen (at most ¼), 1 estimates that of the agent without bias. Tasks with n ≤ ddof are left out and counted; with ddof 1,
 * `high` is no bound, since a sample variance may exceed ¼ up to ½.
 */
export function runVariance(tasks: readonly TaskRuns[], ddof: 0 | 1 = 0): SuiteEstimate {
  return meanOf(tasks, ({ runs, successes }) =>
    runs <= ddof || runs === 0 ? null : (successes * (runs - successes)) / runs / (runs - ddof),
  );
}

/**
 * Standard deviation of the suite's success rate from one run of it to the next: `rates` has the rate of the first trials of all tasks, of
 * the second, … (ddof 1). null for fewer than two. Smaller than between tasks: chance of single runs averages out over them.
 */
export function betweenRunDeviation(rates: readonly number[]): number | null {
  const spread = variance(rates, 1);
  return spread === null ? null : Math.sqrt(spread);
}

/**
 * HAL's outcome consistency of a task: (2p − 1)² = 1 − 4p(1 − p), with p the share of successes: 1 where all runs agree, 0 at half.
 * null for fewer than two runs. Biased upward for few runs: two runs of a fair coin expect ½, not 0.
 */
export function outcomeConsistency({ runs, successes }: TaskRuns): number | null {
  requireCount('runs', runs);
  requireCount('successes', successes);
  if (successes > runs) throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
  return runs < 2 ? null : ((2 * successes) / runs - 1) ** 2;
}

/** Mean of `outcomeConsistency` over tasks. */
export function outcomeConsistencyOf(tasks: readonly TaskRuns[]): SuiteEstimate {
  return meanOf(tasks, outcomeConsistency);
}

/**
 * HAL's resource consistency of a task: exp(−CV), CV = SD / mean of what its runs took (cost, time, calls), ddof 1. 1 where all runs took the
 * same, nothing included; null for fewer than two runs. Amounts must not be negative.
 */
export function resourceConsistency(amounts: readonly number[]): number | null {
  requireFinite('amounts', amounts);
  for (const amount of amounts) requireAmount('amount', amount);
  if (amounts.length < 2) return null;
  return allEqual(amounts) ? 1 : Math.exp(-Math.sqrt(variance(amounts, 1)!) / mean(amounts)!);
}
