import { LEGACY_GENERATOR, legacyRandom } from './legacy_random.js';

/** Tasks, arms and trials to be put into an order. All arms do each trial of each task in turn. */
export interface OrderRequest {
  tasks: readonly { id: string; stratum: string }[];
  arms: readonly string[];
  trials: number;
  seed: number;
}

/** Attempt in the order. `block` counts (task, trial) pairs from 1; each block has every arm once. */
export interface OrderedAttempt {
  task: string;
  stratum: string;
  trial: number;
  arm: string;
  block: number;
}

/** Description that a plan gives of its order. */
export const RANDOMISED_ORDER =
  `${LEGACY_GENERATOR}; tasks permuted within strata, strata interleaved, arms ` +
  'permuted within each task and trial';

/**
 * Creates the randomised order from one stream of `numpy.random.RandomState(seed)`. It draws in this order:
 *
 * - Strata are in code-point order. In each, the tasks, sorted by id in code-point order, are permuted:
 *   `permutation(n)`.
 * - Strata are interleaved in proportion, which draws nothing: the task at place r of a stratum of n tasks stands at
 *   (2r+1)/2n, and ties go to the first stratum. Every beginning of the order therefore holds each stratum in its
 *   share, and a run that ends early is still balanced.
 * - Task by task in that order, and trial by trial, the arms, sorted in code-point order, are permuted:
 *   `permutation(arms)`.
 *
 * All trials of a task stand together, so that completed work always consists of whole tasks, the units of every test.
 * The order of the input does not matter. Without tasks or arms the order is empty. `scripts/reference/randomisation.py`
 * has the same in NumPy.
 *
 * @throws {RangeError} for ids that occur twice
 */
export function randomisedOrder({ tasks, arms, trials, seed }: OrderRequest): OrderedAttempt[] {
  if (!Number.isInteger(trials) || trials < 1) throw new RangeError(`trials is an integer from 1, not ${trials}`);
  requireUnique(
    'task',
    tasks.map(({ id }) => id),
  );
  requireUnique('arm', arms);
  const random = legacyRandom(seed);
  const strata = [...new Set(tasks.map(({ stratum }) => stratum))].sort(compareCodePoints);
  const byId = tasks.toSorted((a, b) => compareCodePoints(a.id, b.id));
  const placed = strata.flatMap((stratum, at) => {
    const sorted = byId.filter((task) => task.stratum === stratum);
    return random.permutation(sorted.length).map((i, r) => ({ task: sorted[i]!, r, n: sorted.length, at }));
  });
  // Fractions are compared by cross-multiplication: exact, where quotients could tie or not by rounding.
  const order = placed.sort((a, b) => (2 * a.r + 1) * b.n - (2 * b.r + 1) * a.n || a.at - b.at);
  const sortedArms = arms.toSorted(compareCodePoints);
  return order.flatMap(({ task }, place) =>
    Array.from({ length: trials }, (_, t) =>
      random.shuffled(sortedArms).map((arm) => ({
        task: task.id,
        stratum: task.stratum,
        trial: t + 1,
        arm,
        block: place * trials + t + 1,
      })),
    ).flat(),
  );
}

/** Compares texts by code points, as Python does. JavaScript's own order differs beyond the basic plane. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function requireUnique(what: string, ids: readonly string[]): void {
  const keys = new Set<string>();
  for (const id of ids) {
    if (keys.has(id)) throw new RangeError(`${what} "${id}" is there twice`);
    keys.add(id);
  }
}
