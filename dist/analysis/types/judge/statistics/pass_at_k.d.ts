import { type TaskRuns } from './rate_interval.js';
/**
 * Estimates the probability that at least one of `k` runs succeeds: 1 − C(n − c, k) / C(n, k). The estimate from `c`
 * successes in `n` runs of one task is unbiased. It is computed as the probability of a success within k draws without
 * replacement, q ← q + (1 − q)·c/(n − j). Without factorials and differences of nearly equal numbers, it holds for n =
 * 10⁶ and rare successes.
 *
 * @returns null if n < k: k runs were never seen together
 */
export declare function passAtK(n: number, c: number, k: number): number | null;
/**
 * Estimates the probability that all of `k` runs succeed (pass^k): C(c, k) / C(n, k). (c/n)^k would be too high: for n
 * = 4, p = ½, k = 2 it expects .3125 where .25 is true.
 *
 * @returns null if n < k
 */
export declare function passHatK(n: number, c: number, k: number): number | null;
/** Mean over tasks, some of which may have too few runs for it. */
export interface SuiteEstimate {
    /** Mean over the tasks where it is defined. null if there is none. */
    value: number | null;
    /** Number of all tasks. */
    tasks: number;
    /** Number of tasks with too few runs, which `value` leaves out. */
    undefined_tasks: number;
    /** Mean if each task left out had 0. null without a task. */
    low: number | null;
    /** Mean if each task left out had 1. null without a task. */
    high: number | null;
}
/** Computes the mean of `passAtK` over tasks. */
export declare function passAtKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate;
/**
 * Computes the mean of `passHatK` over tasks. With n = k runs each, it is the share of tasks of which every run
 * succeeded.
 */
export declare function passHatKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate;
/** Computes the mean over tasks of a figure in [0, 1]. */
export declare function averageOverTasks(tasks: readonly TaskRuns[], figure: (task: TaskRuns) => number | null): SuiteEstimate;
