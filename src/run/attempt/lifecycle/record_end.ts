import type { EventPayload } from '../../../record/events/event.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { isCodeFault } from '../../../system/is_code_fault.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import { formatFaultStack } from '../report/format_fault_stack.js';

/** End of an attempt: why the agent's stages ended, what came between stages, or an exception that broke one off. */
type AttemptEnd = StopReason | { kind: 'exception'; error: unknown; interrupted: boolean };

/** Records the end of an attempt (requirement R11), as docs/how-a-run-ends.md lists it. */
export function recordEnd({ log }: RunDirectory, end: AttemptEnd): void {
  const termination = describeEnd(end, log.stage);
  const { code } = termination;
  log.append('termination', code === 'signal' || code === 'operator' ? 'operator' : 'harness', termination);
}

/**
 * Describes an end. No exception counts as the agent's failure: it is an interruption, which kills running git
 * processes too, a fault of the machine, or a defect of the harness.
 */
function describeEnd(end: AttemptEnd, stage: string | null | undefined): EventPayload<'termination'> {
  switch (end.kind) {
    case 'finished':
      return { code: 'finished', rationale: 'the agent finished', evidence_seq: null };
    case 'resource':
      return { code: 'resource', rationale: end.because, evidence_seq: end.evidence_seq, cap: end.cap };
    case 'safety':
    case 'operator':
    case 'agent-error':
      return { code: end.kind, rationale: end.because, evidence_seq: end.evidence_seq };
    case 'signal':
      return { code: 'signal', rationale: end.because, evidence_seq: null };
    case 'exception': {
      const { error, interrupted } = end;
      const message = String((error as Error)?.message ?? error).slice(0, 1000);
      if (interrupted) {
        const rationale = `interrupted during ${stage ?? 'setup'}: ${message}`;
        return { code: 'signal', rationale, evidence_seq: null, broke_off: true };
      }
      const stack = formatFaultStack(error);
      const fault = isCodeFault(error) ? 'code' : 'machine';
      const origin = stack === undefined ? {} : { stack };
      return { code: 'harness-error', rationale: message, evidence_seq: null, fault, ...origin };
    }
  }
  return end satisfies never;
}
