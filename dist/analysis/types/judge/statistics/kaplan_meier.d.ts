import type { Interval } from './interval.js';
/** Amount (USD, ms, …) spent until the event, or until the observation ended without it. */
export interface Observation {
    value: number;
    /** True: the event (success) came at `value`. False: it had not come by `value`, and the observation ended. */
    event: boolean;
}
/** Step of a survival curve. */
export interface SurvivalStep {
    value: number;
    at_risk: number;
    events: number;
    censored: number;
    /** S: share for which the event came later than `value`. */
    survival: number;
    /** Greenwood's standard error: S·√Σ d / (n(n − d)). null once S = 0. */
    standard_error: number | null;
    /** Pointwise interval of −ln S in logarithms, thus within [0, 1]. null if S is 0 or 1. */
    interval: Interval | null;
}
/**
 * Computes the product-limit estimate of Kaplan and Meier, S = Π (1 − d/n). It has one step per value at which
 * something happened, ascending. An observation censored at a value is still at risk for the events at it. Empty
 * without observations.
 *
 * Use it only for time or cost to success with a limit that was set beforehand (administrative censoring). Runs that
 * failed for good, or were never decided, are not censored: taking them so would promise success to all who wait.
 */
export declare function kaplanMeier(observations: readonly Observation[], confidence?: number): SurvivalStep[];
/** Computes the curve of success by a budget, 1 − S: the share that has succeeded with at most `value`. */
export declare function successCurve(steps: readonly SurvivalStep[]): {
    value: number;
    success: number;
    at_risk: number;
    interval: Interval | null;
}[];
/**
 * Finds the least value at which S is at most 1 − p. p = ½ is the median time or cost to success.
 *
 * @returns null if the curve never gets there
 */
export declare function survivalQuantile(steps: readonly SurvivalStep[], p: number): number | null;
