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

/**
 * The alerts of the monitors as findings. Where a person was asked about one, the finding says who decided and why; what was
 * allowed is no violation any more (R12): the question is there for what the rules forbid and the task may need.
 */
export function alarms(trace: Trace): Alarm[] {
  return eventsOf(trace.record.events, 'alert').map((alert) => {
    const { code, severity, message } = alert.payload;
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
