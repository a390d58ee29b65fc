import type { Event } from '../../record/events.js';
import { shorten } from './escape.js';

/** One thing that was said, or done, in the order of the log. All of it is foreign text. */
export interface Turn {
  /** Number of the event. */
  seq: number;
  /** 0 = of none. */
  conversation: number;
  who: string;
  /** Beside the text: why an answer is not whole, how a call ended. */
  note: string;
  text: string;
}

/** What a reader is shown of an agent's traffic: its beginning and its end. */
export interface Transcript {
  turns: Turn[];
  /** So many are left out, after this many. */
  left_out: { count: number; after: number };
}

const TURN = 2_000;

/**
 * The traffic of an attempt for a reader, bounded. What a client repeats of an answer is left out: the answer is there.
 *
 * @param characters of all texts together
 */
export function transcriptOf(events: readonly Event[], characters: number): Transcript {
  const turns = turnsOf(events);
  const weight = ({ text, note, who }: Turn) => text.length + note.length + who.length + 100;
  let [from, to] = [0, turns.length];
  let left = characters;
  while (from < to) {
    // From both ends in turn, since how it began and how it ended says most.
    const atStart = from <= (turns.length - to) * 2;
    left -= weight(turns[atStart ? from : to - 1]!);
    if (left < 0) break;
    if (atStart) from += 1;
    else to -= 1;
  }
  return {
    turns: [...turns.slice(0, from), ...turns.slice(to)],
    left_out: { count: to - from, after: from },
  };
}

function turnsOf(events: readonly Event[]): Turn[] {
  const answered = new Set<number>();
  return events.flatMap((event): Turn[] => {
    const { seq } = event;
    if (event.type === 'prompt') {
      const { conversation, messages } = event.payload;
      return messages
        .filter(({ role }) => role !== 'assistant' || !answered.has(conversation))
        .map(({ role, text }) => ({ seq, conversation, who: role, note: '', text: readable(text) }));
    }
    if (event.type === 'response') {
      const { conversation, outcome, code, detail, message } = event.payload;
      if (conversation !== null) answered.add(conversation);
      const note = outcome === 'complete' ? '' : [outcome, code, detail].filter(Boolean).join(': ');
      const text = message === null ? '' : readable(message.text);
      return [{ seq, conversation: conversation ?? 0, who: 'answer', note: shorten(note, 300), text }];
    }
    if (event.type === 'tool_invocation' && event.payload.asked) {
      const { tool, arguments: given, asked } = event.payload;
      const note = asked.result === null ? 'no result was seen' : '';
      const text = shorten(`${tool} ${JSON.stringify(given) ?? ''}`, TURN);
      return [{ seq, conversation: asked.conversation, who: 'call', note, text }];
    }
    return [];
  });
}

/** What a message says, where it says just one text; else its JSON. */
function readable(json: string): string {
  const message = parsed(json);
  if (typeof message === 'string') return shorten(message, TURN);
  if (typeof message !== 'object' || message === null) return shorten(json, TURN);
  const { role: _role, content, tool_call_id: _id, ...rest } = message as Record<string, unknown>;
  return shorten(typeof content === 'string' && Object.keys(rest).length === 0 ? content : json, TURN);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
