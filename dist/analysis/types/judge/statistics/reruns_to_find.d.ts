/**
 * Computes the largest rate at which runs may differ while a screen still looks like this one. It is the one-sided
 * upper Clopper–Pearson bound for `differed` of `runs`, the `confidence` quantile of Beta(x + 1, n − x). For none of n
 * it is 1 − (1 − confidence)^(1/n), about 3/n: five reruns leave 45 %, ten 26 %, thirty 9.5 %. No runs, or all
 * different: 1.
 */
export declare function missedBelow(differed: number, runs: number, confidence?: number): number;
/**
 * Computes the reruns after which a check of this rate has differed at least once, with probability `confidence`. 0 <
 * rate ≤ 1.
 */
export declare function rerunsToFind(rate: number, confidence?: number): number;
/** Computes the probability that at least one of `checks` independent checks is wrong: 1 − (1 − rate)^checks. */
export declare function suiteFalseAlarm(rate: number, checks: number): number;
