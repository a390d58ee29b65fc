import { requireFinite } from './arguments.js';
import { normalCritical } from './distributions.js';
import type { Interval } from './intervals.js';

/** What was spent (USD, ms, …) until the event, or until the observation ended without it. */
export interface Observation {
  value: number;
  /** True: the event (success) came at `value`. False: not until `value`, then nothing more was seen. */
  event: boolean;
}

export interface SurvivalStep {
  value: number;
  at_risk: number;
  events: number;
  censored: number;
  /** S: share for which the event came later than `value`. */
  survival: number;
  /** Greenwood: S·√Σ d / (n(n − d)); null once S = 0. */
  standard_error: number | null;
  /** Pointwise, of −ln S in logarithms, so within [0, 1]; null where S is 0 or 1. */
  interval: Interval | null;
}

/**
 * The product-limit estimate (Kaplan and Meier 1958), S = Π (1 − d/n), one step per value at which something happened, ascending. What is
 * censored at a value is still at risk for the events at it. Empty without observations.
 *
 * Only for time or cost to success with a limit that was set beforehand (administrative censoring). Runs that failed for good, or were never
 * decided, are not censored: taking them so would promise success to all who wait.
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
  for (let at = 0; at < sorted.length; ) {
    const { value } = sorted[at]!;
    const at_risk = sorted.length - at;
    let events = 0;
    for (; sorted[at]?.value === value; at++) events += sorted[at]!.event ? 1 : 0;
    survival *= 1 - events / at_risk;
    hazard += events === at_risk ? 0 : events / (at_risk * (at_risk - events));
    const censored = at_risk - (sorted.length - at) - events;
    steps.push({ value, at_risk, events, censored, survival, ...spread(survival, hazard, z) });
  }
  return steps;
}

/** The limits are S^exp(±z·SE(ln(−ln S))) (Kalbfleisch and Prentice). */
function spread(survival: number, hazard: number, z: number): Pick<SurvivalStep, 'standard_error' | 'interval'> {
  if (survival === 0) return { standard_error: null, interval: null };
  const standard_error = survival * Math.sqrt(hazard);
  if (survival === 1) return { standard_error, interval: null };
  const factor = Math.exp((z * Math.sqrt(hazard)) / -Math.log(survival));
  return { standard_error, interval: { low: survival ** factor, high: survival ** (1 / factor) } };
}

/** The curve of success by a budget, 1 − S: at each step the share that has succeeded with at most `value`. */
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

/** Least value at which S is at most 1 − p; null where the curve never gets there. p = ½: the median time or cost to success. */
export function survivalQuantile(steps: readonly SurvivalStep[], p: number): number | null {
  return steps.find((step) => step.survival <= 1 - p + 1e-12)?.value ?? null;
}
