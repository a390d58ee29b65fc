import { type Interval, wilson } from './interval.js';
import { normalCritical } from './normal_cdf.js';
import { effectiveRuns } from './rate_interval.js';
import { requireConfidence, requireCount, requirePositive, requireProbability } from './require_count.js';

/** Runs by outcome. An undecided run may have been a success or a failure. */
export interface Outcomes {
  successes: number;
  failures: number;
  undecided: number;
}

/**
 * Computes Manski's bounds of a rate, which hold whatever the undecided runs were: [s / n, (s + u) / n]. They are no
 * confidence interval: they are about the runs that were made.
 *
 * @returns null without a run
 */
export function rateBounds(outcomes: Outcomes): Interval | null {
  const { successes, undecided, runs } = countRuns(outcomes);
  return runs === 0 ? null : { low: successes / runs, high: (successes + undecided) / runs };
}

/** Computes the same bounds for the mean of task means. Tasks without a run are left out. */
export function rateBoundsOf(tasks: readonly Outcomes[]): Interval | null {
  return averageBounds(tasks.map(rateBounds).filter((bounds) => bounds !== null));
}

/**
 * Computes an interval that covers sampling and undecided runs together. It reaches from Wilson's lower limit with
 * every undecided run a failure to the upper limit with every one a success, each on its own effective number of runs.
 *
 * @returns null without a run
 */
export function outerInterval(tasks: readonly Outcomes[], confidence = 0.95): Interval | null {
  requireConfidence(confidence);
  const bounds = rateBoundsOf(tasks);
  if (bounds === null) return null;
  const present = tasks.map(countRuns).filter((task) => task.runs > 0);
  const worst = present.map(({ runs, successes }) => ({ runs, successes }));
  const best = present.map(({ runs, successes, undecided }) => ({ runs, successes: successes + undecided }));
  return {
    low: wilson(Math.min(1, bounds.low), effectiveRuns(worst, confidence).n_eff, confidence).low,
    high: wilson(Math.min(1, bounds.high), effectiveRuns(best, confidence).n_eff, confidence).high,
  };
}

/** Computes bounds of A − B from bounds of both: A at its worst less B at its best, and the reverse. */
export function differenceBounds(a: Interval, b: Interval): Interval {
  return { low: a.low - b.high, high: a.high - b.low };
}

/**
 * Computes bounds of the mean paired difference A − B over tasks that both arms ran. If they straddle 0, the undecided
 * runs alone could reverse the claim, whatever the p value of the others: `decided` is false.
 *
 * @returns null without a pair
 */
export function pairedBounds(pairs: readonly { a: Outcomes; b: Outcomes }[]): (Interval & { decided: boolean }) | null {
  const each = pairs.flatMap(({ a, b }) => {
    const [one, second] = [rateBounds(a), rateBounds(b)];
    return one === null || second === null ? [] : [differenceBounds(one, second)];
  });
  const bounds = averageBounds(each);
  return bounds && { ...bounds, decided: bounds.low > 0 || bounds.high < 0 };
}

/**
 * Estimates the true rate behind a verifier with known errors, after Rogan and Gladen. The rate is (observed +
 * specificity − 1) / (sensitivity + specificity − 1), limited to [0, 1]. The standard error of the observed rate must
 * be multiplied by `inflation`, which grows without bound for a verifier that is nearly useless.
 *
 * @returns null if sensitivity + specificity ≤ 1: such a verifier says nothing
 */
export function roganGladen(
  observed: number,
  sensitivity: number,
  specificity: number,
): { rate: number; unclamped: number; inflation: number } | null {
  requireProbability('observed', observed);
  requireProbability('sensitivity', sensitivity);
  requireProbability('specificity', specificity);
  const power = sensitivity + specificity - 1;
  if (power <= 1e-12) return null;
  const unclamped = (observed + specificity - 1) / power;
  return { rate: Math.min(1, Math.max(0, unclamped)), unclamped, inflation: 1 / power };
}

/**
 * Computes the range of rates that a verifier shows if it errs with rate `error` either way. For an agent with the true
 * rate `rate` in `n` tasks it is μ ± z·√(μ(1 − μ)/n) with μ = e + (1 − 2e)·p₀. Such errors do not explain observed
 * rates outside.
 */
export function noisyVerifier(
  rate: number,
  error: number,
  n: number,
  confidence = 0.95,
): Interval & { expected: number } {
  requireProbability('rate', rate);
  requireProbability('error', error);
  requirePositive('n', n);
  const expected = error + (1 - 2 * error) * rate;
  const half = normalCritical(confidence) * Math.sqrt((expected * (1 - expected)) / n);
  return { expected, low: Math.max(0, expected - half), high: Math.min(1, expected + half) };
}

function countRuns({ successes, failures, undecided }: Outcomes) {
  requireCount('successes', successes);
  requireCount('failures', failures);
  requireCount('undecided', undecided);
  return { successes, undecided, runs: successes + failures + undecided };
}

function averageBounds(intervals: readonly Interval[]): Interval | null {
  if (intervals.length === 0) return null;
  const total = (end: 'low' | 'high') => intervals.reduce((sum, interval) => sum + interval[end], 0);
  return { low: total('low') / intervals.length, high: total('high') / intervals.length };
}
