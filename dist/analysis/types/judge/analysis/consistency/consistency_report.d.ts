/** Report of HAL by its own names; `consistencyReportSchema` says what each field means. */
export interface ConsistencyReport {
    /** Share of all attempts that succeed. */
    pass_at_1: number;
    /** Share of tasks of which all k attempts succeed (pass^k). */
    pass_at_k: number;
    consistency_gap: number;
    /** Variance of the success rate between passes, with n − 1 in the denominator; 0 for one pass. */
    run_variance: number;
    clear_scores: number[];
    reasoning_paradox: boolean;
    pareto_efficient: boolean;
    /** No agent was asked: the answers are the simulation of the source. `analysis.json` cannot hold such a report. */
    simulated?: true;
}
/**
 * Computes the consistency of k passes over the same tasks. pass_at_1 is counted over all attempts, so that rounding
 * cannot make the gap negative.
 *
 * @param passes success of each task, by pass in their order
 * @throws {RangeError} without a pass or a task, or if passes have different numbers of tasks
 */
export declare function consistencyReport(passes: readonly (readonly boolean[])[], pareto_efficient: boolean): Omit<ConsistencyReport, 'simulated'>;
/** Checks whether the last two passes have over .05 fewer successes than the first two. False below four passes. */
export declare function reasoningParadox(passes: readonly (readonly boolean[])[]): boolean;
