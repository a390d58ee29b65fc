import type { Trial, TrialOutcome } from './trial.js';

/** How the attempts at one task ended. */
export interface OutcomeCounts {
  successes: number;
  failures: number;
  /** Acceptance errors: evidence is there, but could not be decided on. */
  indeterminate: number;
  invalid: number;
  /** Planned, and without a result. */
  missing: number;
}

const FIELD: Record<TrialOutcome, keyof OutcomeCounts> = {
  success: 'successes',
  failure: 'failures',
  indeterminate: 'indeterminate',
  invalid: 'invalid',
};

export function outcomeCounts(trials: Iterable<Pick<Trial, 'outcome'>>, missing = 0): OutcomeCounts {
  const counts: OutcomeCounts = { successes: 0, failures: 0, indeterminate: 0, invalid: 0, missing };
  for (const { outcome } of trials) counts[FIELD[outcome]]++;
  return counts;
}

/** Runs that gave an answer about the agent. */
export const decidedIn = ({ successes, failures }: OutcomeCounts): number => successes + failures;

/** Runs with complete acceptance evidence, acceptance errors among them (executable contracts §3.1). */
export const scorableIn = (counts: OutcomeCounts): number => decidedIn(counts) + counts.indeterminate;

export const attemptsIn = (counts: OutcomeCounts): number => scorableIn(counts) + counts.invalid + counts.missing;

export function addedUp(all: readonly OutcomeCounts[]): OutcomeCounts {
  const total = outcomeCounts([]);
  for (const counts of all)
    for (const field of Object.keys(total) as (keyof OutcomeCounts)[]) total[field] += counts[field];
  return total;
}
