/**
 * Computes probabilities and quantiles of normal, Student, beta and binomial distributions. Compared with values of 50
 * digits (scripts/reference), tails to 1e-10 and beyond agree to 1e-12 relative.
 */

import { betaDensity, binomialDensity, findZero, incompleteBeta, lnGamma } from './incomplete_beta.js';
import { requireConfidence, requireCount, requirePositive, requireProbability } from './require_count.js';

export { lnGamma } from './incomplete_beta.js';

/** Computes P(Z ≤ x) of the standard normal distribution. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError('x must be a number, not NaN');
  return x < 0 ? normalTail(-x) : 1 - normalTail(x);
}

/** Computes the x with P(Z ≤ x) = p; −Infinity at 0, Infinity at 1. */
export function normalQuantile(p: number): number {
  requireProbability('p', p);
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalBelow(1 - p, p - 0.5);
  return normalBelow(p, 0.5 - p);
}

/** Computes the quantile of the tail `p` ≤ ½, with `centre` = ½ − p: near the middle only `centre` has digits. */
function normalBelow(p: number, centre: number): number {
  const density = (x: number) => Math.exp((-x * x) / 2) / SQRT_2PI;
  if (centre < 0.25) return -findZero((x) => [normalCentre(x) - centre, density(x)], 0, 1, centre * SQRT_2PI);
  // In logarithms, where the tail is nearly straight.
  const start = Math.sqrt(-2 * Math.log(p));
  return -findZero(
    (x) => {
      const tail = normalTail(x);
      return [Math.log(p) - Math.log(tail), density(x) / tail];
    },
    0,
    40,
    Math.min(38, start),
  );
}

const SQRT_2PI = 2.5066282746310002;

/** Computes P(0 < Z < x): Σ x^(2n+1) / (2n+1)!! times the density. All terms have one sign. */
function normalCentre(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 3; term > sum * 1e-17; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return (sum * Math.exp((-x * x) / 2)) / SQRT_2PI;
}

/**
 * Computes P(Z > x) for x ≥ 0: by the series near the middle, by the continued fraction of Mills' ratio in the tail.
 */
function normalTail(x: number): number {
  if (x < 2.5) return 0.5 - normalCentre(x);
  if (x > 40) return 0;
  let fraction = 0;
  for (let n = Math.ceil(20 + 600 / (x * x)); n >= 1; n--) fraction = n / (x + fraction);
  return Math.exp((-x * x) / 2) / SQRT_2PI / (x + fraction);
}

/** Computes P(T ≤ t) of Student's distribution with `df` > 0 degrees of freedom, which need not be whole. */
export function studentCdf(t: number, df: number): number {
  requirePositive('df', df);
  if (Number.isNaN(t)) throw new RangeError('t must be a number, not NaN');
  const { lower, upper } = studentTails(Math.abs(t), df);
  return t < 0 ? lower / 2 : 0.5 + upper / 2;
}

/** Computes lower = P(|T| > t) and upper = P(|T| < t). */
function studentTails(t: number, df: number) {
  const square = t * t;
  if (square > 1e300)
    return { lower: Math.exp((df / 2) * (Math.log(df) - 2 * Math.log(t)) - lnHead(df / 2, 0.5)), upper: 1 };
  return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}

/** Computes ln(a·B(a, b)): near 0 the beta distribution is I_x(a, b) = x^a / (a·B(a, b)). */
function lnHead(a: number, b: number): number {
  return lnGamma(a + 1) + lnGamma(b) - lnGamma(a + b);
}

/** Computes the t with P(T ≤ t) = p; −Infinity at 0, Infinity at 1. */
export function studentQuantile(p: number, df: number): number {
  requireProbability('p', p);
  requirePositive('df', df);
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (p === 0.5) return 0;
  return p > 0.5 ? studentAbove(1 - p, p - 0.5, df) : -studentAbove(p, 0.5 - p, df);
}

/**
 * Computes the t > 0 with P(T > t) = `tail`, P(0 < T < t) = `centre`. It solves for ln t: Student's tails are powers.
 */
function studentAbove(tail: number, centre: number, df: number): number {
  const far = Math.log(df) / 2 - (Math.log(2 * tail) + lnHead(df / 2, 0.5)) / df;
  if (far > 300) return Math.exp(far);
  const root = findZero(
    (u) => {
      const t = Math.exp(u);
      const { lower, upper } = studentTails(t, df);
      const square = t * t;
      // d P(|T| < t) / d ln t
      const slope = 2 * betaDensity(df / (df + square), square / (df + square), df / 2, 0.5);
      if (tail < 0.25) return [Math.log(2 * tail) - Math.log(lower), slope / lower];
      return [Math.log(upper) - Math.log(2 * centre), slope / upper];
    },
    -60,
    340,
    0,
  );
  return Math.exp(root);
}

/** Computes P(X ≤ x) of the beta distribution, I_x(a, b); a, b > 0. */
export function betaCdf(x: number, a: number, b: number): number {
  requirePositive('a', a);
  requirePositive('b', b);
  if (Number.isNaN(x)) throw new RangeError('x must be a number, not NaN');
  return incompleteBeta(x, 1 - x, a, b).lower;
}

/** Computes the x with I_x(a, b) = p. */
export function betaQuantile(p: number, a: number, b: number): number {
  requireProbability('p', p);
  requirePositive('a', a);
  requirePositive('b', b);
  if (p === 0 || p === 1) return p;
  return p <= 0.5 ? betaBelow(p, a, b) : 1 - betaBelow(1 - p, b, a);
}

/** Solves in logarithms of x and p, where the distribution is straight for small x. */
function betaBelow(p: number, a: number, b: number): number {
  // Only the first term matters here, and the result may underflow.
  const first = (Math.log(p) + lnHead(a, b)) / a;
  if (first < -600) return Math.exp(first);
  const root = findZero(
    (u) => {
      const x = Math.exp(u);
      const y = -Math.expm1(u);
      const { lower } = incompleteBeta(x, y, a, b);
      return [Math.log(lower) - Math.log(p), betaDensity(x, y, a, b) / y / lower];
    },
    -745,
    0,
    Math.log(a / (a + b)),
  );
  return Math.exp(root);
}

/** Computes P(X = k) of n trials with success probability p. */
export function binomialPmf(k: number, n: number, p: number): number {
  requireCount('n', n);
  requireCount('k', k);
  requireProbability('p', p);
  return k > n ? 0 : binomialDensity(k, n - k, p, 1 - p);
}

/** Computes P(X ≤ k) of n trials with success probability p; 0 below k = 0. */
export function binomialCdf(k: number, n: number, p: number): number {
  requireCount('n', n);
  requireProbability('p', p);
  if (!Number.isSafeInteger(k)) throw new RangeError(`k must be a whole number, not ${k}`);
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, p, n - k, k + 1).lower;
}

/** Computes the two-sided critical value: z with P(|Z| ≤ z) = `confidence`. */
export function normalCritical(confidence: number): number {
  requireConfidence(confidence);
  return -normalQuantile((1 - confidence) / 2);
}

/** Computes the two-sided critical value: t with P(|T| ≤ t) = `confidence`. */
export function studentCritical(confidence: number, df: number): number {
  requireConfidence(confidence);
  return -studentQuantile((1 - confidence) / 2, df);
}
