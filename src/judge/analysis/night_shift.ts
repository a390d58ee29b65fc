import type { Counts } from './gating_set.js';
import { countRuns } from './outcome_totals.js';

/** Shift of a night: by how much the logits of all its contracts lie above those of the nights that rates are from. */
export interface NightShift {
  /** Firth's estimate: finite also where all runs ended alike; 0 without runs. */
  shift: number;
  /** Variance that independent runs would give it. */
  variance: number;
  /** Successes less those that the rates let expect. */
  excess: number;
}

/** Success rates by contract and version. */
export type ContractRates = ReadonlyMap<string, number>;

const keyOf = ({ task, version }: Pick<Counts, 'task' | 'version'>) => `${task} ${version}`;

/** Returns the rates (s + ½)/(n + 1) of contracts over all runs of some nights; undecided runs count as failures. */
export function contractRates(nights: readonly (readonly Counts[])[]): ContractRates {
  const sums = new Map<string, { successes: number; runs: number }>();
  for (const counts of nights.flat()) {
    const key = keyOf(counts);
    const sum = sums.get(key) ?? { successes: 0, runs: 0 };
    sums.set(key, { successes: sum.successes + counts.successes, runs: sum.runs + countRuns(counts) });
  }
  return new Map(
    [...sums]
      .filter(([, { runs }]) => runs > 0)
      .map(([key, { successes, runs }]) => [key, (successes + 0.5) / (runs + 1)]),
  );
}

/** Shifts are looked for within ± this. */
const LARGEST = 12;
const STEPS = 40;

/**
 * Estimates the shift of a night over contracts with known rates, by the penalised likelihood of Firth (1993): with one contract it is
 * the logit of (s + ½)/(n + 1) less that of its rate. A slow provider or a busy machine moves all contracts of a night at once.
 *
 * @param undecided how undecided runs of the night count
 */
export function estimateShift(
  night: readonly Counts[],
  rates: ContractRates,
  undecided: 'successes' | 'failures',
): NightShift {
  const cells = night.flatMap((counts) => {
    const rate = rates.get(keyOf(counts));
    const runs = countRuns(counts);
    if (rate === undefined || runs === 0) return [];
    const successes = counts.successes + (undecided === 'successes' ? counts.undecided : 0);
    return [{ logit: Math.log(rate / (1 - rate)), runs, successes }];
  });
  if (cells.length === 0) return { shift: 0, variance: 0, excess: 0 };
  const successes = cells.reduce((sum, cell) => sum + cell.successes, 0);
  const sums = (shift: number) => {
    let [expected, information, slope] = [0, 0, 0];
    for (const { logit, runs } of cells) {
      const rate = 1 / (1 + Math.exp(-logit - shift));
      const own = runs * rate * (1 - rate);
      expected += runs * rate;
      information += own;
      slope += own * (1 - 2 * rate);
    }
    return { expected, information, slope };
  };
  let [low, high] = [-LARGEST, LARGEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const { expected, information, slope } = sums(middle);
    if (successes - expected + slope / (2 * information) > 0) low = middle;
    else high = middle;
  }
  const { information, expected } = sums(0);
  // The delta method for the logarithm of a count plus one half.
  const variance = information / (information + 0.5) ** 2;
  return { shift: (low + high) / 2, variance, excess: successes - expected };
}
