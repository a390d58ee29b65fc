import type { Counts } from './gating_set.js';

/** Outcomes of runs, whatever contract they are of. */
export type OutcomeTotals = Pick<Counts, 'successes' | 'failures' | 'undecided'>;

export const NO_RUNS: OutcomeTotals = { successes: 0, failures: 0, undecided: 0 };

/** Returns the number of runs, undecided ones among them. */
export const countRuns = ({ successes, failures, undecided }: OutcomeTotals): number =>
  successes + failures + undecided;

/** Returns the sum of both. */
export const addTotals = (a: OutcomeTotals, b: OutcomeTotals): OutcomeTotals => ({
  successes: a.successes + b.successes,
  failures: a.failures + b.failures,
  undecided: a.undecided + b.undecided,
});
