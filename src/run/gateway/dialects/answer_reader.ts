import type { Answered, AnswerReader, JsonObject } from './dialect.js';
import { isObject } from './fields.js';
import { JsonPieces } from './json_pieces.js';
import { parseJson, tooDeep } from './json_text.js';
import type { Output } from './output.js';
import { EventCutter, eventOf } from './sse.js';

/** Puts an answer together. A whole answer is one event: what formats send in one document has fields of its own. */
export interface AnswerFold {
  readonly output: Output;
  /** @param type of the event, where its data do not say it */
  event(data: JsonObject, type: string): void;
  /** The mark `[DONE]`. */
  done?(): void;
  answered(): Answered;
}

const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OPENINGS: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b]);

/**
 * Reads a streamed answer, as events or as JSON in pieces, whichever it turns out to be: servers that do not stream answer a request for a
 * stream with one document.
 */
export function answerReader(fold: AnswerFold): AnswerReader {
  const events = new EventCutter();
  const pieces = new JsonPieces();
  let form: 'unknown' | 'events' | 'json' = 'unknown';
  let unreadable = 0;
  let end: Answered | undefined;

  const read = (text: string, type: string): void => {
    if (text === '[DONE]') {
      fold.done?.();
      return;
    }
    const data = parseJson(text);
    if (isObject(data)) fold.event(data, type);
    else unreadable += 1;
  };
  const readEvent = (bytes: Uint8Array): void => {
    const event = eventOf(bytes);
    if (event !== undefined) read(event.data.trim(), event.type);
  };

  return {
    get output_bytes() {
      return fold.output.bytes;
    },
    feed(chunk) {
      if (end !== undefined) return;
      if (form === 'unknown') {
        const first = chunk.find((byte) => !BLANKS.has(byte));
        if (first !== undefined) form = OPENINGS.has(first) ? 'json' : 'events';
      }
      if (form === 'json') for (const text of pieces.cut(chunk)) read(text, '');
      else for (const { bytes, whole } of events.cut(chunk)) if (whole) readEvent(bytes);
    },
    end() {
      if (end !== undefined) return end;
      readEvent(events.rest());
      const passed_over =
        unreadable + events.passed_over + pieces.passed_over + fold.output.passed_over + Number(pieces.open);
      end = passed_over === 0 ? fold.answered() : { ...fold.answered(), passed_over };
      return end;
    },
  };
}

/** Reads an answer that is one document, or an array of what a stream would have brought. */
export function wholeAnswer(fold: AnswerFold, body: unknown): Answered {
  let passed_over = 0;
  for (const data of Array.isArray(body) ? body : [body]) {
    if (isObject(data) && !tooDeep(data)) fold.event(data, '');
    else passed_over += 1;
  }
  passed_over += fold.output.passed_over;
  return passed_over === 0 ? fold.answered() : { ...fold.answered(), passed_over };
}
