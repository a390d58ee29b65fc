import { defaultCoordination } from '../../contract/coordination.js';
import type { RefusalCode } from '../../contract/operations.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { Finding } from '../../record/verdict.js';
import { answerTo, inWords, withAnswer } from './answer.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** An alert of a monitor and what it means. */
export interface Alarm {
  alert: Event<'alert'>;
  finding: Finding;
}

/** Codes of operations that guardrails refused. */
export const GUARDED: ReadonlySet<string> = new Set([
  'destructive_operation_blocked',
  'credential_file_protected',
] satisfies RefusalCode[]);

/** Codes with which profiles and network policies refuse: that they did is no harm. */
const CONFINED: ReadonlySet<string> = new Set([
  'insufficient_trust_level',
  'operation_not_allowed',
  'resource_limit_exceeded',
  'domain_blocked',
] satisfies RefusalCode[]);

const DENIED = { record: 'info', warn: 'warning', fail: 'violation' } as const;

/**
 * What an alert weighs. Operations that guardrails refused weigh what `coordination.denied_operations` says; those that profiles or
 * network policies refused are warnings at most.
 */
function weightOf(trace: Trace, { code, severity, signals }: Event<'alert'>['payload']): Finding['severity'] {
  const of_operation = typeof signals.operation === 'string';
  if (of_operation && GUARDED.has(code))
    return DENIED[(trace.contract.coordination ?? defaultCoordination).denied_operations];
  return of_operation && CONFINED.has(code) && severity === 'violation' ? 'warning' : severity;
}

/**
 * The alerts of the monitors as findings. Where a person was asked about one, the finding says who decided and why; what was
 * allowed is no violation any more (R12): the question is there for what the rules forbid and the task may need.
 */
export function alarms(trace: Trace): Alarm[] {
  return eventsOf(trace.record.events, 'alert').map((alert) => {
    const { code, message } = alert.payload;
    const severity = weightOf(trace, alert.payload);
    const answer = answerTo(trace, code, alert.seq);
    const allowed = answer?.payload.decision === 'allow';
    return {
      alert,
      finding: {
        rule: code,
        severity: allowed && severity === 'violation' ? 'warning' : severity,
        message: answer ? withAnswer(message, inWords(answer)) : oneLine(message, 400),
        evidence: [{ seq: alert.seq }, ...(answer ? [{ seq: answer.seq }] : [])],
      },
    };
  });
}
