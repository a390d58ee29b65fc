import type { z } from 'zod';
import type { survivorSchema } from '../../contract/validation/contract_lock.js';
import type { ProofObservation } from './proof_observation.js';

/** Numbers of killed, surviving and undecided mutants. */
interface MutantScore {
  /** Mutants that failed, or ended with an error such as a timeout. */
  killed: number;
  survived: z.infer<typeof survivorSchema>[];
  /** Invalid attempts and mutants that did not apply; they carry no information. */
  undecided: number;
}

/** Counts killed, surviving and undecided mutants. */
export function computeMutantScore(observations: readonly ProofObservation[]): MutantScore {
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
