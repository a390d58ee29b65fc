import type { Finding, Verdict } from '../../record/verdict.js';
import { changeSize } from './change_size.js';
import type { Trace } from './trace.js';
import { defaultWeights, rounded } from './weights.js';

/** S = w_ok·1[pass] + w_val·V(Δ) − w_viol·P(Viol), clipped to [0, 1] (S5; executable contracts §2.4). */
export function decomposed(trace: Trace, findings: readonly Finding[], success: boolean): Verdict['decomposed'] {
  const weights = trace.contract.scoring.decomposed ?? defaultWeights.decomposed;
  const ok = success ? 1 : 0;
  const validity = patchValidity(trace);
  const violation = violationPenalty(findings);
  const score = weights.ok * ok + weights.validity * validity - weights.violation * violation;
  return {
    score: rounded(Math.min(1, Math.max(0, score))),
    ok,
    validity: rounded(validity),
    violation: rounded(violation),
    weights: { ok: weights.ok, validity: weights.validity, violation: weights.violation },
  };
}

/**
 * V(Δ) in [0, 1]: 1 for a change that applies, leaves no conflict marker and stays within the contract's envelope; beyond
 * the envelope 1/d_delta (twice the size, half the validity); 0 for a change that does not apply, and for none at all:
 * doing nothing earns no partial credit.
 */
export function patchValidity({ patch, contract }: Trace): number {
  if (patch?.payload.outcome !== 'applied') return 0;
  if (patch.payload.conflict_markers.length > 0 || patch.payload.refusals.length > 0) return 0;
  const { d_delta } = changeSize(patch.payload.files, contract.scoring.envelope);
  return d_delta <= 1 ? 1 : 1 / d_delta;
}

/** P(Viol) in [0, 1]: the findings by weight, ending at 1. One violation is enough for all of it. */
export function violationPenalty(findings: readonly Finding[]): number {
  const sum = findings.reduce((total, finding) => total + defaultWeights.penalty[finding.severity], 0);
  return Math.min(1, sum);
}
