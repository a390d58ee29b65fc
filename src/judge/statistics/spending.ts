import { requireConfidence, requireProbability } from './arguments.js';
import { normalCdf, normalQuantile } from './distributions.js';
import { overPanels } from './quadrature.js';

/** Lan–DeMets functions: how much of alpha may be spent by information t. */
export type Spending = 'obrien-fleming' | 'pocock';

/** One interim analysis: at this share of the planned information, this much of alpha is spent in all, and |z| stops beyond the boundary. */
export interface Look {
  information: number;
  spent: number;
  boundary: number;
}

/**
 * Alpha spent at information t in [0, 1], two-sided (Lan and DeMets 1983). O'Brien–Fleming type: 2 − 2Φ(z_{α/2}/√t), Pocock type:
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
 * The boundary of |z| at each look, so that under no difference the probability to have stopped by look j is what the spending function
 * allows by then. Looks are shares of the planned information, rising, at most 1.
 *
 * With S_j = z_j·√t_j, whose increments are independent and normal with variance t_j − t_{j−1}, the density of S over those who have not
 * stopped is carried from look to look by numerical integration (Armitage, McPherson and Rowe 1969), and each boundary is solved from
 * what crosses it. Symmetric: neither side stops sooner than the other.
 */
export function spendingBoundaries(looks: readonly number[], alpha: number, spending: Spending): Look[] {
  return boundariesOf(looks, (information) => alphaSpent(information, alpha, spending));
}

/** The same for any function of what is spent, two-sided, by information t; it rises, and is above 0 at the first look. */
export function boundariesOf(looks: readonly number[], spentBy: (information: number) => number): Look[] {
  looks.forEach((t, j) => {
    if (!(t > (looks[j - 1] ?? 0) && t <= 1)) throw new RangeError(`looks rise within (0, 1]: ${looks.join(', ')}`);
  });
  const found: Look[] = [];
  let carried: Density | null = null;
  looks.forEach((information, j) => {
    const spent = spentBy(information);
    const toSpend = spent - (found[j - 1]?.spent ?? 0);
    const step = Math.sqrt(information - (looks[j - 1] ?? 0));
    const limit: number = carried === null ? -step * normalQuantile(toSpend / 2) : solve(carried, step, toSpend);
    found.push({ information, spent, boundary: limit / Math.sqrt(information) });
    const next = looks[j + 1];
    if (next !== undefined) carried = carry(carried, step, limit, Math.min(step, Math.sqrt(next - information)));
  });
  return found;
}

/** Density of the score over those who have not stopped, on the nodes of a quadrature. */
interface Density {
  nodes: Float64Array;
  /** Density times quadrature weight at each node. */
  mass: Float64Array;
}

/** The density after one more step of the walk, cut at ±limit; panels are as narrow as the narrowest step at its sides. */
function carry(before: Density | null, step: number, limit: number, width: number): Density {
  const { nodes, weights } = overPanels(-limit, limit, Math.min(MOST_PANELS, Math.ceil((2 * limit) / width)));
  const mass = nodes.map((s, i) => {
    if (before === null) return weights[i]! * normalDensity(s, step);
    let sum = 0;
    for (let u = 0; u < before.nodes.length; u++) sum += before.mass[u]! * normalDensity(s - before.nodes[u]!, step);
    return weights[i]! * sum;
  });
  return { nodes, mass };
}

/** The limit beyond which, on either side, exactly so much mass arrives with the next step: Newton's method on its logarithm, bracketed. */
function solve(before: Density, step: number, toSpend: number): number {
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let limit = before.nodes[before.nodes.length - 1]!;
  for (let round = 0; round < 100; round++) {
    let [crossing, density] = [0, 0];
    for (let u = 0; u < before.nodes.length; u++) {
      const from = before.nodes[u]!;
      crossing += before.mass[u]! * (normalCdf((from - limit) / step) + normalCdf((-limit - from) / step));
      density += before.mass[u]! * (normalDensity(from - limit, step) + normalDensity(limit + from, step));
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

/** Bounds the work: looks closer than that are not told apart by any number of tasks that is run. */
const MOST_PANELS = 300;
