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
export declare function confidenceSequence(sum: number, n: number, { alpha, a, b }?: MixturePrior & {
    alpha?: number;
}): {
    low: number;
    high: number;
};
/**
 * Computes an e-process of wins against losses: B(a+w, b+l)·2^(w+l) / B(a, b). The hypothesis is that neither side wins
 * more often. It may be computed after every task; 1/alpha or more rejects at alpha. Ties are left out. Example: 15 to
 * 3 → 16.9, not yet 20, although the exact test with a fixed number of tasks has p = .0075. w + l = 0: 1.
 */
export declare function winsEProcess(wins: number, losses: number, { a, b }?: MixturePrior): number;
