/**
 * Logarithm of √(2π). The functions of this file are the basis of the distributions. Relative errors stay near 1e-14
 * for ordinary arguments and below 1e-12 in the tails, except where the argument itself, rounded to a double, does not
 * determine more.
 */
/**
 * Computes ln Γ(x) for x > 0. Stirling's series above 10, the recurrence below, and near the zeros at 1 and 2 the power
 * series in ζ, so that small values keep their digits.
 */
export declare function lnGamma(x: number): number;
/**
 * Computes the binomial density by Loader's saddle-point expansion. It is Γ(n + 1) / (Γ(k + 1) Γ(r + 1)) · p^k q^r for
 * real k, r ≥ 0 with n = k + r, q = 1 − p, exact where products of gamma functions overflow or cancel.
 */
export declare function binomialDensity(k: number, r: number, p: number, q: number): number;
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
export declare function incompleteBeta(x: number, y: number, a: number, b: number): Tails;
/** Computes x^a y^b / B(a, b): the density of the beta distribution times x·y. */
export declare function betaDensity(x: number, y: number, a: number, b: number): number;
/**
 * Finds the zero of an increasing function by Newton's method within a shrinking bracket, so that it always ends.
 * `at(x)` returns value and slope.
 */
export declare function findZero(at: (x: number) => [value: number, slope: number], low: number, high: number, start: number): number;
export {};
