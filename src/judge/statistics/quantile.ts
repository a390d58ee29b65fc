import { requireCount, requireFinite, requireProbability } from './require_count.js';

/**
 * Computes the quantile of type 7, the default of NumPy and R. It is linear between the order statistics around (n −
 * 1)·p, in the unit of the values.
 *
 * @returns null for no values
 */
export function quantile(values: ArrayLike<number>, p: number): number | null {
  requireFinite('values', values);
  return quantileOfSorted(Float64Array.from(values).sort(), p);
}

/** Computes the quantile of values that are already in ascending order. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number | null {
  requireProbability('p', p);
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * p;
  const floor = Math.floor(position);
  const low = sorted[floor]!;
  const high = sorted[Math.min(floor + 1, sorted.length - 1)]!;
  const part = position - floor;
  const distance = high - low;
  // The distance of two doubles may overflow.
  return Number.isFinite(distance) ? low + part * distance : (1 - part) * low + part * high;
}

/**
 * Computes the middle value, or the mean of the two in the middle.
 *
 * @returns null for no values
 */
export function median(values: ArrayLike<number>): number | null {
  return quantile(values, 0.5);
}

/**
 * Computes the arithmetic mean. Neumaier's summation keeps a hundred thousand small costs exact.
 *
 * @returns null for no values
 */
export function mean(values: ArrayLike<number>): number | null {
  requireFinite('values', values);
  return values.length === 0 ? null : computeSum(values) / values.length;
}

/**
 * Computes Σ (x − x̄)² / (n − ddof). ddof 1 estimates the variance of a population, 0 describes the values themselves.
 *
 * @returns null if n ≤ ddof
 */
export function variance(values: ArrayLike<number>, ddof = 1): number | null {
  requireCount('ddof', ddof);
  const centre = mean(values);
  if (centre === null || values.length <= ddof) return null;
  const deviations = Float64Array.from(values, (value) => value - centre);
  // The second term is what rounding left in the mean.
  const left = computeSum(deviations);
  const squares = computeSum(deviations.map((deviation) => deviation * deviation));
  return Math.max(0, squares - (left * left) / values.length) / (values.length - ddof);
}

function computeSum(values: ArrayLike<number>): number {
  let sum = 0;
  let residue = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    residue += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + residue;
}

/** Checks whether values are equal but for rounding. Their spread must then not be divided by. */
export function allEqual(values: ArrayLike<number>): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
}
