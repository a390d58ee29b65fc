import { type Look, type Spending } from './spending_boundaries.js';
/** Rule for ending a comparison before its planned tasks, agreed before the first attempt and the same for all arms. */
export type StoppingRule = 'fixed' | {
    spending: Spending;
    looks: number;
} | {
    confidence_sequence: true;
};
/** Progress of one comparison. */
export interface Progress {
    rule: StoppingRule;
    /** Means of one arm less means of the other, by task in the order of the plan. Whole tasks only, without gaps. */
    differences: readonly number[];
    /** Number of tasks in the plan. */
    planned: number;
    alpha: number;
    /** Difference that would matter. An interval within ± this ends the comparison too. */
    minimum_effect: number;
}
/** Decision of the rule. `difference` and `too small` are conclusions, `planned end` is not. */
export interface SequentialDecision {
    decision: 'stop' | 'continue';
    because: 'difference' | 'too small' | 'planned end' | null;
    /** Number of tasks that the decision rests on: those of the last look. */
    tasks: number;
    estimate: number | null;
    /** Lower limit, valid at all looks at once. null = no look yet, or a rule without an interval. */
    low: number | null;
    high: number | null;
    /** Number of tasks at the next look. null = the comparison has ended. */
    next_look: number | null;
    looks: (Look & {
        tasks: number;
    })[];
}
/**
 * Applies the registered rule to the tasks so far. Later tasks never revoke a stop.
 *
 * - `fixed`: ends with the last planned task and not before.
 * - alpha spending: at each look the interval d̄ ± c·SE, where c is the boundary of that look, converted from z to t
 *   with n−1 degrees of freedom by equal tail probability (approximate below about ten tasks). It ends the comparison
 *   if it excludes 0 (`difference`), or lies within ± the effect that would matter (`too small`). Both ends are treated
 *   alike for both arms.
 * - confidence sequence: after every task. `difference`: wins against losses, e ≥ 1/alpha. `too small`: the sequence
 *   for the mean difference, which lies in [−1, 1], is within ± the effect that would matter.
 *
 * One task or equal differences have no spread: they decide no look.
 *
 * @throws {RangeError} for differences beyond [−1, 1]
 */
export declare function sequentialDecision(progress: Progress): SequentialDecision;
/** Computes the tasks at each look of a rule with so many looks: rounded up, without duplicates. */
export declare function lookTasks(planned: number, looks: number): number[];
