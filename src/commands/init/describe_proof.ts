import type { ContractLock } from '../../contract/validation/contract_lock.js';
import { formatStrengthFigure } from '../../publish/report/view/format_strength.js';
import type { DraftProof } from './drafts/init_session.js';

/** Verdict of a proof, with what it rests on. */
interface ProvenDraft {
  verdict: DraftProof['verdict'];
  proof: Pick<ContractLock, 'steps' | 'reference'>;
}

/**
 * Describes the proof of a draft: why it did not succeed, or why a pass has no strength.
 *
 * @param proven undefined if the proof was interrupted
 * @param limited true if a budget bounded the search for values of challenge rounds
 */
export function describeProof(proven: ProvenDraft | undefined, limited: boolean): DraftProof {
  const { verdict, proof } = proven ?? { verdict: 'undecided' };
  const strength = formatStrengthFigure(proof?.reference.strength ?? null);
  const because = proof?.reference.because ?? '';
  // A proof without strength fails where only the values that were not found would have helped.
  const cut = limited && /\bcalibration ended early\b/.test(because);
  const hint = cut ? 'the budget left too little time for the values of challenge rounds, raise --budget; ' : '';
  const bad = proof?.steps.find((step) => step.verdict === 'refuted' || step.verdict === 'undecided');
  const reason = bad === undefined ? '' : `${hint}${bad.step}: ${bad.reasons[0] ?? bad.verdict}`;
  if (verdict !== 'proven' || strength !== 'none') return { verdict, reason, strength };
  return { verdict, reason, strength, weakness: `strength none: ${hint}${because || 'no test can be challenged'}` };
}
