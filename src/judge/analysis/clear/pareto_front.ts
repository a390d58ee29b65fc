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
  assurance: number;
}

const MORE = ['efficacy', 'reliability', 'assurance'] as const;
const LESS = ['cost', 'latency'] as const;

/** Checks whether `a` is at least as good as `b` in all measures, and better in one. */
export function dominates(a: ParetoPoint, b: ParetoPoint): boolean {
  return (
    MORE.every((measure) => a[measure] >= b[measure]) &&
    LESS.every((measure) => a[measure] <= b[measure]) &&
    (MORE.some((measure) => a[measure] > b[measure]) || LESS.some((measure) => a[measure] < b[measure]))
  );
}

/**
 * Selects the points that no other dominates, in their order. Points that are equal in everything do not dominate each
 * other, so all of them stay. The front is no convex hull: mixtures of two agents are no agent.
 *
 * @throws {RangeError} for a measure that is no number: unknown values cannot be compared
 */
export function paretoFront(points: readonly ParetoPoint[]): ParetoPoint[] {
  for (const point of points)
    for (const measure of [...MORE, ...LESS])
      if (!Number.isFinite(point[measure]))
        throw new RangeError(`${point.agent_id}: ${measure} is ${point[measure]}, not a number`);
  return points.filter((point) => !points.some((other) => dominates(other, point)));
}
