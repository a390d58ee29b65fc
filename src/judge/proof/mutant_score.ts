import type { z } from 'zod';
import type { survivorSchema } from '../../contract/lock.js';
import type { Observation } from './observation.js';

export interface MutantScore {
  /** Mutants that did not pass: by a failure, or by an error such as a timeout. */
  killed: number;
  survived: z.infer<typeof survivorSchema>[];
  /** Attempts that were not valid, and mutants that did not even apply: they say nothing. */
  undecided: number;
}

/** What became of the mutants. */
export function mutantScore(observations: readonly Observation[]): MutantScore {
  const score: MutantScore = { killed: 0, survived: [], undecided: 0 };
  for (const { variant, status, stopped_at } of observations) {
    if (variant.role !== 'mutant') continue;
    if (status === 'invalid' || stopped_at?.gate === 'G1') score.undecided++;
    else if (status === 'success')
      score.survived.push({
        mutant: variant.name,
        change: variant.change,
        file: variant.file ?? '',
        line: variant.line ?? null,
      });
    else score.killed++;
  }
  return score;
}
