import { type Interval } from './interval.js';
/** Runs of one task that count for a rate, and its successes. A task without runs contributes nothing. */
export interface TaskRuns {
    runs: number;
    successes: number;
}
/** Success rate over tasks, with its interval. */
export interface RateInterval {
    /** Mean of the task means. null without a run. */
    point: number | null;
    /** Wilson's interval on `n_eff`. null without a run. */
    interval: Interval | null;
    /** Number of independent runs with the same information. */
    n_eff: number;
    /** Correlation of runs of one task. null if the runs cannot show it. */
    icc: number | null;
    /** Number of tasks with at least one run. */
    tasks: number;
    runs: number;
    /** Warning to readers of the interval, or null. */
    note: string | null;
}
/**
 * Computes the intraclass correlation of runs within tasks, by one-way analysis of variance. It is (MSB − MSW) / (MSB +
 * (k₀ − 1)·MSW), with k₀ = (N − Σkᵢ²/N) / (T − 1), limited to [0, 1].
 *
 * @returns null if it is undefined: fewer than two tasks, no task with two runs, or no run that differs from another of
 *   its task
 */
export declare function intraclassCorrelation(tasks: readonly TaskRuns[]): number | null;
/**
 * Computes the number of independent runs with the same information. Runs of one task resemble each other: with deff =
 * 1 + (k̄ − 1)·ICC, n_eff = N / deff · (z / t(T − 1))². The last factor accounts for the ICC being an estimate from T
 * tasks.
 *
 * - k̄ is chosen so that the formula holds for the mean of task means: N/deff = T² / Σ (1 + (kᵢ − 1)·ICC)/kᵢ. A task
 *   with many runs does not make up for one with few.
 * - If the ICC is undefined, the result is T: nothing was estimated within tasks.
 * - One task is its own population: its runs count in full, and say nothing of other tasks.
 */
export declare function effectiveRuns(tasks: readonly TaskRuns[], confidence?: number): {
    n_eff: number;
    icc: number | null;
    deff: number;
};
/**
 * Computes the success rate: the mean of the task means, with Wilson's interval on the effective number of runs. In
 * simulation this is the one method near 95 % everywhere (docs/suites.md); an interval over pooled runs covers
 * about 75 %.
 */
export declare function rateInterval(tasks: readonly TaskRuns[], confidence?: number): RateInterval;
/** Scores of one task's runs, or their number and sum where a score is 0 or 1. */
export type TaskScores = TaskRuns | readonly number[];
/**
 * Computes the standard error of the pooled mean with tasks as clusters (CR1). It is √(C/(C − 1) · Σ_c (Σ_i (s_ic −
 * s̄))²) / n. With the same number of runs everywhere it equals SD(task means)/√C.
 *
 * @returns null for fewer than two tasks
 */
export declare function clusterStandardError(tasks: readonly TaskScores[]): number | null;
/**
 * Computes Miller's clustered standard error, a cross-check of `clusterStandardError`. It is √(SE² + Σ_c Σ_i Σ_{j≠i}
 * (s_ic − s̄)(s_jc − s̄) / n²), SE² = Σ (s − s̄)² / (n − 1) / n. It tends to be smaller for few tasks, since it lacks
 * the factor C/(C − 1).
 *
 * @returns null for fewer than two runs, and if the sum is negative
 */
export declare function millerStandardError(tasks: readonly TaskScores[]): number | null;
/**
 * Checks the counts of a task.
 *
 * @throws {RangeError} if successes exceed runs, or if either is no count
 */
export declare function requireRuns({ runs, successes }: TaskRuns): void;
