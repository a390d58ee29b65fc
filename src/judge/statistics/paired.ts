import { requireConfidence, requireCount, requireFinite, requirePositive, requireProbability } from './arguments.js';
import { binomialCdf, binomialPmf, studentCdf, studentCritical } from './distributions.js';
import { allEqual, mean, variance } from './quantile.js';

/** What the differences of two arms over the same tasks say of their mean, by Student's t. */
export interface PairedDifference {
  /** Mean of the differences; null without tasks. */
  mean: number | null;
  tasks: number;
  /** √(Σ (d − d̄)² / (T − 1) / T); like all below null for fewer than two tasks, and where all differences are equal. */
  standard_error: number | null;
  df: number | null;
  t: number | null;
  /** Two-sided, of no difference. */
  p: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The paired comparison by task: dᵢ = mean of task i under A less its mean under B (Miller, arXiv 2411.00640, eq. 7). Only the spread
 * between tasks enters; the runs of a task are inside its mean. Where all differences are equal nothing is known of their spread: with
 * one deterministic difference of ten tasks alike, t would be infinite and p = 0.
 */
export function pairedDifference(differences: readonly number[], confidence = 0.95): PairedDifference {
  requireConfidence(confidence);
  const centre = mean(differences);
  const tasks = differences.length;
  if (centre === null || tasks < 2 || allEqual(differences))
    return { mean: centre, tasks, standard_error: null, df: null, t: null, p: null, low: null, high: null };
  const standard_error = Math.sqrt(variance(differences, 1)! / tasks);
  const df = tasks - 1;
  const t = centre / standard_error;
  const half = studentCritical(confidence, df) * standard_error;
  const p = Math.min(1, 2 * studentCdf(-Math.abs(t), df));
  return { mean: centre, tasks, standard_error, df, t, p, low: centre - half, high: centre + half };
}

/**
 * McNemar's exact test, for ONE run per task and arm: `b` tasks that only A solved, `c` that only B solved. Under no difference b is
 * Bin(b + c, ½): p = min(1, 2·P(X ≤ min(b, c))); 1 when no task differed. mid_p takes the seen outcome half (Fagerland 2013): less
 * conservative, and not exact; 1 − ½·P(X = b) where b = c. Several runs of a task are not independent: compare task means with `signFlip` instead.
 */
export function mcnemar(b: number, c: number): { p: number; mid_p: number } {
  requireCount('b', b);
  requireCount('c', c);
  const fewer = Math.min(b, c);
  const both = 2 * binomialCdf(fewer, b + c, 0.5);
  if (b + c === 0) return { p: 1, mid_p: 1 };
  const seen = binomialPmf(fewer, b + c, 0.5);
  // At b = c both tails hold the seen outcome, which is counted once, half of it.
  return { p: Math.min(1, both), mid_p: b === c ? 1 - seen / 2 : both - seen };
}

/**
 * Holm's adjustment (1979) of a family of p values: sorted, p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎). In the order given. A null is
 * a test that could not be made: it stays null and does not count in m.
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const family = ps.flatMap((p, at) => (p === null ? [] : [{ p, at }]));
  for (const { p, at } of family) requireProbability(`ps[${at}]`, p);
  family.sort((one, other) => one.p - other.p);
  const adjusted: (number | null)[] = ps.map(() => null);
  let highest = 0;
  family.forEach(({ p, at }, rank) => {
    highest = Math.max(highest, Math.min(1, (family.length - rank) * p));
    adjusted[at] = highest;
  });
  return adjusted;
}

export interface Equivalence {
  verdict: 'equivalent' | 'different' | 'not decided';
  /** One-sided, of a mean difference of at most −margin; null where no spread is known. */
  p_lower: number | null;
  /** One-sided, of a mean difference of at least +margin. */
  p_upper: number | null;
  /** Two-sided, of no difference. */
  p_difference: number | null;
}

/**
 * Two one-sided t-tests (Schuirmann 1987) beside the test of no difference, each at α = 1 − `confidence`. Equivalent: both one-sided tests
 * reject, so the difference is smaller than `margin` either way, even if it is not zero. Else different: zero is rejected. Else the
 * tasks do not decide; that no difference was found is not that there is none. Differences that are all equal decide nothing.
 */
export function equivalence(differences: readonly number[], margin: number, confidence = 0.95): Equivalence {
  requirePositive('margin', margin);
  requireFinite('differences', differences);
  const { mean: centre, standard_error, df, p } = pairedDifference(differences, confidence);
  if (standard_error === null || df === null || p === null)
    return { verdict: 'not decided', p_lower: null, p_upper: null, p_difference: null };
  const p_lower = studentCdf(-(centre! + margin) / standard_error, df);
  const p_upper = studentCdf((centre! - margin) / standard_error, df);
  const alpha = 1 - confidence;
  const verdict = Math.max(p_lower, p_upper) <= alpha ? 'equivalent' : p <= alpha ? 'different' : 'not decided';
  return { verdict, p_lower, p_upper, p_difference: p };
}
