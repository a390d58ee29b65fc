/** The five dimensions of CLEAR, each in [0, 1], 1 is best. null = unknown. */
export interface ClearDimensions {
    cost: number | null;
    latency: number | null;
    efficacy: number | null;
    assurance: number | null;
    reliability: number | null;
}
type ClearDimension = keyof ClearDimensions;
/** Weight of each dimension. */
export type ClearWeights = Readonly<Record<ClearDimension, number>>;
/** Value that scores 1 (`best`), and value that scores 0 (`worst`). */
export interface Anchor {
    best: number;
    worst: number;
}
/** Names of the dimensions, in the order of CLEAR. */
export declare const CLEAR_DIMENSIONS: readonly ['cost', 'latency', 'efficacy', 'assurance', 'reliability'];
/** Default weights of the dimensions; their sum is 1. */
export declare const DEFAULT_WEIGHTS: ClearWeights;
/**
 * Computes (worst − value) / (worst − best), limited to [0, 1]. Anchors are fixed beforehand and never taken from other
 * rows, so that a score does not depend on the rest of the table. Equal anchors score 1 up to them and 0 beyond.
 *
 * @throws {RangeError} for a value that is not finite, or anchors in the wrong order
 */
export declare function normalised(value: number, { best, worst }: Anchor): number;
/**
 * Computes wC·C + wL·L + wE·E + wA·A + wR·R. If a weighted dimension is unknown, the score is null, and `missing` names
 * the dimension: without it, different things would be compared.
 *
 * @throws {RangeError} for weights that are negative or do not sum to 1
 */
export declare function clearScore(dimensions: ClearDimensions, weights?: ClearWeights): {
    score: number | null;
    missing: ClearDimension[];
};
/**
 * Computes the weighted mean of cost, latency, efficacy and reliability.
 *
 * @returns null if one of them has weight and is unknown, or none has weight
 */
export declare function scoreWithoutAssurance(dimensions: ClearDimensions, weights: ClearWeights): number | null;
/**
 * Computes the score of a single attempt: the weighted mean of its known dimensions. It has no reliability.
 *
 * @returns null if efficacy is unknown
 */
export declare function attemptScore(dimensions: Partial<ClearDimensions>, weights?: ClearWeights): number | null;
/**
 * Computes 1 − violations / actions.
 *
 * @returns null if there was no action
 */
export declare function policyAdherence(actions: number, violations: number): number | null;
/**
 * Computes accuracy / USD per task × 100.
 *
 * @returns null for a cost of 0, from which no efficiency follows
 */
export declare function costNormalisedAccuracy(accuracy: number, usd_per_task: number): number | null;
export {};
