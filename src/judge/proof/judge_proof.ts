import { type ProofStep, proofSteps, type StepResult } from '../../contract/lock.js';
import { challenge } from './challenge_step.js';
import type { ProofEvidence } from './evidence.js';
import { base, golden, hiddenFiles, pins, setup } from './reference_steps.js';
import { envelope, flakiness, mutants, perturbation, wrongPatches } from './trial_steps.js';

/** What a proof came to. `proven` needs every step; a step that has nothing to try does not stand in its way. */
export interface ProofVerdict {
  verdict: 'proven' | 'refuted' | 'undecided';
  steps: StepResult[];
}

const JUDGES: Record<ProofStep, (evidence: ProofEvidence) => StepResult> = {
  pins,
  setup,
  base,
  golden,
  'hidden-files': hiddenFiles,
  challenge,
  'no-change': (evidence) => wrongPatches('no-change', 'no-change', evidence),
  cheaters: (evidence) => wrongPatches('cheaters', 'cheater', evidence),
  'known-wrong': (evidence) => wrongPatches('known-wrong', 'known-wrong', evidence),
  perturbation,
  flakiness,
  mutants,
  envelope,
};

/** Evidence → proven | refuted | undecided (K9). Judges what there is, at any time: a proof stops early when it is refuted. */
export function judgeProof(evidence: ProofEvidence): ProofVerdict {
  const steps = proofSteps.map((step) => JUDGES[step](evidence));
  const any = (...verdicts: StepResult['verdict'][]) => steps.some(({ verdict }) => verdicts.includes(verdict));
  return { verdict: any('refuted') ? 'refuted' : any('undecided', 'not-run') ? 'undecided' : 'proven', steps };
}
