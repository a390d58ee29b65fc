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
/** Checks whether `a` is at least as good as `b` in all measures, and better in one. */
export declare function dominates(a: ParetoPoint, b: ParetoPoint): boolean;
/**
 * Selects the points that no other dominates, in their order. Points that are equal in everything do not dominate each
 * other, so all of them stay. The front is no convex hull: mixtures of two agents are no agent.
 *
 * @throws {RangeError} for a measure that is no number; only assurance may be null
 */
export declare function paretoFront(points: readonly ParetoPoint[]): ParetoPoint[];
