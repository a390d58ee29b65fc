import { selectEvents } from '../../../record/events/select_events.js';
import type { Verdict } from '../../../record/verdict/verdict.js';
import type { JudgedCheck } from '../checks/judged_check.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { computeChangeSize } from './compute_change_size.js';
import { defaultWeights, roundScore } from './default_weights.js';

/**
 * Computes the graded score s = ⟨w, (q_minimal, q_trace, q_maintainability)⟩ (requirement S4). It compares attempts
 * that satisfy the contract. For all others it is undefined and 0.
 */
export function computeGradedScore(
  trace: AttemptTrace,
  checks: readonly JudgedCheck[],
  success: boolean,
): Verdict['graded'] {
  const { lambda, envelope, weights = defaultWeights.graded } = trace.contract.scoring;
  const { d_delta } = computeChangeSize(trace.patch?.payload.files ?? [], envelope);
  const q_minimal = Math.exp(-lambda * d_delta);
  const q_trace = hasProvenance(trace) ? 1 : 0;
  const q_maintainability = computeMaintainability(checks);
  const s = weights.minimal * q_minimal + weights.trace * q_trace + weights.maintainability * q_maintainability;
  return {
    score: success ? roundScore(s) : 0,
    defined: success,
    q_minimal: roundScore(q_minimal),
    q_trace,
    q_maintainability: roundScore(q_maintainability),
    d_delta: roundScore(d_delta),
    weights: { minimal: weights.minimal, trace: weights.trace, maintainability: weights.maintainability },
  };
}

/** Checks whether the run can be repeated: briefing, patch and an execution of every acceptance check are recorded. */
function hasProvenance(trace: AttemptTrace): boolean {
  const acceptance = trace.declared.filter((declared) => declared.kind === 'acceptance');
  return (
    selectEvents(trace.record.events, 'briefing').length > 0 &&
    trace.patch !== undefined &&
    acceptance.every((declared) => trace.getRuns(declared).some((event) => event.payload.execution !== undefined))
  );
}

/** Computes the share of the contract's maintainability checks that pass; 1 if there are none. */
function computeMaintainability(checks: readonly JudgedCheck[]): number {
  const maintainability_checks = checks.filter(({ verdict }) => verdict.kind === 'maintainability');
  if (maintainability_checks.length === 0) return 1;
  return (
    maintainability_checks.filter(({ verdict }) => verdict.outcome === 'pass').length / maintainability_checks.length
  );
}
