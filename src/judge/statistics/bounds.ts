import { requireConfidence, requireCount, requirePositive, requireProbability } from './arguments.js';
import { effectiveRuns } from './clusters.js';
import { normalCritical } from './distributions.js';
import { type Interval, wilson } from './intervals.js';

/** Runs by what is known of them. Undecided: no verdict could be reached, so each may have been a success or a failure. */
export interface Outcomes {
  successes: number;
  failures: number;
  undecided: number;
}

/**
 * Bounds of a rate that hold whatever the undecided runs were (Manski 1989): [s / n, (s + u) / n] over all n runs; their distance is u / n.
 * null without a run. No interval of confidence: these are the runs that were made.
 */
export function rateBounds(outcomes: Outcomes): Interval | null {
  const { successes, undecided, runs } = counted(outcomes);
  return runs === 0 ? null : { low: successes / runs, high: (successes + undecided) / runs };
}

/** The same for the mean of task means. Tasks without a run are left out. */
export function rateBoundsOf(tasks: readonly Outcomes[]): Interval | null {
  return meanOf(tasks.map(rateBounds).filter((bounds) => bounds !== null));
}

/**
 * What sampling and undecided runs leave open together: Wilson's lower limit with every undecided run a failure, to the upper limit with
 * every one a success, each on its own effective number of runs. null without a run.
 */
export function outerInterval(tasks: readonly Outcomes[], confidence = 0.95): Interval | null {
  requireConfidence(confidence);
  const bounds = rateBoundsOf(tasks);
  if (bounds === null) return null;
  const present = tasks.map(counted).filter((task) => task.runs > 0);
  const worst = present.map(({ runs, successes }) => ({ runs, successes }));
  const best = present.map(({ runs, successes, undecided }) => ({ runs, successes: successes + undecided }));
  return {
    low: wilson(Math.min(1, bounds.low), effectiveRuns(worst, confidence).n_eff, confidence).low,
    high: wilson(Math.min(1, bounds.high), effectiveRuns(best, confidence).n_eff, confidence).high,
  };
}

/** Bounds of A − B from bounds of both: A at its worst less B at its best, and the reverse. */
export function differenceBounds(a: Interval, b: Interval): Interval {
  return { low: a.low - b.high, high: a.high - b.low };
}

/**
 * Bounds of the mean paired difference A − B over tasks; tasks that one arm did not run are left out. If they straddle 0 the undecided runs
 * alone could turn the claim, whatever the p value of the others: `decided` is false. null without a pair.
 */
export function pairedBounds(pairs: readonly { a: Outcomes; b: Outcomes }[]): (Interval & { decided: boolean }) | null {
  const each = pairs.flatMap(({ a, b }) => {
    const [one, other] = [rateBounds(a), rateBounds(b)];
    return one === null || other === null ? [] : [differenceBounds(one, other)];
  });
  const bounds = meanOf(each);
  return bounds && { ...bounds, decided: bounds.low > 0 || bounds.high < 0 };
}

/**
 * The true rate behind a verifier with known errors (Rogan and Gladen 1978): (observed + specificity − 1) / (sensitivity + specificity − 1),
 * cut off at 0 and 1. null where sensitivity + specificity ≤ 1: such a verifier says nothing. `inflation` is by what the standard error
 * of the observed rate has to be multiplied; near a useless verifier it explodes, and the figure means as little.
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
 * What a verifier that errs with rate `error` either way shows of an agent with true rate `rate` in `n` tasks (ABC, arXiv 2507.02825,
 * appendix F): μ = e + (1 − 2e)·p₀ and μ ± z·√(μ(1 − μ)/n). Observed rates outside are not explained by such errors.
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

function counted({ successes, failures, undecided }: Outcomes) {
  requireCount('successes', successes);
  requireCount('failures', failures);
  requireCount('undecided', undecided);
  return { successes, undecided, runs: successes + failures + undecided };
}

function meanOf(intervals: readonly Interval[]): Interval | null {
  if (intervals.length === 0) return null;
  const total = (end: 'low' | 'high') => intervals.reduce((sum, interval) => sum + interval[end], 0);
  return { low: total('low') / intervals.length, high: total('high') / intervals.length };
}
