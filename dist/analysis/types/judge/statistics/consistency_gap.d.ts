import { type SuiteEstimate } from './pass_at_k.js';
import type { TaskRuns } from './rate_interval.js';
/** Gaps between success in some of `k` runs and in all of them. 0 if every task is all or nothing. */
export interface ConsistencyGap {
    /** pass_at_k − pass_hat_k: at least one of k runs less all k. null without a task of k runs. */
    at_least_one_less_all: number | null;
    /** pass_hat_1 − pass_hat_k: one run less all k. */
    one_less_all: number | null;
    /** Number of tasks with at least k runs. Both sides of each gap are over these. */
    tasks: number;
    undefined_tasks: number;
}
/** Computes both gaps over the tasks with at least `k` runs, so that neither can be negative. */
export declare function consistencyGap(tasks: readonly TaskRuns[], k: number): ConsistencyGap;
/**
 * Computes the variance of single runs within tasks, averaged over tasks. For a task with n runs and rate p it is p(1 −
 * p)·n/(n − ddof). ddof 0 describes these runs (at most ¼), ddof 1 estimates the agent's variance without bias. Tasks
 * with n ≤ ddof are left out and counted. With ddof 1, `high` is no bound: a sample variance may exceed ¼, up to ½.
 */
export declare function runVariance(tasks: readonly TaskRuns[], ddof?: 0 | 1): SuiteEstimate;
/**
 * Computes the standard deviation of the suite's success rate between its runs (ddof 1). `rates` has the rate of the
 * first trials of all tasks, of the second, and so on. It is smaller than between tasks: the chance of single runs
 * averages out.
 *
 * @returns null for fewer than two rates
 */
export declare function betweenRunDeviation(rates: readonly number[]): number | null;
/**
 * Computes HAL's outcome consistency of a task: (2p − 1)² = 1 − 4p(1 − p), with p the share of successes. 1 if all runs
 * agree, 0 at half. Biased upward for few runs: two runs of a fair coin expect ½, not 0.
 *
 * @returns null for fewer than two runs
 */
export declare function outcomeConsistency({ runs, successes }: TaskRuns): number | null;
/** Computes the mean of `outcomeConsistency` over tasks. */
export declare function outcomeConsistencyOf(tasks: readonly TaskRuns[]): SuiteEstimate;
/**
 * Computes HAL's resource consistency of a task: exp(−CV), CV = SD / mean of a resource over its runs (ddof 1). 1 if
 * all runs used the same amount, or nothing. Amounts (cost, time, calls) must not be negative.
 *
 * @returns null for fewer than two runs
 */
export declare function resourceConsistency(amounts: readonly number[]): number | null;
