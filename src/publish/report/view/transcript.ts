import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { shortenText } from '../../text/escape_text.js';

/** Message or call in a transcript, in the order of the log; foreign text. */
interface TranscriptTurn {
  /** Number of the event. */
  seq: number;
  /** Number of the conversation; 0 for none. */
  conversation: number;
  who: string;
  /** Remark beside the text: why a response is incomplete, how a call ended. */
  note: string;
  text: string;
}

/** Beginning and end of an agent's model traffic, for a reader. */
export interface Transcript {
  turns: TranscriptTurn[];
  /** Number of omitted turns, and the number of turns before them. */
  left_out: { count: number; after: number };
}

const TURN_LIMIT = 2_000;

/**
 * Creates the transcript of an attempt, bounded in length. It leaves out what a client repeats of a response. Calls
 * stand below the response that requests them, although the log has them only with their results.
 *
 * @param characters of all texts together
 */
export function createTranscript(events: readonly Event[], characters: number): Transcript {
  const turns = collectTurns(events);
  const weight = ({ text, note, who }: TranscriptTurn) => text.length + note.length + who.length + 100;
  let [start, end] = [0, turns.length];
  let left = characters;
  while (start < end) {
    // Take turns from both ends alternately: beginning and end matter most.
    const atStart = start <= (turns.length - end) * 2;
    const turn = turns.at(atStart ? start : end - 1);
    if (turn) left -= weight(turn);
    if (left < 0) break;
    if (atStart) start += 1;
    else end -= 1;
  }
  return {
    turns: [...turns.slice(0, start), ...turns.slice(end)],
    left_out: { count: end - start, after: start },
  };
}

function collectTurns(events: readonly Event[]): TranscriptTurn[] {
  const answered = new Set<number>();
  const calls = collectCalls(events);
  const turns = events.flatMap((event): TranscriptTurn[] => {
    const { seq } = event;
    if (event.type === 'prompt') {
      const { conversation, messages } = event.payload;
      return messages
        .filter(({ role }) => role !== 'assistant' || !answered.has(conversation))
        .map(({ role, text }) => ({ seq, conversation, who: role, note: '', text: formatMessage(text) }));
    }
    if (event.type !== 'response') return [];
    const { exchange, conversation, outcome, code, detail, message } = event.payload;
    if (conversation !== null) answered.add(conversation);
    const note = outcome === 'complete' ? '' : [outcome, code, detail].filter(Boolean).join(': ');
    const exchange_calls = calls.get(exchange) ?? [];
    calls.delete(exchange);
    const text = message === null ? '' : formatMessage(message.text, exchange_calls.length > 0);
    const answer = { seq, conversation: conversation ?? 0, who: 'answer', note: shortenText(note, 300), text };
    return [answer, ...exchange_calls];
  });
  // Calls whose response is missing in the log.
  return [...turns, ...[...calls.values()].flat()];
}

/** Collects calls by the exchange that requested them. */
function collectCalls(events: readonly Event[]): Map<number, TranscriptTurn[]> {
  const calls = new Map<number, TranscriptTurn[]>();
  for (const { seq, payload } of selectEvents(events, 'tool_invocation')) {
    const { tool, arguments: parameters, asked: request } = payload;
    if (!request) continue;
    const note = request.result === null ? 'no result was seen' : '';
    const text = shortenText(`${tool} ${JSON.stringify(parameters) ?? ''}`, TURN_LIMIT);
    const exchange_calls = calls.get(request.exchange) ?? [];
    exchange_calls.push({ seq, conversation: request.conversation, who: 'call', note, text });
    calls.set(request.exchange, exchange_calls);
  }
  return calls;
}

/**
 * Formats a message: its texts if it holds nothing else, else its JSON. Calls that are shown separately are left out.
 */
function formatMessage(json: string, calls_shown = false): string {
  const message = parseJson(json);
  if (typeof message === 'string') return shortenText(message, TURN_LIMIT);
  if (typeof message !== 'object' || message === null) return shortenText(json, TURN_LIMIT);
  const { role: _role, content, tool_call_id: _id, reasoning_content, ...rest } = message as Record<string, unknown>;
  const texts = [reasoning_content, content].filter((text) => text !== undefined && text !== null);
  const extra_keys = Object.keys(rest).filter((key) => !(calls_shown && key === 'tool_calls'));
  const plain = extra_keys.length === 0 && texts.every((text) => typeof text === 'string');
  return shortenText(plain ? texts.join('\n') : json, TURN_LIMIT);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
