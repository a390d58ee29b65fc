import { ByteBuffer } from './byte_buffer.js';

/**
 * Server-sent event. Events are split from bytes, wherever these are cut. Lines end in CR, LF or CRLF, an event in an
 * empty line. Bytes are decoded only when an event is whole.
 */

interface ServerEvent {
  /** Value of the `event:` line; empty if there is none. */
  type: string;
  /** Values of the `data:` lines. */
  data: string;
}

/** Bytes of a stream: a whole event with its final empty line, or a part of one over the limit. */
interface StreamSegment {
  bytes: Uint8Array;
  whole: boolean;
}

const LF = 10;
const CR = 13;

/** Maximum number of bytes of an event, which bounds memory; no model's event comes near it. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/** Splitter of a stream into events. No byte is lost or changed: all segments and the rest are the stream. */
export class ServerEventSplitter {
  /** Number of events over the limit. */
  passed_over = 0;
  readonly #limit: number;
  readonly #held = new ByteBuffer();
  #over = false;
  #lineIsEmpty = true;
  #afterCr = false;

  constructor(limit = MAX_EVENT_BYTES) {
    this.#limit = limit;
  }

  /** Yields the segments that end in this chunk; their bytes are valid until the next is taken. */
  *split(chunk: Uint8Array): Generator<StreamSegment> {
    let start = 0;
    let position = 0;
    let lf = chunk.indexOf(LF);
    let cr = chunk.indexOf(CR);
    while (lf !== -1 || cr !== -1) {
      const isLf = cr === -1 || (lf !== -1 && lf < cr);
      const line_end = isLf ? lf : cr;
      if (isLf) lf = chunk.indexOf(LF, line_end + 1);
      else cr = chunk.indexOf(CR, line_end + 1);
      if (line_end > position) this.#inLine();
      position = line_end + 1;
      const pair = isLf && this.#afterCr;
      this.#afterCr = !isLf;
      if (this.#lineIsEmpty && !pair) {
        const end = !isLf && chunk[position] === LF ? position + 1 : position;
        yield* this.#ended(chunk.subarray(start, end));
        start = end;
      }
      this.#lineIsEmpty = true;
    }
    if (position < chunk.length) this.#inLine();
    if (start < chunk.length) yield* this.#hold(chunk.subarray(start));
  }

  #inLine(): void {
    this.#lineIsEmpty = false;
    this.#afterCr = false;
  }

  /** Returns the bytes after the last empty line, at the end of the stream. */
  takeRest(): Uint8Array {
    return this.#held.take();
  }

  *#ended(part: Uint8Array): Generator<StreamSegment> {
    if (!this.#over && this.#held.length === 0 && part.length <= this.#limit) {
      yield { bytes: part, whole: true };
      return;
    }
    yield* this.#hold(part);
    if (!this.#over) yield { bytes: this.takeRest(), whole: true };
    this.#over = false;
  }

  *#hold(part: Uint8Array): Generator<StreamSegment> {
    if (!this.#over && this.#held.length + part.length > this.#limit) {
      this.#over = true;
      this.passed_over += 1;
      if (this.#held.length > 0) yield { bytes: this.takeRest(), whole: false };
    }
    if (this.#over) {
      yield { bytes: part, whole: false };
      return;
    }
    this.#held.add(part);
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Parses an event.
 *
 * @returns undefined if it has no data, as comments have none
 */
export function parseServerEvent(bytes: Uint8Array): ServerEvent | undefined {
  let type = '';
  const data: string[] = [];
  const text = decoder.decode(bytes);
  for (const line of (text.startsWith('\uFEFF') ? text.slice(1) : text).split(
    text.includes('\r') ? /\r\n?|\n/ : '\n',
  )) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
  }
  return data.length === 0 ? undefined : { type, data: data.join('\n') };
}
