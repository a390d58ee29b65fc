import { omitUndefined } from '../../../contract/input/omit_undefined.js';

/** Counts of run outcomes, over any contracts. Planned runs without a result are undecided. */
export interface OutcomeTotals {
  successes: number;
  failures: number;
  undecided: number;
  /** Of the undecided, runs that were not made. If absent, none. */
  missing?: number | undefined;
}

/** Totals of no runs. */
export const NO_RUNS: OutcomeTotals = { successes: 0, failures: 0, undecided: 0 };

/** Counts the runs, undecided ones included. */
export const countRuns = ({ successes, failures, undecided }: OutcomeTotals): number =>
  successes + failures + undecided;

/** Adds two totals. */
export function addTotals(a: OutcomeTotals, b: OutcomeTotals): OutcomeTotals {
  const missing = (a.missing ?? 0) + (b.missing ?? 0);
  return {
    successes: a.successes + b.successes,
    failures: a.failures + b.failures,
    undecided: a.undecided + b.undecided,
    ...omitUndefined({ missing: missing > 0 ? missing : undefined }),
  };
}

/** Computes the share of successes, with undecided runs counted as `undecided` says; 0 without runs. */
export function computeSuccessShare(counts: OutcomeTotals, undecided: 'successes' | 'failures'): number {
  const runs = countRuns(counts);
  return runs === 0 ? 0 : (counts.successes + (undecided === 'successes' ? counts.undecided : 0)) / runs;
}
