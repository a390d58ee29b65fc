/** Name of a Lan–DeMets function: how much of alpha may be spent by information t. */
export type Spending = 'obrien-fleming' | 'pocock';
/**
 * Interim analysis: its share of the planned information, the alpha spent so far, and the boundary at which |z| stops.
 */
export interface Look {
    information: number;
    spent: number;
    boundary: number;
}
/**
 * Computes the two-sided alpha spent at information t in [0, 1]. O'Brien–Fleming type: 2 − 2Φ(z_{α/2}/√t). Pocock type:
 * α·ln(1 + (e − 1)·t). 0 at t = 0, alpha at t = 1.
 */
export declare function alphaSpent(information: number, alpha: number, spending: Spending): number;
/**
 * Computes the boundary of |z| at each look. Under no difference, the probability of having stopped by look j is what
 * the spending function allows by then. Looks are rising shares of the planned information, at most 1.
 *
 * With S_j = z_j·√t_j, whose increments are independent and normal with variance t_j − t_{j−1}, the density of S over
 * comparisons that have not stopped is propagated from look to look by numerical integration. Each boundary is solved
 * from the mass that crosses it. Both sides are symmetric.
 */
export declare function spendingBoundaries(looks: readonly number[], alpha: number, spending: Spending): Look[];
/**
 * Computes the boundaries of any two-sided spending function of information t. The function must rise, and be above 0
 * at the first look.
 */
export declare function solveBoundaries(looks: readonly number[], spentBy: (information: number) => number): Look[];
