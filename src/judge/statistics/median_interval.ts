import type { Interval } from './interval.js';
import { binomialCdf } from './normal_cdf.js';
import { allEqual } from './quantile.js';
import { requireConfidence, requireFinite } from './require_count.js';

/**
 * Computes the interval of a median from order statistics: from the r-th smallest to the r-th largest value, with the
 * largest r for which 1 − 2 · P(Binomial(n, ½) < r) is at least the confidence. It assumes no distribution.
 *
 * @returns null if there are too few values for the confidence (fewer than 6 for 95 %), or if all are equal: their
 *   spread is then unknown, not zero
 */
export function medianInterval(values: readonly number[], confidence = 0.95): Interval | null {
  requireConfidence(confidence);
  requireFinite('values', values);
  if (values.length === 0 || allEqual(values)) return null;
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const covers = (r: number) => 1 - 2 * binomialCdf(r - 1, n, 0.5) >= confidence;
  let r = 0;
  while (r < Math.floor(n / 2) && covers(r + 1)) r++;
  return r === 0 ? null : { low: sorted[r - 1]!, high: sorted[n - r]! };
}
