import { betaQuantile } from './normal_cdf.js';
import { requireConfidence, requireCount, requireProbability } from './require_count.js';

/**
 * Computes the largest rate at which runs may differ while a screen still looks like this one. It is the one-sided
 * upper Clopper–Pearson bound for `differed` of `runs`, the `confidence` quantile of Beta(x + 1, n − x). For none of n
 * it is 1 − (1 − confidence)^(1/n), about 3/n: five reruns leave 45 %, ten 26 %, thirty 9.5 %. No runs, or all
 * different: 1.
 */
export function missedBelow(differed: number, runs: number, confidence = 0.95): number {
  requireCount('differed', differed);
  requireCount('runs', runs);
  requireConfidence(confidence);
  if (runs === 0 || differed >= runs) return 1;
  return differed === 0 ? 1 - (1 - confidence) ** (1 / runs) : betaQuantile(confidence, differed + 1, runs - differed);
}

/**
 * Computes the reruns after which a check of this rate has differed at least once, with probability `confidence`. 0 <
 * rate ≤ 1.
 */
export function rerunsToFind(rate: number, confidence = 0.95): number {
  requireProbability('rate', rate);
  requireConfidence(confidence);
  if (rate === 0) throw new RangeError('rate must be above 0: no number of reruns finds what never happens');
  return rate === 1 ? 1 : Math.ceil(Math.log1p(-confidence) / Math.log1p(-rate) - 1e-9);
}

/** Computes the probability that at least one of `checks` independent checks is wrong: 1 − (1 − rate)^checks. */
export function suiteFalseAlarm(rate: number, checks: number): number {
  requireProbability('rate', rate);
  requireCount('checks', checks);
  return checks === 0 ? 0 : -Math.expm1(checks * Math.log1p(-rate));
}
