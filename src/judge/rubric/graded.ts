import { eventsOf } from '../../record/events.js';
import type { Verdict } from '../../record/verdict.js';
import { changeSize } from './change_size.js';
import type { JudgedCheck } from './check_verdict.js';
import type { Trace } from './trace.js';
import { defaultWeights, rounded } from './weights.js';

/**
 * The graded score s = ⟨w, (q_minimal, q_trace, q_maintainability)⟩ (S4). It compares attempts that satisfy the contract;
 * for any other it is not defined and 0, whatever its dimensions are.
 */
export function graded(trace: Trace, checks: readonly JudgedCheck[], success: boolean): Verdict['graded'] {
  const { lambda, envelope, weights = defaultWeights.graded } = trace.contract.scoring;
  const { d_delta } = changeSize(trace.patch?.payload.files ?? [], envelope);
  const q_minimal = Math.exp(-lambda * d_delta);
  const q_trace = hasProvenance(trace) ? 1 : 0;
  const q_maintainability = maintainability(checks);
  const s = weights.minimal * q_minimal + weights.trace * q_trace + weights.maintainability * q_maintainability;
  return {
    score: success ? rounded(s) : 0,
    defined: success,
    q_minimal: rounded(q_minimal),
    q_trace,
    q_maintainability: rounded(q_maintainability),
    d_delta: rounded(d_delta),
    weights: { minimal: weights.minimal, trace: weights.trace, maintainability: weights.maintainability },
  };
}

/** Everything is there that somebody needs to do the run again: briefing, patch, an execution of every acceptance check. */
function hasProvenance(trace: Trace): boolean {
  const acceptance = trace.declared.filter((declared) => declared.kind === 'acceptance');
  return (
    eventsOf(trace.record.events, 'briefing').length > 0 &&
    trace.patch !== undefined &&
    acceptance.every((declared) => trace.runsOf(declared).some((event) => event.payload.execution !== undefined))
  );
}

/** Share of the contract's maintainability checks that pass; 1 when it names none. */
function maintainability(checks: readonly JudgedCheck[]): number {
  const own = checks.filter(({ verdict }) => verdict.kind === 'maintainability');
  if (own.length === 0) return 1;
  return own.filter(({ verdict }) => verdict.outcome === 'pass').length / own.length;
}
