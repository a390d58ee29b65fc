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
export const CLEAR_DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'] as const;

/** Default weights of the dimensions; their sum is 1. */
export const DEFAULT_WEIGHTS: ClearWeights = {
  cost: 0.2,
  latency: 0.15,
  efficacy: 0.35,
  assurance: 0.15,
  reliability: 0.15,
};

/**
 * Computes (worst − value) / (worst − best), limited to [0, 1]. Anchors are fixed beforehand and never taken from other
 * rows, so that a score does not depend on the rest of the table. Equal anchors score 1 up to them and 0 beyond.
 *
 * @throws {RangeError} for a value that is not finite, or anchors in the wrong order
 */
export function normalised(value: number, { best, worst }: Anchor): number {
  if (!Number.isFinite(value) || !Number.isFinite(best) || !Number.isFinite(worst) || worst < best)
    throw new RangeError(`cannot place ${value} between best ${best} and worst ${worst}`);
  if (worst === best) return value <= worst ? 1 : 0;
  return Math.min(1, Math.max(0, (worst - value) / (worst - best)));
}

/**
 * Computes wC·C + wL·L + wE·E + wA·A + wR·R. If a weighted dimension is unknown, the score is null, and `missing` names
 * the dimension: without it, different things would be compared.
 *
 * @throws {RangeError} for weights that are negative or do not sum to 1
 */
export function clearScore(
  dimensions: ClearDimensions,
  weights: ClearWeights = DEFAULT_WEIGHTS,
): { score: number | null; missing: ClearDimension[] } {
  const sum = CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension], 0);
  if (!CLEAR_DIMENSIONS.every((dimension) => weights[dimension] >= 0) || Math.abs(sum - 1) > 1e-9)
    throw new RangeError('weights must be at least 0 and sum to 1');
  const missing = CLEAR_DIMENSIONS.filter((dimension) => weights[dimension] > 0 && dimensions[dimension] === null);
  if (missing.length > 0) return { score: null, missing };
  return {
    score: roundToUnit(
      CLEAR_DIMENSIONS.reduce((total, dimension) => total + weights[dimension] * (dimensions[dimension] ?? 0), 0),
    ),
    missing,
  };
}

/**
 * Computes the weighted mean of cost, latency, efficacy and reliability.
 *
 * @returns null if one of them has weight and is unknown, or none has weight
 */
export function scoreWithoutAssurance(dimensions: ClearDimensions, weights: ClearWeights): number | null {
  const rest = 1 - weights.assurance;
  const { score } = clearScore({ ...dimensions, assurance: 0 }, weights);
  return score === null || rest < 1e-9 ? null : roundToUnit(score / rest);
}

/**
 * Computes the score of a single attempt: the weighted mean of its known dimensions. It has no reliability.
 *
 * @returns null if efficacy is unknown
 */
export function attemptScore(
  dimensions: Partial<ClearDimensions>,
  weights: ClearWeights = DEFAULT_WEIGHTS,
): number | null {
  if (dimensions.efficacy === undefined || dimensions.efficacy === null) return null;
  let [total, weight] = [0, 0];
  for (const dimension of CLEAR_DIMENSIONS) {
    const value = dimensions[dimension];
    if (value === undefined || value === null) continue;
    total += weights[dimension] * value;
    weight += weights[dimension];
  }
  return weight === 0 ? null : roundToUnit(total / weight);
}

/**
 * Computes 1 − violations / actions.
 *
 * @returns null if there was no action
 */
export function policyAdherence(actions: number, violations: number): number | null {
  return actions === 0 ? null : 1 - violations / actions;
}

/**
 * Computes accuracy / USD per task × 100.
 *
 * @returns null for a cost of 0, from which no efficiency follows
 */
export function costNormalisedAccuracy(accuracy: number, usd_per_task: number): number | null {
  return usd_per_task === 0 ? null : (accuracy / usd_per_task) * 100;
}

/** Rounds to twelve decimals and limits to [0, 1], so that five times 1 is 1. */
function roundToUnit(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1e12) / 1e12));
}
