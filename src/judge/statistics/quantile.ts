import { requireCount, requireFinite, requireProbability } from './arguments.js';

/**
 * The quantile of type 7 (Hyndman and Fan 1996; the default of NumPy and R): linear between the order statistics around (n − 1)·p.
 * null for no values. Unit: that of the values.
 */
export function quantile(values: ArrayLike<number>, p: number): number | null {
  requireFinite('values', values);
  return quantileOfSorted(Float64Array.from(values).sort(), p);
}

/** The same for values that are in ascending order already. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number | null {
  requireProbability('p', p);
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  const part = at - below;
  const distance = high - low;
  // Two ends of the scale may be further apart than a double can say.
  return Number.isFinite(distance) ? low + part * distance : (1 - part) * low + part * high;
}

/** The middle value, or the mean of the two in the middle; null for no values. */
export function median(values: ArrayLike<number>): number | null {
  return quantile(values, 0.5);
}

/** Arithmetic mean; null for no values. Summed with compensation (Neumaier), so a hundred thousand small costs add up. */
export function mean(values: ArrayLike<number>): number | null {
  requireFinite('values', values);
  return values.length === 0 ? null : sumOf(values) / values.length;
}

/** Σ (x − x̄)² / (n − ddof); null where n ≤ ddof. ddof 1 estimates the variance of a population, 0 describes the values themselves. */
export function variance(values: ArrayLike<number>, ddof = 1): number | null {
  requireCount('ddof', ddof);
  const centre = mean(values);
  if (centre === null || values.length <= ddof) return null;
  const deviations = Float64Array.from(values, (value) => value - centre);
  // The second term is what rounding left in the mean.
  const left = sumOf(deviations);
  const squares = sumOf(deviations.map((deviation) => deviation * deviation));
  return Math.max(0, squares - (left * left) / values.length) / (values.length - ddof);
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Whether values are equal but for rounding: their spread then says nothing, and must not be divided by. */
export function allEqual(values: ArrayLike<number>): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
}
