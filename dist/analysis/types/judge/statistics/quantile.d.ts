/**
 * Computes the quantile of type 7, the default of NumPy and R. It is linear between the order statistics around (n −
 * 1)·p, in the unit of the values.
 *
 * @returns null for no values
 */
export declare function quantile(values: ArrayLike<number>, p: number): number | null;
/** Computes the quantile of values that are already in ascending order. */
export declare function quantileOfSorted(sorted: ArrayLike<number>, p: number): number | null;
/**
 * Computes the middle value, or the mean of the two in the middle.
 *
 * @returns null for no values
 */
export declare function median(values: ArrayLike<number>): number | null;
/**
 * Computes the arithmetic mean. Neumaier's summation keeps a hundred thousand small costs exact.
 *
 * @returns null for no values
 */
export declare function mean(values: ArrayLike<number>): number | null;
/**
 * Computes Σ (x − x̄)² / (n − ddof). ddof 1 estimates the variance of a population, 0 describes the values themselves.
 *
 * @returns null if n ≤ ddof
 */
export declare function variance(values: ArrayLike<number>, ddof?: number): number | null;
/** Checks whether values are equal but for rounding. Their spread must then not be divided by. */
export declare function allEqual(values: ArrayLike<number>): boolean;
