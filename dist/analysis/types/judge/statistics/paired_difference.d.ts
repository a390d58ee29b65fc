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
export declare function pairedDifference(differences: readonly number[], confidence?: number): PairedDifference;
/**
 * Computes McNemar's exact test for one run per task and arm. `b` tasks were solved by A only, `c` by B only. Under no
 * difference b is Bin(b + c, ½): p = min(1, 2·P(X ≤ min(b, c))); 1 if no task differed. mid_p counts the observed
 * outcome half: it is less conservative, and not exact; 1 − ½·P(X = b) if b = c. Several runs of a task are dependent:
 * compare task means with `signFlip` instead.
 */
export declare function mcnemar(b: number, c: number): {
    p: number;
    mid_p: number;
};
/**
 * Computes Holm's adjustment of a family of p values, in the given order. Sorted, p̃₍ᵢ₎ = max over j ≤ i of min(1, (m −
 * j + 1)·p₍ⱼ₎). A null is a test that could not be made: it stays null and does not count in m.
 */
export declare function holm(ps: readonly (number | null)[]): (number | null)[];
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
export declare function equivalence(differences: readonly number[], margin: number, confidence?: number): Equivalence;
