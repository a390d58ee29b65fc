import { type ProofStep, type ProofStepResult, proofSteps } from '../../contract/validation/contract_lock.js';
import { judgeChallengeStep } from './judge_challenge_step.js';
import type { ProofEvidence } from './proof_observation.js';
import { referenceStepJudges } from './reference_step_judges.js';
import { trialStepJudges } from './trial_step_judges.js';

/** Verdict of a proof and its steps. `proven` requires every step that had something to try. */
export interface ProofVerdict {
  verdict: 'proven' | 'refuted' | 'undecided';
  steps: ProofStepResult[];
}

const STEP_JUDGES: Record<ProofStep, (evidence: ProofEvidence) => ProofStepResult> = {
  ...referenceStepJudges,
  challenge: judgeChallengeStep,
  ...trialStepJudges,
};

/**
 * Judges a proof by its evidence (requirement K9). It can be called at any time, since a validation stops as soon as it
 * is refuted.
 */
export function judgeProof(evidence: ProofEvidence): ProofVerdict {
  const steps = proofSteps.map((step) => STEP_JUDGES[step](evidence));
  const any = (...verdicts: ProofStepResult['verdict'][]) => steps.some(({ verdict }) => verdicts.includes(verdict));
  const unrefuted = any('undecided', 'not-run') ? 'undecided' : 'proven';
  return { verdict: any('refuted') ? 'refuted' : unrefuted, steps };
}
