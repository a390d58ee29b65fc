import { type Event, eventsOf } from '../../record/events.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** What a person, or silence, answered to the question that rests on this event (R12); an answer to another question is none. */
export function answerTo(trace: Trace, condition: string, evidence_seq: number): Event<'escalation'> | undefined {
  return eventsOf(trace.record.events, 'escalation').findLast(
    ({ payload }) =>
      payload.condition === condition && payload.evidence_seq === evidence_seq && payload.decision !== 'pending',
  );
}

/** Who decided, and why. */
export function inWords({ payload: { decision, by, justification } }: Event<'escalation'>): string {
  const who = by === null ? '' : ` by ${oneLine(by, 80)}`;
  return `${decision === 'allow' ? 'allowed' : 'denied'}${who}: ${oneLine(justification, 160)}`;
}

/** A message of a finding with what was answered behind it. */
export const withAnswer = (message: string, answer: string) => oneLine(`${oneLine(message, 200)} (${answer})`, 480);
