/** Options of `clusterBootstrap`. */
export interface BootstrapOptions {
    /** Number of resamples: at least 2,000 for 95 %; default 10,000. */
    resamples?: number;
    confidence?: number;
    seed?: number;
    method?: 'percentile' | 'bca';
}
/** Interval of a statistic by resampling tasks. */
export interface Bootstrap {
    point: number | null;
    /** Lower limit. null if resampling cannot show the uncertainty of the point, see `degenerate`. */
    low: number | null;
    high: number | null;
    /** Method that was used: percentile if the correction of BCa is undefined. */
    method: 'percentile' | 'bca';
    /** Reason why there is no interval, or another than requested. null if there is none. */
    degenerate: string | null;
}
/** Statistic of tasks, given by their values. It returns null or a finite number, and does not depend on order. */
export type Statistic = (values: ArrayLike<number>) => number | null;
/**
 * Computes the cluster bootstrap: tasks are drawn with all their runs. `taskValues` has one value per task, the mean
 * over its runs. The interval uses percentiles of type 7, or BCa: percentiles shifted by z₀ = Φ⁻¹(share below + half of
 * the ties) and by the acceleration a = Σu³ / (6 (Σu²)^1.5), with u from leaving out one task at a time.
 *
 * Fewer than two tasks, or tasks that are all equal, have no interval: resampling would show no uncertainty at all. Do
 * not use it for rates of few tasks, see `rateInterval`: near 0 and 1 it covers 80–90 % instead of 95 %.
 */
export declare function clusterBootstrap(taskValues: readonly number[], statistic?: Statistic, { resamples, confidence, seed, method }?: BootstrapOptions): Bootstrap;
/**
 * Draws tasks with replacement, `resamples` times: each time `tasks` indices below `tasks`. Every resample is the same
 * array with new contents, so ten thousand resamples of a thousand tasks allocate nothing. An index is a scaled word:
 * probabilities differ by less than tasks / 2³².
 */
export declare function resampleTasks(tasks: number, resamples: number, seed?: number): Generator<Uint32Array, void>;
/**
 * Computes BCa limits from resampled statistics in ascending order and leave-one-out statistics. If the correction is
 * undefined (no leave-one-out statistics, or all resamples on one side of the point), it returns percentiles and the
 * reason.
 */
export declare function bcaInterval(point: number, sorted: ArrayLike<number>, jackknife: ArrayLike<number> | null, confidence?: number): Bootstrap;
