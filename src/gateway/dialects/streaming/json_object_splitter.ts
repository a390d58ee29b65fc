import { ByteBuffer } from './byte_buffer.js';
import { MAX_EVENT_BYTES } from './server_event_splitter.js';

const decoder = new TextDecoder();
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93];

/**
 * Splitter of a JSON stream without events into objects: an array in pieces, as Gemini sends it to clients that do not
 * ask for events, or one document. Objects end with their last brace, at the top or in the outer array.
 */
export class JsonObjectSplitter {
  /** Number of objects over the limit. */
  passed_over = 0;
  readonly #limit: number;
  readonly #held = new ByteBuffer();
  #over = false;
  #depth = 0;
  #inText = false;
  #escaped = false;

  constructor(limit = MAX_EVENT_BYTES) {
    this.#limit = limit;
  }

  /** Returns the texts of the objects that end in this chunk. */
  split(chunk: Uint8Array): string[] {
    const texts: string[] = [];
    let start = this.#depth > 0 ? 0 : -1;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === OPEN_BRACE || (byte === OPEN_BRACKET && this.#depth > 0)) {
        if (this.#depth === 0) start = index;
        this.#depth += 1;
      } else if (this.#depth === 0) {
        // Between objects: outer brackets, commas, blanks.
      } else if (byte === QUOTE) {
        this.#inText = true;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#hold(chunk.subarray(start, index + 1));
        const text = this.#taken();
        if (text !== undefined) texts.push(text);
        start = -1;
      }
    }
    if (start !== -1) this.#hold(chunk.subarray(start));
    return texts;
  }

  /** True if an object has begun and not ended. */
  get open(): boolean {
    return this.#depth > 0;
  }

  #hold(part: Uint8Array): void {
    this.#over ||= this.#held.length + part.length > this.#limit;
    if (!this.#over) this.#held.add(part);
  }

  #taken(): string | undefined {
    const text = this.#over ? undefined : decoder.decode(this.#held.take());
    if (this.#over) this.passed_over += 1;
    this.#held.take();
    this.#over = false;
    return text;
  }
}
