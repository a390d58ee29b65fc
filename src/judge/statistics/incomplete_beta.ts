/**
 * Logarithm of √(2π). The functions of this file are the basis of the distributions. Relative errors stay near 1e-14
 * for ordinary arguments and below 1e-12 in the tails, except where the argument itself, rounded to a double, does not
 * determine more.
 */

const LN_SQRT_2PI = 0.9189385332046728;
const EULER = 0.5772156649015329;

/** Coefficients of Stirling's series: B(2j) / (2j(2j − 1)). */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];

/** ζ(k) − 1 for k = 2 …: twenty terms, and Euler–Maclaurin for the rest. */
const ZETA_LESS_1 = Array.from({ length: 30 }, (_, at) => {
  const k = at + 2;
  const [m, f] = [24, 24 ** -k];
  let sum = (m * f) / (k - 1) + f / 2 + (k * f) / m / 12 - (k * (k + 1) * (k + 2) * f) / m ** 3 / 720;
  sum += (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * f) / m ** 5 / 30240;
  sum -= (k * (k + 1) * (k + 2) * (k + 3) * (k + 4) * (k + 5) * (k + 6) * f) / m ** 7 / 1209600;
  for (let n = m - 1; n >= 2; n--) sum += n ** -k;
  return sum;
});

/**
 * Computes ln Γ(x) for x > 0. Stirling's series above 10, the recurrence below, and near the zeros at 1 and 2 the power
 * series in ζ, so that small values keep their digits.
 */
export function lnGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`lnGamma is for numbers above 0, not ${x}`);
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x < 0.5) return lnGamma(x + 1) - Math.log(x);
  if (x <= 1.5) return lnGammaNear2(x - 1) - Math.log1p(x - 1);
  if (x <= 2.5) return lnGammaNear2(x - 2);
  let product = 1;
  let y = x;
  for (; y < 10; y++) product *= y;
  return (y - 0.5) * Math.log(y) - y + LN_SQRT_2PI + stirlingSeries(y) - Math.log(product);
}

/** Computes ln Γ(2 + z) for |z| ≤ 0.5. */
function lnGammaNear2(z: number): number {
  let sum = 0;
  for (let i = ZETA_LESS_1.length - 1; i >= 0; i--) sum = -z * (sum - (ZETA_LESS_1[i]! * z) / (i + 2));
  return z * (1 - EULER) + sum;
}

function stirlingSeries(x: number): number {
  let sum = 0;
  for (let i = STIRLING.length - 1; i >= 0; i--) sum = sum / (x * x) + STIRLING[i]!;
  return sum / x;
}

/** Computes the error of Stirling's formula: ln Γ(x + 1) − [(x + ½) ln x − x + ½ ln 2π]. x > 0. */
function stirlingError(x: number): number {
  return x >= 10 ? stirlingSeries(x) : lnGamma(x + 1) - (x + 0.5) * Math.log(x) + x - LN_SQRT_2PI;
}

/** Computes x ln(x / m) + m − x without the cancellation near x = m (Loader). */
function deviance(x: number, m: number): number {
  if (x === 0) return m;
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let term = 2 * x * v;
  let sum = (x - m) * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * Computes the binomial density by Loader's saddle-point expansion. It is Γ(n + 1) / (Γ(k + 1) Γ(r + 1)) · p^k q^r for
 * real k, r ≥ 0 with n = k + r, q = 1 − p, exact where products of gamma functions overflow or cancel.
 */
export function binomialDensity(k: number, r: number, p: number, q: number): number {
  if (p === 0) return k === 0 ? 1 : 0;
  if (q === 0) return r === 0 ? 1 : 0;
  if (k === 0) return Math.exp(p < 0.1 ? r * Math.log1p(-p) : r * Math.log(q));
  if (r === 0) return Math.exp(q < 0.1 ? k * Math.log1p(-q) : k * Math.log(p));
  const n = k + r;
  const rest = stirlingError(n) - stirlingError(k) - stirlingError(r) - deviance(k, n * p) - deviance(r, n * q);
  return Math.sqrt(n / k / r) * Math.exp(rest - LN_SQRT_2PI);
}

/**
 * Tails of the regularised incomplete beta function: I_x(a, b) and I_y(b, a) = 1 − I_x(a, b), each with its own digits.
 */
interface Tails {
  lower: number;
  upper: number;
}

/**
 * Computes I_x(a, b) by its continued fraction (Lentz's method), from the side where it converges. y = 1 − x is a
 * parameter, since one of x and y may be far smaller than a rounding error of the other.
 */
export function incompleteBeta(x: number, y: number, a: number, b: number): Tails {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  if (x > (a + 1) / (a + b + 2)) {
    const { lower, upper } = incompleteBeta(y, x, b, a);
    return { lower: upper, upper: lower };
  }
  const lower = Math.min(1, betaDensity(x, y, a, b) / betaFraction(x, y, a, b));
  return { lower, upper: 1 - lower };
}

/** Computes x^a y^b / B(a, b): the density of the beta distribution times x·y. */
export function betaDensity(x: number, y: number, a: number, b: number): number {
  return binomialDensity(a, b, x, y) * a * (b / (a + b));
}

function betaFraction(x: number, y: number, a: number, b: number): number {
  // a − (a + b)·x + 1, from whichever of x and y keeps its digits.
  const excess = (x <= y ? a - (a + b) * x : (a + b) * y - b) + 1;
  let value = computeTailSum((a * excess) / (a + 1));
  let c = value;
  let d = 0;
  for (let m = 1; m < 1e6; m++) {
    const odd = a + 2 * m - 1;
    const numerator = (((a + m - 1) / odd) * (a + b + m - 1) * m * (b - m) * x * x) / odd;
    const denominator = m + (m * (b - m) * x) / odd + ((a + m) * (excess + m * (1 + y))) / (a + 2 * m + 1);
    d = 1 / computeTailSum(denominator + numerator * d);
    c = computeTailSum(denominator + numerator / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 2.3e-16) break;
  }
  return value;
}

/** Moves a value away from zero: Lentz's method must not divide by it. */
function computeTailSum(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/**
 * Finds the zero of an increasing function by Newton's method within a shrinking bracket, so that it always ends.
 * `at(x)` returns value and slope.
 */
export function findZero(
  at: (x: number) => [value: number, slope: number],
  low: number,
  high: number,
  start: number,
): number {
  let x = start;
  for (let step = 0; step < 200; step++) {
    const [value, slope] = at(x);
    if (value === 0) return x;
    if (value < 0) low = x;
    else high = x;
    const newton = x - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-16 * Math.abs(x) || next === x) return next;
    x = next;
  }
  return x;
}
