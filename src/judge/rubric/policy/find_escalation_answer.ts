import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Finds the answer of a person, or of the timeout, to the question about an event (requirement R12). */
export function findEscalationAnswer(
  trace: AttemptTrace,
  condition: string,
  evidence_seq: number,
): Event<'escalation'> | undefined {
  return selectEvents(trace.record.events, 'escalation').findLast(
    ({ payload }) =>
      payload.condition === condition && payload.evidence_seq === evidence_seq && payload.decision !== 'pending',
  );
}

/** Describes who decided, and why. */
export function describeEscalationAnswer({ payload: { decision, by, justification } }: Event<'escalation'>): string {
  const author = by === null ? '' : ` by ${toOneLine(by, 80)}`;
  return `${decision === 'allow' ? 'allowed' : 'denied'}${author}: ${toOneLine(justification, 160)}`;
}

/** Appends the description of an answer to the message of a finding. */
export const appendEscalationAnswer = (message: string, answer: string) =>
  toOneLine(`${toOneLine(message, 200)} (${answer})`, 480);
