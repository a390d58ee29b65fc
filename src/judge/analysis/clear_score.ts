/** The five dimensions of CLEAR, each in [0, 1], 1 is best. null = not known. */
export interface ClearDimensions {
  cost: number | null;
  latency: number | null;
  efficacy: number | null;
  assurance: number | null;
  reliability: number | null;
}
export type ClearDimension = keyof ClearDimensions;

export type ClearWeights = Readonly<Record<ClearDimension, number>>;

/** The value that scores 1 and the one that scores 0. */
export interface Anchor {
  best: number;
  worst: number;
}

export const DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'] as const;

export const DEFAULT_WEIGHTS: ClearWeights = {
  cost: 0.2,
  latency: 0.15,
  efficacy: 0.35,
  assurance: 0.15,
  reliability: 0.15,
};

/**
 * (worst − value) / (worst − best), cut to [0, 1]: how little of what it may take something took. Anchors are fixed beforehand and never
 * those of the other rows, so that a score does not depend on who else is in the table.
 *
 * @throws {RangeError} for what is no number, or anchors in the wrong order. Equal anchors score 1 up to them and 0 beyond.
 */
export function normalised(value: number, { best, worst }: Anchor): number {
  if (!Number.isFinite(value) || !Number.isFinite(best) || !Number.isFinite(worst) || worst < best)
    throw new RangeError(`cannot place ${value} between best ${best} and worst ${worst}`);
  if (worst === best) return value <= worst ? 1 : 0;
  return Math.min(1, Math.max(0, (worst - value) / (worst - best)));
}

/**
 * wC·C + wL·L + wE·E + wA·A + wR·R (CLEAR). Refused (null, with what is missing) when a dimension that has weight is not known: leaving it
 * out would compare different things.
 *
 * @throws {RangeError} for weights that are negative or do not sum to 1
 */
export function clearScore(
  dimensions: ClearDimensions,
  weights: ClearWeights = DEFAULT_WEIGHTS,
): { score: number | null; missing: ClearDimension[] } {
  const sum = DIMENSIONS.reduce((total, dimension) => total + weights[dimension], 0);
  if (!DIMENSIONS.every((dimension) => weights[dimension] >= 0) || Math.abs(sum - 1) > 1e-9)
    throw new RangeError('weights must be at least 0 and sum to 1');
  const missing = DIMENSIONS.filter((dimension) => weights[dimension] > 0 && dimensions[dimension] === null);
  if (missing.length > 0) return { score: null, missing };
  return {
    score: unit(DIMENSIONS.reduce((total, dimension) => total + weights[dimension] * (dimensions[dimension] ?? 0), 0)),
    missing,
  };
}

/**
 * The score of a single attempt, which has no reliability: the weighted mean of the dimensions that are known of it. null when efficacy,
 * the one thing that it is about, is not.
 */
export function attemptScore(
  dimensions: Partial<ClearDimensions>,
  weights: ClearWeights = DEFAULT_WEIGHTS,
): number | null {
  if (dimensions.efficacy === undefined || dimensions.efficacy === null) return null;
  let [total, weight] = [0, 0];
  for (const dimension of DIMENSIONS) {
    const value = dimensions[dimension];
    if (value === undefined || value === null) continue;
    total += weights[dimension] * value;
    weight += weights[dimension];
  }
  return weight === 0 ? null : unit(total / weight);
}

/** 1 − violations / actions (CLEAR: policy adherence score); null when there was nothing to break a policy with. */
export function policyAdherence(actions: number, violations: number): number | null {
  return actions === 0 ? null : 1 - violations / actions;
}

/** CNA = accuracy / USD per task × 100 (CLEAR); null where it costs nothing: no efficiency follows from that. */
export function costNormalisedAccuracy(accuracy: number, usd_per_task: number): number | null {
  return usd_per_task === 0 ? null : (accuracy / usd_per_task) * 100;
}

/** Free of the noise of binary fractions, so that five times 1 is 1. */
function unit(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1e12) / 1e12));
}
