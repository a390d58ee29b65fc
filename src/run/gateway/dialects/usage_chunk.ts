import { isObject } from './fields.js';
import { parseJson } from './json_text.js';
import { EventCutter, eventOf } from './sse.js';

/** No chunk of usage is as long; what is, is no such chunk and passes at once. */
const MAX_USAGE_BYTES = 64 * 1024;

const LF = 10;
const CR = 13;

/**
 * Takes the chunk of usage out of a chat stream that the client did not ask for, but we did. Every other byte passes unchanged, event by event,
 * wherever the chunks are cut.
 */
export class UsageChunkFilter {
  readonly #cutter = new EventCutter(MAX_USAGE_BYTES);
  /** The event before ended in CR: an LF that follows belongs to it, and goes the way that it went. */
  #before: 'passed' | 'dropped' | undefined;

  feed(chunk: Uint8Array): Uint8Array {
    const passing: Uint8Array[] = [];
    for (const { bytes, whole } of this.#cutter.cut(chunk)) passing.push(...this.#passing(bytes, whole));
    return Buffer.concat(passing);
  }

  /** What is left at the end of the stream. */
  end(): Uint8Array {
    return Buffer.concat(this.#passing(this.#cutter.rest(), true));
  }

  #passing(bytes: Uint8Array, whole: boolean): Uint8Array[] {
    const lf = this.#before !== undefined && bytes[0] === LF ? 1 : 0;
    const passing = this.#before === 'passed' ? [bytes.slice(0, lf)] : [];
    const own = bytes.slice(lf);
    const dropped = whole && isUsageChunk(own);
    if (!dropped) passing.push(own);
    const ended = own.length > 0 && own.at(-1) === CR;
    this.#before = !ended ? undefined : dropped ? 'dropped' : 'passed';
    return passing;
  }
}

/** Usage, and no choices: so it is said only to who asks for it. */
function isUsageChunk(bytes: Uint8Array): boolean {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"usage"')) return false;
  const event = eventOf(bytes);
  const data = event === undefined ? undefined : parseJson(event.data);
  return isObject(data) && isObject(data.usage) && Array.isArray(data.choices) && data.choices.length === 0;
}
