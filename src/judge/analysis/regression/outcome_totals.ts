import type { TaskRunCounts } from './gating_set.js';

/** Counts of run outcomes, over any contracts. */
export type OutcomeTotals = Pick<TaskRunCounts, 'successes' | 'failures' | 'undecided'>;

/** Totals of no runs. */
export const NO_RUNS: OutcomeTotals = { successes: 0, failures: 0, undecided: 0 };

/** Counts the runs, undecided ones included. */
export const countRuns = ({ successes, failures, undecided }: OutcomeTotals): number =>
  successes + failures + undecided;

/** Adds two totals. */
export const addTotals = (a: OutcomeTotals, b: OutcomeTotals): OutcomeTotals => ({
  successes: a.successes + b.successes,
  failures: a.failures + b.failures,
  undecided: a.undecided + b.undecided,
});
