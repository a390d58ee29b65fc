import type { StepResult } from '../../contract/lock.js';
import { andMore, counted } from '../rubric/why.js';
import { canaryRemedy } from './canary_remedy.js';
import type { ProofEvidence } from './evidence.js';
import { notRun, stepResult } from './step.js';

/**
 * Judges the strength of a contract: how many tests can be given a wrong expectation that makes exactly them fail. A contract with
 * neither strength nor a canary is refuted, since nothing shows that its oracle can still fail; with a canary alone it is marked.
 */
export function challenge({ contract, reference, has_golden }: ProofEvidence): StepResult {
  const { rounds: asked, strength: wanted } = contract.oracle.challenge;
  if (asked === 0) return withoutStrength('the contract asks for no rounds', contract);
  if (!has_golden || !reference) return notRun('challenge');
  const { strength, missing, because, rounds, pool } = reference;
  if (strength === null) return withoutStrength(because, contract);
  const tests = pool.filter(({ counts }) => counts).length;
  const uncovered =
    missing.length === 0
      ? []
      : [`not every expectation can be varied in ${missing[0]}${andMore(missing.length)}: forging there costs nothing`];
  const short = strength < wanted ? [`strength 2^-${strength} is below 2^-${wanted}: ${because}`] : [];
  return stepResult('challenge', {
    detail: `strength 2^-${strength}: ${counted(rounds, 'round')} over ${counted(tests, 'test')} that ${tests === 1 ? 'fails' : 'fail'} before the patch`,
    warnings: [...short, ...uncovered],
  });
}

function withoutStrength(because: string, contract: ProofEvidence['contract']): StepResult {
  const { canary, files } = contract.oracle;
  const line = `strength none: ${because}`;
  if (canary !== undefined)
    return stepResult('challenge', {
      detail: `${line}; the canary alone shows that the oracle can fail`,
      warnings: [line],
    });
  const remedy = files === undefined ? 'keep the tests as hidden files (oracle.files)' : canaryRemedy(contract);
  return stepResult('challenge', { refuting: [`${line}, and there is no canary: ${remedy}`], detail: '' });
}
