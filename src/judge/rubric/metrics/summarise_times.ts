import type { TimeDistribution } from '../../../record/verdict/safety_metrics.js';

/**
 * Summarises times in milliseconds, with quantiles by nearest rank.
 *
 * @returns null for no times
 */
export function summariseTimes(given: readonly number[]): TimeDistribution | null {
  if (given.length === 0) return null;
  const sorted = [...given].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  const total_ms = sorted.reduce((sum, ms) => sum + ms, 0);
  return {
    count: sorted.length,
    total_ms,
    mean_ms: total_ms / sorted.length,
    p50_ms: rank(0.5),
    p95_ms: rank(0.95),
    max_ms: sorted.at(-1)!,
  };
}
