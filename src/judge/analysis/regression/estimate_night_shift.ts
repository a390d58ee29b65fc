import type { TaskRunCounts } from './gating_set.js';
import { countRuns } from './outcome_totals.js';

/** Shift of a night: the difference of the logits of its contracts from those of the nights that give the rates. */
interface NightShift {
  /** Firth's estimate. Finite even if all runs ended alike; 0 without runs. */
  shift: number;
  /** Variance that independent runs would give it. */
  variance: number;
  /** Successes less the expected number by the rates. */
  excess: number;
}

/** Success rates by contract and version. */
type ContractRates = ReadonlyMap<string, number>;

const getContractKey = ({ task, version }: Pick<TaskRunCounts, 'task' | 'version'>) => `${task} ${version}`;

/** Estimates the rates (s + ½)/(n + 1) of contracts over several nights. Undecided runs count as failures. */
export function estimateContractRates(nights: readonly (readonly TaskRunCounts[])[]): ContractRates {
  const sums = new Map<string, { successes: number; runs: number }>();
  for (const counts of nights.flat()) {
    const key = getContractKey(counts);
    const sum = sums.get(key) ?? { successes: 0, runs: 0 };
    sums.set(key, { successes: sum.successes + counts.successes, runs: sum.runs + countRuns(counts) });
  }
  return new Map(
    [...sums]
      .filter(([, { runs }]) => runs > 0)
      .map(([key, { successes, runs }]) => [key, (successes + 0.5) / (runs + 1)]),
  );
}

/** Largest absolute shift that is searched. */
const LARGEST_SHIFT = 12;
const STEPS = 40;

/**
 * Estimates the shift of a night over contracts with known rates, by Firth's penalised likelihood. With one contract it
 * is the logit of (s + ½)/(n + 1) less that of its rate. A slow provider or a busy machine moves all contracts of a
 * night at once.
 *
 * @param undecided outcome that undecided runs of the night count as
 */
export function estimateNightShift(
  night: readonly TaskRunCounts[],
  rates: ContractRates,
  undecided: 'successes' | 'failures',
): NightShift {
  const cells = night.flatMap((counts) => {
    const rate = rates.get(getContractKey(counts));
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
      const task_variance = runs * rate * (1 - rate);
      expected += runs * rate;
      information += task_variance;
      slope += task_variance * (1 - 2 * rate);
    }
    return { expected, information, slope };
  };
  let [low, high] = [-LARGEST_SHIFT, LARGEST_SHIFT];
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
