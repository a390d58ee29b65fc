/**
 * Agent with the five measures of CLEAR. More is better for efficacy, reliability and assurance; less is better for
 * cost and latency.
 */
export interface ParetoPoint {
  agent_id: string;
  cost: number;
  efficacy: number;
  reliability: number;
  latency: number;
  /** null = unknown: no policy-critical action was seen, or mechanisms of safety were off. */
  assurance: number | null;
}

const MEASURES = ['efficacy', 'reliability', 'cost', 'latency'] as const;
/** Place of an unknown assurance. It is behind any known one, or switching safety off would improve an arm. */
const UNKNOWN_ASSURANCE = -1;

/** Checks whether `a` is at least as good as `b` in all measures, and better in one. */
export function dominates(a: ParetoPoint, b: ParetoPoint): boolean {
  const rival = listGoodness(b);
  const differences = listGoodness(a).map((value, i) => value - rival[i]!);
  return differences.every((difference) => difference >= 0) && differences.some((difference) => difference > 0);
}

/** Lists the measures so that more is better. */
const listGoodness = ({ efficacy, reliability, assurance, cost, latency }: ParetoPoint) => [
  efficacy,
  reliability,
  assurance ?? UNKNOWN_ASSURANCE,
  -cost,
  -latency,
];

/**
 * Selects the points that no other dominates, in their order. Points that are equal in everything do not dominate each
 * other, so all of them stay. The front is no convex hull: mixtures of two agents are no agent.
 *
 * @throws {RangeError} for a measure that is no number; only assurance may be null
 */
export function paretoFront(points: readonly ParetoPoint[]): ParetoPoint[] {
  for (const point of points)
    for (const measure of [...MEASURES, ...(point.assurance === null ? [] : (['assurance'] as const))])
      if (!Number.isFinite(point[measure]))
        throw new RangeError(`${point.agent_id}: ${measure} is ${point[measure]}, not a number`);
  return points.filter((point) => !points.some((other) => dominates(other, point)));
}
