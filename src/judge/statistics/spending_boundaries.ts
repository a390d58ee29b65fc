import { createPanelQuadrature } from './create_panel_quadrature.js';
import { normalCdf, normalQuantile } from './normal_cdf.js';
import { requireConfidence, requireProbability } from './require_count.js';

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
export function alphaSpent(information: number, alpha: number, spending: Spending): number {
  requireConfidence(alpha, 'alpha');
  requireProbability('information', information);
  if (information === 0) return 0;
  if (information === 1) return alpha;
  if (spending === 'pocock') return alpha * Math.log1p((Math.E - 1) * information);
  return 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(information));
}

/**
 * Computes the boundary of |z| at each look. Under no difference, the probability of having stopped by look j is what
 * the spending function allows by then. Looks are rising shares of the planned information, at most 1.
 *
 * With S_j = z_j·√t_j, whose increments are independent and normal with variance t_j − t_{j−1}, the density of S over
 * comparisons that have not stopped is propagated from look to look by numerical integration. Each boundary is solved
 * from the mass that crosses it. Both sides are symmetric.
 */
export function spendingBoundaries(looks: readonly number[], alpha: number, spending: Spending): Look[] {
  return solveBoundaries(looks, (information) => alphaSpent(information, alpha, spending));
}

/**
 * Computes the boundaries of any two-sided spending function of information t. The function must rise, and be above 0
 * at the first look.
 */
export function solveBoundaries(looks: readonly number[], spentBy: (information: number) => number): Look[] {
  looks.forEach((t, j) => {
    if (!(t > (looks[j - 1] ?? 0) && t <= 1)) throw new RangeError(`looks rise within (0, 1]: ${looks.join(', ')}`);
  });
  const results: Look[] = [];
  let carried: Density | null = null;
  looks.forEach((information, j) => {
    const spent = spentBy(information);
    const toSpend = spent - (results[j - 1]?.spent ?? 0);
    const step = Math.sqrt(information - (looks[j - 1] ?? 0));
    const limit: number = carried === null ? -step * normalQuantile(toSpend / 2) : findLimit(carried, step, toSpend);
    results.push({ information, spent, boundary: limit / Math.sqrt(information) });
    const next = looks[j + 1];
    if (next !== undefined)
      carried = propagateDensity(carried, step, limit, Math.min(step, Math.sqrt(next - information)));
  });
  return results;
}

/** Density of the score over comparisons that have not stopped, on the nodes of a quadrature. */
interface Density {
  nodes: Float64Array;
  /** Density times quadrature weight at each node. */
  mass: Float64Array;
}

/**
 * Computes the density after one more step of the walk, cut at ±limit. Panels are as narrow as the narrowest step at
 * its sides.
 */
function propagateDensity(before: Density | null, step: number, limit: number, width: number): Density {
  const { nodes, weights } = createPanelQuadrature(
    -limit,
    limit,
    Math.min(MOST_PANELS, Math.ceil((2 * limit) / width)),
  );
  const mass = nodes.map((s, i) => {
    if (before === null) return weights[i]! * normalDensity(s, step);
    let sum = 0;
    for (let u = 0; u < before.nodes.length; u++) sum += before.mass[u]! * normalDensity(s - before.nodes[u]!, step);
    return weights[i]! * sum;
  });
  return { nodes, mass };
}

/**
 * Finds the limit beyond which, on either side, exactly this mass arrives with the next step. It uses Newton's method
 * on the logarithm of the mass, within a bracket.
 */
function findLimit(before: Density, step: number, toSpend: number): number {
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let limit = before.nodes[before.nodes.length - 1]!;
  for (let round = 0; round < 100; round++) {
    let [crossing, density] = [0, 0];
    for (let u = 0; u < before.nodes.length; u++) {
      const node = before.nodes[u]!;
      crossing += before.mass[u]! * (normalCdf((node - limit) / step) + normalCdf((-limit - node) / step));
      density += before.mass[u]! * (normalDensity(node - limit, step) + normalDensity(limit + node, step));
    }
    if (crossing > toSpend) low = limit;
    else high = limit;
    const newton = limit + (Math.log(crossing / toSpend) * crossing) / density;
    const next = newton > low && newton < high ? newton : (low + Math.min(high, low + 10 * step)) / 2;
    if (Math.abs(next - limit) <= 1e-13 * limit) return next;
    limit = next;
  }
  return limit;
}

function normalDensity(x: number, sd: number): number {
  return Math.exp(-0.5 * (x / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
}

/** Most panels of a quadrature. Looks closer than that cannot be told apart by any realistic number of tasks. */
const MOST_PANELS = 300;
