import type { Trial, TrialOutcome } from './trial.js';

/** Counts of how the attempts at one task ended. */
export interface OutcomeCounts {
  successes: number;
  failures: number;
  /** Acceptance errors: there is evidence, but no decision. */
  indeterminate: number;
  invalid: number;
  /** Planned attempts without a result. */
  missing: number;
}

const COUNT_FIELDS: Record<TrialOutcome, keyof OutcomeCounts> = {
  success: 'successes',
  failure: 'failures',
  indeterminate: 'indeterminate',
  invalid: 'invalid',
};

/** Counts the outcomes of trials. */
export function countOutcomes(trials: Iterable<Pick<Trial, 'outcome'>>, missing = 0): OutcomeCounts {
  const counts: OutcomeCounts = { successes: 0, failures: 0, indeterminate: 0, invalid: 0, missing };
  for (const { outcome } of trials) counts[COUNT_FIELDS[outcome]]++;
  return counts;
}

/** Counts the runs that gave an answer about the agent. */
export const countDecided = ({ successes, failures }: OutcomeCounts): number => successes + failures;

/** Counts the runs with complete acceptance evidence, acceptance errors included. */
export const countScorable = (counts: OutcomeCounts): number => countDecided(counts) + counts.indeterminate;

/** Counts all attempts, invalid and missing ones included. */
export const countAttempts = (counts: OutcomeCounts): number => countScorable(counts) + counts.invalid + counts.missing;

/** Adds the counts of several tasks. */
export function addOutcomeCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const total = countOutcomes([]);
  for (const counts of all)
    for (const field of Object.keys(total) as (keyof OutcomeCounts)[]) total[field] += counts[field];
  return total;
}
