import { binomialCdf, binomialPmf, studentCdf, studentCritical } from './normal_cdf.js';
import { allEqual, mean, variance } from './quantile.js';
import {
  requireConfidence,
  requireCount,
  requireFinite,
  requirePositive,
  requireProbability,
} from './require_count.js';

/** Mean difference of two arms over the same tasks, by Student's t. */
export interface PairedDifference {
  /** Mean of the differences. null without tasks. */
  mean: number | null;
  tasks: number;
  /** √(Σ (d − d̄)² / (T − 1) / T). Like all below, null for fewer than two tasks or equal differences. */
  standard_error: number | null;
  df: number | null;
  t: number | null;
  /** Two-sided p value of no difference. */
  p: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Computes the paired comparison by task: dᵢ = mean of task i under A less its mean under B. Only the spread between
 * tasks enters; the runs of a task are inside its mean. If all differences are equal, their spread is unknown: with ten
 * equal tasks t would be infinite and p = 0.
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
 * Computes McNemar's exact test for one run per task and arm. `b` tasks were solved by A only, `c` by B only. Under no
 * difference b is Bin(b + c, ½): p = min(1, 2·P(X ≤ min(b, c))); 1 if no task differed. mid_p counts the observed
 * outcome half: it is less conservative, and not exact; 1 − ½·P(X = b) if b = c. Several runs of a task are dependent:
 * compare task means with `signFlip` instead.
 */
export function mcnemar(b: number, c: number): { p: number; mid_p: number } {
  requireCount('b', b);
  requireCount('c', c);
  const fewer = Math.min(b, c);
  const both = 2 * binomialCdf(fewer, b + c, 0.5);
  if (b + c === 0) return { p: 1, mid_p: 1 };
  const observed = binomialPmf(fewer, b + c, 0.5);
  // At b = c both tails include the observed outcome: half of it is counted, once.
  return { p: Math.min(1, both), mid_p: b === c ? 1 - observed / 2 : both - observed };
}

/**
 * Computes Holm's adjustment of a family of p values, in the given order. Sorted, p̃₍ᵢ₎ = max over j ≤ i of min(1, (m −
 * j + 1)·p₍ⱼ₎). A null is a test that could not be made: it stays null and does not count in m.
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const family = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }]));
  for (const { p, index } of family) requireProbability(`ps[${index}]`, p);
  family.sort((one, other) => one.p - other.p);
  const adjusted: (number | null)[] = ps.map(() => null);
  let highest = 0;
  family.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, (family.length - rank) * p));
    adjusted[index] = highest;
  });
  return adjusted;
}

/** Verdict of an equivalence test. */
export interface Equivalence {
  verdict: 'equivalent' | 'different' | 'not decided';
  /** One-sided p of a mean difference of at most −margin. null if no spread is known. */
  p_lower: number | null;
  /** One-sided p of a mean difference of at least +margin. */
  p_upper: number | null;
  /** Two-sided p of no difference. */
  p_difference: number | null;
}

/**
 * Computes two one-sided t-tests beside the test of no difference, each at α = 1 − `confidence`. Equivalent: both
 * one-sided tests reject, so that the difference is smaller than `margin` either way. Different: otherwise, if zero is
 * rejected. Else the tasks do not decide: a difference that was not found may still exist. Equal differences decide
 * nothing.
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
  const unequal = p <= alpha ? 'different' : 'not decided';
  const verdict = Math.max(p_lower, p_upper) <= alpha ? 'equivalent' : unequal;
  return { verdict, p_lower, p_upper, p_difference: p };
}
