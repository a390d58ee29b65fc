/** Agreement of two reviewers on the same cases. `null` = undefined; `reason` then says why. */
export interface Agreement {
    kappa: number | null;
    low: number | null;
    high: number | null;
    /** Share of cases with the same label (po). `expected` is the share that their habits alone would give (pe). */
    observed: number | null;
    expected: number | null;
    n: number;
    reason: string | null;
}
/**
 * Computes Cohen's kappa = (po − pe)/(1 − pe) of a square table of counts (rows: first reviewer, columns: second). The
 * normal interval uses the large-sample standard error, limited to [−1, 1]; with few cases it is too narrow.
 *
 * Kappa depends on how common the labels are: read it with po and the table. It is undefined for n = 0, and for pe = 1
 * (both reviewers gave one and the same label to everything).
 */
export declare function cohensKappa(table: readonly (readonly number[])[], confidence?: number): Agreement;
/** Counts two reviewers' labels, case by case. Labels are the rows and columns, in the given order. */
export declare function agreementTable<L extends string>(labels: readonly L[], pairs: readonly (readonly [L, L])[]): number[][];
