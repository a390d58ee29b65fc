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

/** Pieces of evidence that one finding keeps. */
const MOST_EVIDENCE = 20;

/**
 * The alerts of the monitors as findings. Where a person was asked about one, the finding says who decided and why; what was
 * allowed is no violation any more (R12): the question is there for what the rules forbid and the task may need. Operations that
 * one mechanism refused by one rule are one finding: an agent may try as often as it likes.
 */
export function alarms(trace: Trace): Alarm[] {
  const alerts = eventsOf(trace.record.events, 'alert');
  const refused = new Map<string, Event<'alert'>[]>();
  for (const alert of alerts) {
    const of = refusalKey(alert.payload);
    if (of !== undefined) refused.set(of, [...(refused.get(of) ?? []), alert]);
  }
  return alerts.flatMap((alert): Alarm[] => {
    const of = refusalKey(alert.payload);
    if (of === undefined) return [asked(trace, alert)];
    const alike = refused.get(of)!;
    return alike[0] === alert ? [refusedAlarm(trace, alert, alike)] : [];
  });
}

/** An alert about which somebody may have been asked. */
function asked(trace: Trace, alert: Event<'alert'>): Alarm {
  const { code, message, severity } = alert.payload;
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
}

/**
 * Operations that guardrails refused weigh what `coordination.denied_operations` says; those that profiles or network policies
 * refused are warnings at most.
 */
function refusedAlarm(trace: Trace, alert: Event<'alert'>, alike: readonly Event<'alert'>[]): Alarm {
  const { code, message, severity } = alert.payload;
  const denied = DENIED[(trace.contract.coordination ?? defaultCoordination).denied_operations];
  const confined = severity === 'violation' ? 'warning' : severity;
  return {
    alert,
    finding: {
      rule: code,
      severity: GUARDED.has(code) ? denied : confined,
      message: oneLine(message, 400) + (alike.length > 1 ? ` (${alike.length} times)` : ''),
      evidence: alike.slice(0, MOST_EVIDENCE).map(({ seq }) => ({ seq })),
    },
  };
}

/** What refused operations are told together by; undefined = the alert is not about one. */
function refusalKey({ code, severity, format, signals }: Event<'alert'>['payload']): string | undefined {
  if (typeof signals.operation !== 'string' || !(GUARDED.has(code) || CONFINED.has(code))) return undefined;
  return JSON.stringify([code, severity, format, signals.rule]);
}
