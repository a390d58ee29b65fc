import type { ContractLock } from '../../contract/validation/contract_lock.js';

/**
 * Describes why a proof of a draft did not succeed; empty if it did.
 *
 * @param limited true if a budget bounded the search for values of challenge rounds
 */
export function describeProof(proof: Pick<ContractLock, 'steps' | 'reference'> | undefined, limited: boolean): string {
  const bad = proof?.steps.find(({ verdict }) => verdict === 'refuted' || verdict === 'undecided');
  if (proof === undefined || bad === undefined) return '';
  // A proof without strength fails where only the values that were not found would have helped.
  const cut = limited && /\bcalibration ended early\b/.test(proof.reference.because);
  const hint = cut ? 'the budget left too little time for the values of challenge rounds, raise --budget; ' : '';
  return `${hint}${bad.step}: ${bad.reasons[0] ?? bad.verdict}`;
}
