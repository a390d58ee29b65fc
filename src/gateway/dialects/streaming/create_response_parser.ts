import { isJsonObject, type JsonObject, type ParsedResponse, type ResponseParser } from '../dialect.js';
import { isTooDeep, parseBoundedJson } from '../parse_bounded_json.js';
import { JsonObjectSplitter } from './json_object_splitter.js';
import type { OutputCounter } from './output_counter.js';
import { parseServerEvent, ServerEventSplitter } from './server_event_splitter.js';

/** Builder of a parsed response from events. A whole response is one event: formats use other fields for it. */
export interface ResponseBuilder {
  readonly output: OutputCounter;
  /**
   * Adds an event.
   *
   * @param type type of the event, if its data do not name it
   */
  addEvent(data: JsonObject, type: string): void;
  /** Handles the end mark `[DONE]`. */
  markDone?(): void;
  build(): ParsedResponse;
}

const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OPENINGS: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b]);

/**
 * Creates a parser of a streamed response, as events or as a JSON stream. Servers without streaming answer a stream
 * request with one document.
 */
export function createResponseParser(fold: ResponseBuilder): ResponseParser {
  const events = new ServerEventSplitter();
  const pieces = new JsonObjectSplitter();
  let form: 'unknown' | 'events' | 'json' = 'unknown';
  let unreadable = 0;
  let end: ParsedResponse | undefined;

  const read = (text: string, type: string): void => {
    if (text === '[DONE]') {
      fold.markDone?.();
      return;
    }
    const data = parseBoundedJson(text);
    if (isJsonObject(data)) fold.addEvent(data, type);
    else unreadable += 1;
  };
  const readEvent = (bytes: Uint8Array): void => {
    const event = parseServerEvent(bytes);
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
      if (form === 'json') for (const text of pieces.split(chunk)) read(text, '');
      else for (const { bytes, whole } of events.split(chunk)) if (whole) readEvent(bytes);
    },
    end() {
      if (end !== undefined) return end;
      readEvent(events.takeRest());
      const passed_over =
        unreadable + events.passed_over + pieces.passed_over + fold.output.passed_over + Number(pieces.open);
      end = passed_over === 0 ? fold.build() : { ...fold.build(), passed_over };
      return end;
    },
  };
}

/** Parses a response that is one document, or an array of the pieces of a stream. */
export function parseWholeResponse(fold: ResponseBuilder, body: unknown): ParsedResponse {
  let passed_over = 0;
  for (const data of Array.isArray(body) ? body : [body]) {
    if (isJsonObject(data) && !isTooDeep(data)) fold.addEvent(data, '');
    else passed_over += 1;
  }
  passed_over += fold.output.passed_over;
  return passed_over === 0 ? fold.build() : { ...fold.build(), passed_over };
}
