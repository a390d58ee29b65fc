/**
 * Computes probabilities and quantiles of normal, Student, beta and binomial distributions. Compared with values of 50
 * digits (scripts/reference), tails to 1e-10 and beyond agree to 1e-12 relative.
 */
export { lnGamma } from './incomplete_beta.js';
/** Computes P(Z ≤ x) of the standard normal distribution. */
export declare function normalCdf(x: number): number;
/** Computes the x with P(Z ≤ x) = p; −Infinity at 0, Infinity at 1. */
export declare function normalQuantile(p: number): number;
/** Computes P(T ≤ t) of Student's distribution with `df` > 0 degrees of freedom, which need not be whole. */
export declare function studentCdf(t: number, df: number): number;
/** Computes the t with P(T ≤ t) = p; −Infinity at 0, Infinity at 1. */
export declare function studentQuantile(p: number, df: number): number;
/** Computes P(X ≤ x) of the beta distribution, I_x(a, b); a, b > 0. */
export declare function betaCdf(x: number, a: number, b: number): number;
/** Computes the x with I_x(a, b) = p. */
export declare function betaQuantile(p: number, a: number, b: number): number;
/** Computes P(X = k) of n trials with success probability p. */
export declare function binomialPmf(k: number, n: number, p: number): number;
/** Computes P(X ≤ k) of n trials with success probability p; 0 below k = 0. */
export declare function binomialCdf(k: number, n: number, p: number): number;
/** Computes the two-sided critical value: z with P(|Z| ≤ z) = `confidence`. */
export declare function normalCritical(confidence: number): number;
/** Computes the two-sided critical value: t with P(|T| ≤ t) = `confidence`. */
export declare function studentCritical(confidence: number, df: number): number;
