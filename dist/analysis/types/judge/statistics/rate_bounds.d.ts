import { type Interval } from './interval.js';
/** Runs by outcome. An undecided run may have been a success or a failure. */
export interface Outcomes {
    successes: number;
    failures: number;
    undecided: number;
}
/**
 * Computes Manski's bounds of a rate, which hold whatever the undecided runs were: [s / n, (s + u) / n]. They are no
 * confidence interval: they are about the runs that were made.
 *
 * @returns null without a run
 */
export declare function rateBounds(outcomes: Outcomes): Interval | null;
/** Computes the same bounds for the mean of task means. Tasks without a run are left out. */
export declare function rateBoundsOf(tasks: readonly Outcomes[]): Interval | null;
/**
 * Computes an interval that covers sampling and undecided runs together. It reaches from Wilson's lower limit with
 * every undecided run a failure to the upper limit with every one a success, each on its own effective number of runs.
 *
 * @returns null without a run
 */
export declare function outerInterval(tasks: readonly Outcomes[], confidence?: number): Interval | null;
/** Computes bounds of A − B from bounds of both: A at its worst less B at its best, and the reverse. */
export declare function differenceBounds(a: Interval, b: Interval): Interval;
/**
 * Computes bounds of the mean paired difference A − B over tasks that both arms ran. If they straddle 0, the undecided
 * runs alone could reverse the claim, whatever the p value of the others: `decided` is false.
 *
 * @returns null without a pair
 */
export declare function pairedBounds(pairs: readonly {
    a: Outcomes;
    b: Outcomes;
}[]): (Interval & {
    decided: boolean;
}) | null;
/**
 * Estimates the true rate behind a verifier with known errors, after Rogan and Gladen. The rate is (observed +
 * specificity − 1) / (sensitivity + specificity − 1), limited to [0, 1]. The standard error of the observed rate must
 * be multiplied by `inflation`, which grows without bound for a verifier that is nearly useless.
 *
 * @returns null if sensitivity + specificity ≤ 1: such a verifier says nothing
 */
export declare function roganGladen(observed: number, sensitivity: number, specificity: number): {
    rate: number;
    unclamped: number;
    inflation: number;
} | null;
/**
 * Computes the range of rates that a verifier shows if it errs with rate `error` either way. For an agent with the true
 * rate `rate` in `n` tasks it is μ ± z·√(μ(1 − μ)/n) with μ = e + (1 − 2e)·p₀. Such errors do not explain observed
 * rates outside.
 */
export declare function noisyVerifier(rate: number, error: number, n: number, confidence?: number): Interval & {
    expected: number;
};
