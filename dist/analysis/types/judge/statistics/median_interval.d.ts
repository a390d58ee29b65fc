import type { Interval } from './interval.js';
/**
 * Computes the interval of a median from order statistics: from the r-th smallest to the r-th largest value, with the
 * largest r for which 1 − 2 · P(Binomial(n, ½) < r) is at least the confidence. It assumes no distribution.
 *
 * @returns null if there are too few values for the confidence (fewer than 6 for 95 %), or if all are equal: their
 *   spread is then unknown, not zero
 */
export declare function medianInterval(values: readonly number[], confidence?: number): Interval | null;
