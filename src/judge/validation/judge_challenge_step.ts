import type { ProofStepResult } from '../../contract/validation/contract_lock.js';
import { formatRemainder, pluralise } from '../rubric/text/to_one_line.js';
import { createNotRunStep, createStepResult } from './create_step_result.js';
import type { ProofEvidence } from './proof_observation.js';
import { suggestCanary } from './suggest_canary.js';

/**
 * Judges the strength of a contract: the number of tests that a wrong expectation makes fail on their own.
 *
 * A contract with neither strength nor a canary is refuted, since nothing shows that its oracle can still fail. With a
 * canary alone it is marked.
 */
export function judgeChallengeStep({ contract, reference, has_golden }: ProofEvidence): ProofStepResult {
  const { rounds: round_limit, strength: least_strength } = contract.oracle.challenge;
  if (round_limit === 0) return createNoStrengthStep('the contract asks for no rounds', contract);
  if (!has_golden || !reference) return createNotRunStep('challenge');
  const { strength, missing, because, rounds, pool } = reference;
  if (strength === null) return createNoStrengthStep(because, contract);
  const tests = pool.filter(({ counts }) => counts).length;
  const uncovered =
    missing.length === 0
      ? []
      : [
          `not every expectation can be varied in ${missing[0]}${formatRemainder(missing.length)}: forging ` +
            'there costs nothing',
        ];
  const short = strength < least_strength ? [`strength 2^-${strength} is below 2^-${least_strength}: ${because}`] : [];
  return createStepResult('challenge', {
    detail:
      `strength 2^-${strength}: ${pluralise(rounds, 'round')} over ${pluralise(tests, 'test')} that ` +
      `${tests === 1 ? 'fails' : 'fail'} before the patch`,
    warnings: [...short, ...uncovered],
  });
}

function createNoStrengthStep(because: string, contract: ProofEvidence['contract']): ProofStepResult {
  const { canary, files } = contract.oracle;
  const line = `strength none: ${because}`;
  if (canary !== undefined)
    return createStepResult('challenge', {
      detail: `${line}; the canary alone shows that the oracle can fail`,
      warnings: [line],
    });
  const remedy = files === undefined ? 'keep the tests as hidden files (oracle.files)' : suggestCanary(contract);
  return createStepResult('challenge', { refuting: [`${line}, and there is no canary: ${remedy}`], detail: '' });
}
