import { HeldBytes } from './held_bytes.js';

/**
 * Server-sent events out of bytes, wherever these are cut: inside a character, between CR and LF. Lines end in CR, LF or CRLF, an event in
 * an empty line. Bytes are only decoded when an event is whole.
 */

export interface ServerEvent {
  /** Its `event:` line; empty = there is none. */
  type: string;
  /** Its `data:` lines. */
  data: string;
}

/** Bytes of a stream: a whole event with the empty line that ends it, or a part of one that is over the limit. */
export interface Cut {
  bytes: Uint8Array;
  whole: boolean;
}

const LF = 10;
const CR = 13;

/** An event of more bytes is not put together: nothing that models say in one piece is as long, and memory has an end. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/** Cuts a stream into events. No byte is lost or changed: all cuts, one after the other, and the rest are the stream. */
export class EventCutter {
  /** Events over the limit. */
  passed_over = 0;
  readonly #limit: number;
  readonly #held = new HeldBytes();
  #over = false;
  #lineIsEmpty = true;
  #afterCr = false;

  constructor(limit = MAX_EVENT_BYTES) {
    this.#limit = limit;
  }

  /** The cuts that end in this chunk; the bytes of each are good until the next is taken. */
  *cut(chunk: Uint8Array): Generator<Cut> {
    let start = 0;
    let seen = 0;
    let lf = chunk.indexOf(LF);
    let cr = chunk.indexOf(CR);
    while (lf !== -1 || cr !== -1) {
      const isLf = cr === -1 || (lf !== -1 && lf < cr);
      const at = isLf ? lf : cr;
      if (isLf) lf = chunk.indexOf(LF, at + 1);
      else cr = chunk.indexOf(CR, at + 1);
      if (at > seen) this.#inLine();
      seen = at + 1;
      const pair = isLf && this.#afterCr;
      this.#afterCr = !isLf;
      if (this.#lineIsEmpty && !pair) {
        const end = !isLf && chunk[seen] === LF ? seen + 1 : seen;
        yield* this.#ended(chunk.subarray(start, end));
        start = end;
      }
      this.#lineIsEmpty = true;
    }
    if (seen < chunk.length) this.#inLine();
    if (start < chunk.length) yield* this.#hold(chunk.subarray(start));
  }

  #inLine(): void {
    this.#lineIsEmpty = false;
    this.#afterCr = false;
  }

  /** What is left when the stream ends without an empty line. */
  rest(): Uint8Array {
    return this.#held.take();
  }

  *#ended(part: Uint8Array): Generator<Cut> {
    if (!this.#over && this.#held.length === 0 && part.length <= this.#limit) {
      yield { bytes: part, whole: true };
      return;
    }
    yield* this.#hold(part);
    if (!this.#over) yield { bytes: this.rest(), whole: true };
    this.#over = false;
  }

  *#hold(part: Uint8Array): Generator<Cut> {
    if (!this.#over && this.#held.length + part.length > this.#limit) {
      this.#over = true;
      this.passed_over += 1;
      if (this.#held.length > 0) yield { bytes: this.rest(), whole: false };
    }
    if (this.#over) {
      yield { bytes: part, whole: false };
      return;
    }
    this.#held.add(part);
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What an event says; undefined = nothing: comments, or fields without data. */
export function eventOf(bytes: Uint8Array): ServerEvent | undefined {
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
