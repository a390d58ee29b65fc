import { type Event, eventsOf } from '../../record/events.js';
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
 * The traffic of an attempt for a reader, bounded. What a client repeats of an answer is left out: the answer is there. Calls stand below
 * the answer that asks for them, though they are known only when their results are.
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
  const calls = callsOf(events);
  const turns = events.flatMap((event): Turn[] => {
    const { seq } = event;
    if (event.type === 'prompt') {
      const { conversation, messages } = event.payload;
      return messages
        .filter(({ role }) => role !== 'assistant' || !answered.has(conversation))
        .map(({ role, text }) => ({ seq, conversation, who: role, note: '', text: readable(text) }));
    }
    if (event.type !== 'response') return [];
    const { exchange, conversation, outcome, code, detail, message } = event.payload;
    if (conversation !== null) answered.add(conversation);
    const note = outcome === 'complete' ? '' : [outcome, code, detail].filter(Boolean).join(': ');
    const own = calls.get(exchange) ?? [];
    calls.delete(exchange);
    const text = message === null ? '' : readable(message.text, own.length > 0);
    const answer = { seq, conversation: conversation ?? 0, who: 'answer', note: shorten(note, 300), text };
    return [answer, ...own];
  });
  // Of what was asked for in an answer that the log has not.
  return [...turns, ...[...calls.values()].flat()];
}

/** By the exchange that asked for them. */
function callsOf(events: readonly Event[]): Map<number, Turn[]> {
  const calls = new Map<number, Turn[]>();
  for (const { seq, payload } of eventsOf(events, 'tool_invocation')) {
    const { tool, arguments: given, asked } = payload;
    if (!asked) continue;
    const note = asked.result === null ? 'no result was seen' : '';
    const text = shorten(`${tool} ${JSON.stringify(given) ?? ''}`, TURN);
    const own = calls.get(asked.exchange) ?? [];
    own.push({ seq, conversation: asked.conversation, who: 'call', note, text });
    calls.set(asked.exchange, own);
  }
  return calls;
}

/** What a message says, where it says just texts; else its JSON. Calls that are shown by themselves are no part of it. */
function readable(json: string, calls_shown = false): string {
  const message = parsed(json);
  if (typeof message === 'string') return shorten(message, TURN);
  if (typeof message !== 'object' || message === null) return shorten(json, TURN);
  const { role: _role, content, tool_call_id: _id, reasoning_content, ...rest } = message as Record<string, unknown>;
  const texts = [reasoning_content, content].filter((text) => text !== undefined && text !== null);
  const others = Object.keys(rest).filter((key) => !(calls_shown && key === 'tool_calls'));
  const plain = others.length === 0 && texts.every((text) => typeof text === 'string');
  return shorten(plain ? texts.join('\n') : json, TURN);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
