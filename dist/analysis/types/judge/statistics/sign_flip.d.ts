/** Result of a sign-flip test. */
export interface SignFlip {
    /** Two-sided p of no difference. 1 if there is no difference at all. */
    p: number;
    /** True if every pattern of signs was counted. False if signs were drawn at random. */
    exact: boolean;
    /** Least p that differences of these sizes could give: 2^(1 − tasks that differ). Above α nothing is significant. */
    smallest_p: number;
}
/**
 * Computes Fisher's sign-flip test of paired differences, one per task. If the arms do not differ, each difference
 * could as well have the other sign: p = #{patterns s: |Σ sᵢdᵢ| ≥ |Σ dᵢ|} / 2^T. Tasks without a difference change
 * nothing.
 *
 * Differences of rates are whole multiples of a common step (1 / (k_A·k_B)). The distribution of their sum is then
 * built over integers, exact for hundreds of tasks. Other differences (costs) are enumerated to 20 tasks, with a slack
 * of 1e-9 for sums that are equal but for rounding. Above that, `resamples` random patterns give p = (1 + count) / (1 +
 * resamples), which is valid, and never 0.
 */
export declare function signFlip(differences: readonly number[], { resamples, seed }?: {
    resamples?: number;
    seed?: number;
}): SignFlip;
