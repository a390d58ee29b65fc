import { lnGamma } from './normal_cdf.js';
import { requireConfidence, requireCount, requirePositive } from './require_count.js';

/** Prior Beta(a, b) of the mixture. 1 and 1 weigh all rates alike. */
export interface MixturePrior {
  a?: number;
  b?: number;
}

/**
 * Computes a confidence sequence for one rate: {p : e(p) < 1/alpha}, valid at every n at once. The beta-binomial
 * mixture is e(p) = B(a+s, b+n−s) / (B(a, b)·p^s·(1−p)^(n−s)).
 *
 * `sum` may be a fraction: e(p) is an e-process for the mean of any values in [0, 1], since a likelihood ratio of one
 * value is convex in it, and so at most that of a coin with the same mean. One unit is one task, in the order of the
 * plan. n = 0: [0, 1]. Example: 45 of 60 → [.554, .894], where the Wilson interval of a fixed n is [.628, .842].
 */
export function confidenceSequence(
  sum: number,
  n: number,
  { alpha = 0.05, a = 1, b = 1 }: MixturePrior & { alpha?: number } = {},
): { low: number; high: number } {
  requireCount('n', n);
  if (!(sum >= 0 && sum <= n)) throw new RangeError(`sum of ${n} values in [0, 1] cannot be ${sum}`);
  requireConfidence(alpha, 'alpha');
  requirePositive('a', a);
  requirePositive('b', b);
  if (n === 0) return { low: 0, high: 1 };
  const point = sum / n;
  const mixture = lnBeta(a + sum, b + n - sum) - lnBeta(a, b);
  const inside = (p: number) =>
    mixture - multiplyLog(sum, Math.log(p)) - multiplyLog(n - sum, Math.log1p(-p)) < -Math.log(alpha);
  return { low: findEdge(inside, point, 0), high: findEdge(inside, point, 1) };
}

/**
 * Computes an e-process of wins against losses: B(a+w, b+l)·2^(w+l) / B(a, b). The hypothesis is that neither side wins
 * more often. It may be computed after every task; 1/alpha or more rejects at alpha. Ties are left out. Example: 15 to
 * 3 → 16.9, not yet 20, although the exact test with a fixed number of tasks has p = .0075. w + l = 0: 1.
 */
export function winsEProcess(wins: number, losses: number, { a = 1, b = 1 }: MixturePrior = {}): number {
  requireCount('wins', wins);
  requireCount('losses', losses);
  requirePositive('a', a);
  requirePositive('b', b);
  return Math.exp(lnBeta(a + wins, b + losses) - lnBeta(a, b) + (wins + losses) * Math.LN2);
}

/** Finds the last p inside, from `start` towards `end`. Both are inside, and e(p) rises on the way. */
function findEdge(inside: (p: number) => boolean, start: number, end: 0 | 1): number {
  if (start === end || inside(end)) return end;
  let [inner, outer] = [start, end as number];
  for (let i = 0; i < 200; i++) {
    const middle = (inner + outer) / 2;
    if (Math.abs(outer - inner) <= 1e-15 * middle) break;
    if (inside(middle)) inner = middle;
    else outer = middle;
  }
  return outer;
}

/** Multiplies with 0·ln 0 = 0, as in p^0. */
const multiplyLog = (factor: number, log: number) => (factor === 0 ? 0 : factor * log);

const lnBeta = (a: number, b: number) => lnGamma(a) + lnGamma(b) - lnGamma(a + b);
