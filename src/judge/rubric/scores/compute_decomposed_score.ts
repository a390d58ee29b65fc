import type { Verdict, VerdictFinding } from '../../../record/verdict/verdict.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { computeChangeSize } from './compute_change_size.js';
import { defaultWeights, roundScore } from './default_weights.js';

/**
 * Computes the decomposed score S = w_ok·1[y] + w_val·V(Δ) − w_viol·P(Viol), limited to [0, 1] (requirement S5).
 *
 * @param accepted outcome y of the oracle, whatever the safety gate says: a violation is counted once
 */
export function computeDecomposedScore(
  trace: AttemptTrace,
  findings: readonly VerdictFinding[],
  accepted: boolean,
): Verdict['decomposed'] {
  const weights = trace.contract.scoring.decomposed ?? defaultWeights.decomposed;
  const ok = accepted ? 1 : 0;
  const validity = computePatchValidity(trace);
  const violation = computeViolationPenalty(findings);
  const score = weights.ok * ok + weights.validity * validity - weights.violation * violation;
  return {
    score: roundScore(Math.min(1, Math.max(0, score))),
    ok,
    validity: roundScore(validity),
    violation: roundScore(violation),
    weights: { ok: weights.ok, validity: weights.validity, violation: weights.violation },
  };
}

/**
 * Computes the validity V(Δ) of the patch, in [0, 1]. 1 for a change that applies, leaves no conflict marker and stays
 * within the contract's envelope. Beyond the envelope 1/d_delta: twice the size has half the validity. 0 for a change
 * that does not apply, and for an empty one.
 */
export function computePatchValidity({ patch, contract }: AttemptTrace): number {
  if (patch?.payload.outcome !== 'applied') return 0;
  if (patch.payload.conflict_markers.length > 0 || patch.payload.refusals.length > 0) return 0;
  const { d_delta } = computeChangeSize(patch.payload.files, contract.scoring.envelope);
  return d_delta <= 1 ? 1 : 1 / d_delta;
}

/** Computes the penalty P(Viol) in [0, 1]: the weighted sum of the findings. One violation gives 1. */
export function computeViolationPenalty(findings: readonly VerdictFinding[]): number {
  const sum = findings.reduce((total, finding) => total + defaultWeights.penalty[finding.severity], 0);
  return Math.min(1, sum);
}
