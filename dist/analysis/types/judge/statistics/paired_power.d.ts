/**
 * Paired design: both arms do every task. Variances are of outcomes between 0 and 1. `between` is w², the variance over
 * tasks of the difference of the arms' true rates: no number of trials reduces it. `within_a` and `within_b` are s²,
 * the variance of one trial about its task's rate, mean over tasks.
 */
export interface PairedDesign {
    between: number;
    within_a: number;
    within_b: number;
    trials_a: number;
    trials_b: number;
}
/** Probabilities of the two errors: two-sided alpha, and 1 − power. */
export interface ErrorRates {
    alpha?: number;
    power?: number;
}
/**
 * Computes the variance of one task's difference of means: w² + s²_A/k_A + s²_B/k_B. The variance of the mean over T
 * tasks is this over T.
 */
export declare function differenceVariance({ between, within_a, within_b, trials_a, trials_b }: PairedDesign): number;
/** Distribution of the test statistic: of a known variance, or of one that is estimated with T − 1 degrees of freedom. */
interface PairedTest {
    method?: 'normal' | 't';
}
/**
 * Computes the tasks that a paired comparison needs. `normal`: n = (z_{α/2} + z_β)²·(w² + s²_A/k_A + s²_B/k_B)/δ². Rounded up.
 * Example: w² = 1/9, s² = 0, δ = .03 → 969. `t`: the fewest at which the t-test has the power (`pairedPower`), two at
 * least. δ > 0; without any variance the fewest.
 */
export declare function tasksNeeded(design: PairedDesign, effect: number, { alpha, power, method }?: ErrorRates & PairedTest): number;
/**
 * Computes the smallest true difference that is found with this power. Example, by the normal distribution: T = 198, w²
 * = 1/9, s² = 1/6: 13.3 % with one trial, 7.57 % with ten.
 *
 * @returns null without tasks, and for `t` with fewer than two
 */
export declare function minimumDetectableEffect(design: PairedDesign, tasks: number, { alpha, power, method }?: ErrorRates & PairedTest): number | null;
/**
 * Computes the probability that a two-sided paired test finds a true difference. `normal`: Φ(δ/SE − z) + Φ(−δ/SE − z).
 * `t`: the t-test with T − 1 degrees of freedom, by the noncentral t distribution. Without variance: 1 for δ > 0, alpha
 * for δ = 0.
 *
 * @returns null for `t` with fewer than two tasks
 */
export declare function pairedPower(design: PairedDesign, tasks: number, effect: number, { alpha, method }?: Pick<ErrorRates, 'alpha'> & PairedTest): number | null;
/**
 * Computes the tasks per arm if the arms have different tasks. It is the number of runs for two proportions (variance
 * pooled under the hypothesis), times the design effect 1 + (k − 1)·ICC, over k. Not for a paired design, where the
 * part that a task shares cancels. Example: .7 against .5, ICC .3, k = 5 → 93 runs, 41 tasks per arm.
 */
export declare function unpairedTasks({ rate_a, rate_b, icc, trials }: {
    rate_a: number;
    rate_b: number;
    icc: number;
    trials: number;
}, { alpha, power }?: ErrorRates): {
    runs: number;
    tasks: number;
};
/**
 * Computes the exact power of McNemar's exact test: one binary outcome per task and arm. `only_a` and `only_b` are the
 * probabilities that just one arm succeeds. It sums over all numbers of discordant tasks. Examples: 50 tasks, .20 and
 * .05: 48 %; 100, .15, .05: 54 %; 30, .25, .05: 40 %.
 */
export declare function mcnemarPower(tasks: number, only_a: number, only_b: number, { alpha }?: ErrorRates): number;
export {};
