import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ConversationPart, parseMessageParts } from '../../publish/report/view/parse_message_parts.js';
import type { Event } from '../../record/events/event.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';
import { selectEvents } from '../../record/events/select_events.js';
import { type ReadableText, toReadableLine, toReadableText } from './readable_text.js';

/** Part of a turn, as a reader sees it. */
export interface TurnPart extends ReadableText {
  kind: ConversationPart['kind'];
  name?: string;
  call_id?: string;
  failed?: boolean;
}

/** Message of a conversation with a model. */
export interface Turn {
  /** Number of the event. */
  seq: number;
  /** Side conversations have numbers of their own; 0 = none. */
  conversation: number;
  role: 'system' | 'user' | 'assistant' | 'tool';
  at_ms: number;
  parts: TurnPart[];
  /** Why an answer is incomplete; empty for a complete one. */
  note: string;
  /** Of an answer: its model, tokens, cost and duration. */
  answer?: { model: string; input: number | null; output: number | null; usd: number | null; wall_ms: number };
}

/** Conversations of an attempt, with the number of turns that are left out in their middle. */
export interface AttemptConversation {
  turns: Turn[];
  /** Number of the first turn after the gap, and of the turns in it. */
  left_out: { after: number; count: number };
}

/** Characters of one part, and of all parts together. */
const PART_LIMIT = 20_000;
const ALL_LIMIT = 1_500_000;

/** Reads the text of an artifact of the record; undefined if it is missing or too large. */
export type ArtifactReader = (digest: string) => string | undefined;

/**
 * Creates the conversation of an attempt with its models, in the order of the log and the same for all wire formats.
 * It leaves out what a client repeats of an answer.
 */
export function createConversation(events: readonly Event[], readArtifact: ArtifactReader): AttemptConversation {
  const turns = collectTurns(events, readArtifact);
  let [start, end, room] = [0, turns.length, ALL_LIMIT];
  while (start < end && room > 0) {
    // Beginning and end matter most.
    const is_start = start <= (turns.length - end) * 2;
    const turn = turns.at(is_start ? start : end - 1);
    for (const { text } of turn?.parts ?? []) room -= text.length + 100;
    if (is_start) start += 1;
    else end -= 1;
  }
  return { turns: [...turns.slice(0, start), ...turns.slice(end)], left_out: { after: start, count: end - start } };
}

function collectTurns(events: readonly Event[], readArtifact: ArtifactReader): Turn[] {
  const costs = new Map<number, number | null>();
  for (const { payload } of selectEvents(events, 'cost'))
    if (payload.exchange !== undefined) costs.set(payload.exchange, payload.cost_usd);
  const answered = new Set<number>();
  return events.flatMap((event): Turn[] => {
    const place = { seq: event.seq, at_ms: event.t / 1e6 };
    if (event.type === 'prompt') {
      const { conversation, messages } = event.payload;
      return messages
        .filter(({ role }) => role !== 'assistant' || !answered.has(conversation))
        .map((message) => ({
          ...place,
          conversation,
          role: message.role,
          parts: toTurnParts(message, readArtifact),
          note: '',
        }));
    }
    if (event.type !== 'response') return [];
    const { exchange, conversation, outcome, code, detail, message, usage, model, wall_ms } = event.payload;
    if (conversation !== null) answered.add(conversation);
    const note = outcome === 'complete' ? '' : [outcome, code, detail].filter(Boolean).join(': ');
    const answer = {
      model: toReadableLine(model ?? '', 80),
      input: usage?.input_tokens ?? null,
      output: usage?.output_tokens ?? null,
      usd: costs.get(exchange) ?? null,
      wall_ms,
    };
    const parts = message === null ? [] : toTurnParts(message, readArtifact);
    const turn = { conversation: conversation ?? 0, role: 'assistant' as const, parts, note: toReadableLine(note) };
    return [{ ...place, ...turn, answer }];
  });
}

function toTurnParts({ text, artifact }: RecordedMessage, readArtifact: ArtifactReader): TurnPart[] {
  const whole = artifact === undefined ? text : (readArtifact(artifact) ?? text);
  return parseMessageParts(whole).map(({ text: content, name, ...part }) => ({
    ...part,
    ...omitUndefined({ name: name === undefined ? undefined : toReadableLine(name, 100) }),
    ...toReadableText(content, PART_LIMIT),
  }));
}
