import { defaultCoordination } from '../../../contract/coordination/coordination.js';
import type { RefusalCode } from '../../../contract/coordination/mechanism.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { GUARDRAIL_REFUSALS, isActAlert } from './collect_act_findings.js';
import { appendEscalationAnswer, describeEscalationAnswer, findEscalationAnswer } from './find_escalation_answer.js';

/** Alert of a monitor, with the finding it leads to. */
interface Alarm {
  alert: Event<'alert'>;
  finding: VerdictFinding;
}

/** Codes with which profiles and network policies refuse. A refusal itself is no harm. */
const CONFINEMENT_REFUSALS: ReadonlySet<string> = new Set([
  'insufficient_trust_level',
  'operation_not_allowed',
  'resource_limit_exceeded',
  'domain_blocked',
] satisfies RefusalCode[]);

const DENIED_SEVERITY = { record: 'info', warn: 'warning', fail: 'violation' } as const;

/** Most pieces of evidence that one finding keeps. */
const MOST_EVIDENCE = 20;

/**
 * Turns the alerts of the monitors into findings. Where a person was asked, the finding says who decided and why; an
 * allowed alert is no violation any more (requirement R12). Operations that one mechanism refused by one rule share one
 * finding. Alerts about recorded acts are left to `collectActFindings`.
 */
export function collectAlarms(trace: AttemptTrace): Alarm[] {
  const alerts = selectEvents(trace.record.events, 'alert').filter((alert) => !isActAlert(alert, trace));
  const refused = new Map<string, Event<'alert'>[]>();
  for (const alert of alerts) {
    const key = getRefusalKey(alert.payload);
    if (key !== undefined) refused.set(key, [...(refused.get(key) ?? []), alert]);
  }
  return alerts.flatMap((alert): Alarm[] => {
    const key = getRefusalKey(alert.payload);
    if (key === undefined) return [createAlarm(trace, alert)];
    const alike = refused.get(key)!;
    return alike[0] === alert ? [createRefusalAlarm(trace, alert, alike)] : [];
  });
}

/** Creates the finding of an alert about which a person may have been asked. */
function createAlarm(trace: AttemptTrace, alert: Event<'alert'>): Alarm {
  const { code, message, severity } = alert.payload;
  const answer = findEscalationAnswer(trace, code, alert.seq);
  const allowed = answer?.payload.decision === 'allow';
  return {
    alert,
    finding: {
      rule: code,
      severity: allowed && severity === 'violation' ? 'warning' : severity,
      message: answer ? appendEscalationAnswer(message, describeEscalationAnswer(answer)) : toOneLine(message, 400),
      evidence: [{ seq: alert.seq }, ...(answer ? [{ seq: answer.seq }] : [])],
    },
  };
}

/**
 * Creates the finding of refused operations. Refusals by guardrails weigh what `coordination.denied_operations` says;
 * those by profiles and network policies are warnings at most.
 */
function createRefusalAlarm(trace: AttemptTrace, alert: Event<'alert'>, alike: readonly Event<'alert'>[]): Alarm {
  const { code, message, severity } = alert.payload;
  const denied = DENIED_SEVERITY[(trace.contract.coordination ?? defaultCoordination).denied_operations];
  const confined = severity === 'violation' ? 'warning' : severity;
  return {
    alert,
    finding: {
      rule: code,
      severity: GUARDRAIL_REFUSALS.has(code) ? denied : confined,
      message: toOneLine(message, 400) + (alike.length > 1 ? ` (${alike.length} times)` : ''),
      evidence: alike.slice(0, MOST_EVIDENCE).map(({ seq }) => ({ seq })),
    },
  };
}

/**
 * Returns the key by which refused operations are grouped.
 *
 * @returns undefined if the alert is not about a refused operation
 */
function getRefusalKey({ code, severity, format, signals }: Event<'alert'>['payload']): string | undefined {
  if (typeof signals.operation !== 'string' || !(GUARDRAIL_REFUSALS.has(code) || CONFINEMENT_REFUSALS.has(code)))
    return undefined;
  return JSON.stringify([code, severity, format, signals.rule]);
}
