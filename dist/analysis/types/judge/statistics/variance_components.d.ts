import type { PairedDesign } from './paired_power.js';
/** Variances of a paired design, without its numbers of trials. */
export type VarianceComponents = Pick<PairedDesign, 'between' | 'within_a' | 'within_b'>;
/**
 * Assumptions before there are data. `task_correlation` is the correlation of the arms' true rates over tasks; 0 is the
 * most cautious plausible value.
 */
export interface Assumptions {
    rate_a: number;
    rate_b: number;
    icc: number;
    task_correlation: number;
}
/**
 * Computes variances of binary outcomes from assumed rates and intra-task correlation ρ. A rate p has p(1−p) in all, of
 * which ρ lies between tasks and 1 − ρ within. w² = v_A + v_B − 2r√(v_A·v_B), where v is the part between tasks and r
 * the correlation of both arms over tasks.
 */
export declare function assumedComponents({ rate_a, rate_b, icc, task_correlation }: Assumptions): VarianceComponents;
/** Outcomes of each arm's trials at one task, between 0 and 1. */
export interface PairedOutcomes {
    a: readonly number[];
    b: readonly number[];
}
/** Components from data. null = the data cannot give it. */
export type EstimatedComponents = {
    [Name in keyof VarianceComponents]: number | null;
} & {
    /** Tasks with an outcome of both arms. */
    tasks: number;
};
/**
 * Estimates components from a pilot's data. s² is the mean over tasks of the variance of trials (ddof 1, unbiased).
 * Tasks with one trial give none; null if no task has two. w² = Var(d_i) − mean(s²_A/k_A + s²_B/k_B), ddof 1, at least
 * 0; null below two tasks, and if s² is null.
 */
export declare function estimatedComponents(tasks: readonly PairedOutcomes[]): EstimatedComponents;
/**
 * Computes upper ends of the components, for a cautious plan. They are the `level` quantile (type 7) over resamples of
 * whole tasks, drawn by `numpy.random.RandomState(seed)`. Resamples in which a component is undefined are left out;
 * null if all are.
 */
export declare function upperComponents(tasks: readonly PairedOutcomes[], { level, resamples, seed }: {
    level?: number;
    resamples?: number;
    seed: number;
}): EstimatedComponents;
