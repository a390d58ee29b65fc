import { betaQuantile, normalCritical, studentCritical } from './normal_cdf.js';
import { allEqual, mean, variance } from './quantile.js';
import {
  requireConfidence,
  requireCount,
  requireFinite,
  requirePositive,
  requireProbability,
} from './require_count.js';

/** Confidence interval, or bounds, on the scale of the estimate. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * Computes Wilson's score interval for a proportion `p` seen in `n` trials. Centre (p + z²/2n) / (1 + z²/n), half-width
 * z / (1 + z²/n) · √(p(1−p)/n + z²/4n²). `n` may be fractional (an effective number of runs). n = 0 gives [0, 1].
 */
export function wilson(p: number, n: number, confidence = 0.95): Interval {
  requireProbability('p', p);
  requireConfidence(confidence);
  if (n === 0) return { low: 0, high: 1 };
  requirePositive('n', n);
  const z = normalCritical(confidence);
  const spread = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / spread;
  const half = (z / spread) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  // At the ends the formula gives 0 and 1 but for rounding.
  return {
    low: p === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
    high: p === 1 ? 1 : Math.min(1, Math.max(p, centre + half)),
  };
}

/**
 * Computes the interval of Clopper and Pearson for `c` successes in `n` independent trials. It never covers less than
 * its confidence: quantiles α/2 of Beta(c, n − c + 1) and 1 − α/2 of Beta(c + 1, n − c). n = 0 gives [0, 1].
 */
export function clopperPearson(c: number, n: number, confidence = 0.95): Interval {
  requireCount('n', n);
  requireCount('c', c);
  requireConfidence(confidence);
  if (c > n) throw new RangeError(`c must not exceed n: ${c} of ${n}`);
  const doubt = (1 - confidence) / 2;
  return {
    low: c === 0 ? 0 : betaQuantile(doubt, c, n - c + 1),
    high: c === n ? 1 : 1 - betaQuantile(doubt, n - c, c + 1),
  };
}

/**
 * Computes Student's interval for a mean of independent values (one per task): x̄ ± t(n − 1) · s / √n.
 *
 * @returns null for fewer than two values, and if all are equal: their spread is then unknown, not zero
 */
export function tInterval(values: readonly number[], confidence = 0.95): Interval | null {
  requireConfidence(confidence);
  requireFinite('values', values);
  if (values.length < 2 || allEqual(values)) return null;
  const centre = mean(values)!;
  const error = Math.sqrt(variance(values, 1)! / values.length);
  const half = studentCritical(confidence, values.length - 1) * error;
  return { low: centre - half, high: centre + half };
}
