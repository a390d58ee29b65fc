import type { Interval } from './interval.js';
import { normalCritical } from './normal_cdf.js';
import { requireFinite } from './require_count.js';

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
export function kaplanMeier(observations: readonly Observation[], confidence = 0.95): SurvivalStep[] {
  const z = normalCritical(confidence);
  requireFinite(
    'value',
    observations.map(({ value }) => value),
  );
  const sorted = [...observations].sort((one, other) => one.value - other.value);
  const steps: SurvivalStep[] = [];
  let survival = 1;
  let hazard = 0;
  for (let i = 0; i < sorted.length; ) {
    const { value } = sorted[i]!;
    const at_risk = sorted.length - i;
    let events = 0;
    for (; sorted[i]?.value === value; i++) events += sorted[i]!.event ? 1 : 0;
    survival *= 1 - events / at_risk;
    hazard += events === at_risk ? 0 : events / (at_risk * (at_risk - events));
    const censored = at_risk - (sorted.length - i) - events;
    steps.push({ value, at_risk, events, censored, survival, ...computeSpread(survival, hazard, z) });
  }
  return steps;
}

/** Computes the log-log limits S^exp(±z·SE(ln(−ln S))). */
function computeSpread(survival: number, hazard: number, z: number): Pick<SurvivalStep, 'standard_error' | 'interval'> {
  if (survival === 0) return { standard_error: null, interval: null };
  const standard_error = survival * Math.sqrt(hazard);
  if (survival === 1) return { standard_error, interval: null };
  const factor = Math.exp((z * Math.sqrt(hazard)) / -Math.log(survival));
  return { standard_error, interval: { low: survival ** factor, high: survival ** (1 / factor) } };
}

/** Computes the curve of success by a budget, 1 − S: the share that has succeeded with at most `value`. */
export function successCurve(
  steps: readonly SurvivalStep[],
): { value: number; success: number; at_risk: number; interval: Interval | null }[] {
  return steps.map(({ value, survival, at_risk, interval }) => ({
    value,
    success: 1 - survival,
    at_risk,
    interval: interval && { low: 1 - interval.high, high: 1 - interval.low },
  }));
}

/**
 * Finds the least value at which S is at most 1 − p. p = ½ is the median time or cost to success.
 *
 * @returns null if the curve never gets there
 */
export function survivalQuantile(steps: readonly SurvivalStep[], p: number): number | null {
  return steps.find((step) => step.survival <= 1 - p + 1e-12)?.value ?? null;
}
