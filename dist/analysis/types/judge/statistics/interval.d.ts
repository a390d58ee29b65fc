/** Confidence interval, or bounds, on the scale of the estimate. */
export interface Interval {
    low: number;
    high: number;
}
/**
 * Computes Wilson's score interval for a proportion `p` seen in `n` trials. Centre (p + z²/2n) / (1 + z²/n), half-width
 * z / (1 + z²/n) · √(p(1−p)/n + z²/4n²). `n` may be fractional (an effective number of runs). n = 0 gives [0, 1].
 */
export declare function wilson(p: number, n: number, confidence?: number): Interval;
/**
 * Computes the interval of Clopper and Pearson for `c` successes in `n` independent trials. It never covers less than
 * its confidence: quantiles α/2 of Beta(c, n − c + 1) and 1 − α/2 of Beta(c + 1, n − c). n = 0 gives [0, 1].
 */
export declare function clopperPearson(c: number, n: number, confidence?: number): Interval;
/**
 * Computes Student's interval for a mean of independent values (one per task): x̄ ± t(n − 1) · s / √n.
 *
 * @returns null for fewer than two values, and if all are equal: their spread is then unknown, not zero
 */
export declare function tInterval(values: readonly number[], confidence?: number): Interval | null;
