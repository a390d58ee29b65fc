import { LEGACY_GENERATOR, legacyRandom } from './mersenne.js';

/** What is put into an order. Arms are compared with each other, so each task, trial by trial, is done by all of them in turn. */
export interface OrderRequest {
  tasks: readonly { id: string; stratum: string }[];
  arms: readonly string[];
  trials: number;
  seed: number;
}

/** One attempt in the order. `block` counts (task, trial) pairs from 1: within a block every arm stands once. */
export interface OrderedAttempt {
  task: string;
  stratum: string;
  trial: number;
  arm: string;
  block: number;
}

/** What a plan says of where its order is from. */
export const RANDOMISED_ORDER = `${LEGACY_GENERATOR}; tasks permuted within strata, strata interleaved, arms permuted within each task and trial`;

/**
 * The randomised order (pilot protocol §5.3): one stream of `numpy.random.RandomState(seed)`, drawn from in this order:
 * 1. strata in code-point order; in each the tasks, sorted by id in code-point order, are permuted: `permutation(n)`;
 * 2. strata are interleaved in proportion, which draws nothing: the task at place r of a stratum of n tasks stands at (2r+1)/2n, ties go to
 *    the stratum that comes first. So every beginning of the order holds each stratum in its share, and a run that ends early is still
 *    balanced;
 * 3. task by task in that order, trial by trial, the arms, sorted in code-point order, are permuted: `permutation(arms)`.
 *
 * All trials of a task stand together, so that what has been run at any time is whole tasks, the units of every test. Input order does not
 * matter. No tasks or no arms give no rows; ids that occur twice are a RangeError. docs/pilot.md has the same in ten lines of NumPy.
 */
export function randomisedOrder({ tasks, arms, trials, seed }: OrderRequest): OrderedAttempt[] {
  if (!Number.isInteger(trials) || trials < 1) throw new RangeError(`trials is an integer from 1, not ${trials}`);
  demandUnique(
    'task',
    tasks.map(({ id }) => id),
  );
  demandUnique('arm', arms);
  const random = legacyRandom(seed);
  const strata = [...new Set(tasks.map(({ stratum }) => stratum))].sort(byCodePoint);
  const byId = tasks.toSorted((a, b) => byCodePoint(a.id, b.id));
  const placed = strata.flatMap((stratum, at) => {
    const sorted = byId.filter((task) => task.stratum === stratum);
    return random.permutation(sorted.length).map((i, r) => ({ task: sorted[i]!, r, n: sorted.length, at }));
  });
  // Fractions are compared by cross-multiplication: exact, where quotients could tie or not by rounding.
  const order = placed.sort((a, b) => (2 * a.r + 1) * b.n - (2 * b.r + 1) * a.n || a.at - b.at);
  const sortedArms = arms.toSorted(byCodePoint);
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

/** Order of texts by code points, as Python sorts them; JavaScript's own order differs beyond the basic plane. */
export function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function demandUnique(what: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new RangeError(`${what} "${id}" is there twice`);
    seen.add(id);
  }
}
