import { isJsonObject } from '../dialect.js';
import { parseBoundedJson } from '../parse_bounded_json.js';
import { parseServerEvent, ServerEventSplitter } from '../streaming/server_event_splitter.js';

/** Maximum size of a usage chunk; a longer event passes at once. */
const MAX_USAGE_BYTES = 64 * 1024;

const LF = 10;
const CR = 13;

/**
 * Filter that removes the usage chunk from a chat stream, if the gateway asked for it and the client did not. All other
 * bytes pass unchanged, wherever the chunks are cut.
 */
export class UsageChunkFilter {
  readonly #cutter = new ServerEventSplitter(MAX_USAGE_BYTES);
  /** Fate of the previous event if it ended in CR: an LF that follows belongs to it. */
  #before: 'passed' | 'dropped' | undefined;

  feed(chunk: Uint8Array): Uint8Array {
    const passing: Uint8Array[] = [];
    for (const { bytes, whole } of this.#cutter.split(chunk)) passing.push(...this.#passing(bytes, whole));
    return Buffer.concat(passing);
  }

  /** Returns the remaining bytes at the end of the stream. */
  end(): Uint8Array {
    return Buffer.concat(this.#passing(this.#cutter.takeRest(), true));
  }

  #passing(bytes: Uint8Array, whole: boolean): Uint8Array[] {
    const lf = this.#before !== undefined && bytes[0] === LF ? 1 : 0;
    const passing = this.#before === 'passed' ? [bytes.slice(0, lf)] : [];
    const line = bytes.slice(lf);
    const dropped = whole && isUsageChunk(line);
    if (!dropped) passing.push(line);
    const fate = dropped ? 'dropped' : 'passed';
    this.#before = line.at(-1) === CR ? fate : undefined;
    return passing;
  }
}

/** Returns true for an event with usage and no choices. */
function isUsageChunk(bytes: Uint8Array): boolean {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"usage"')) return false;
  const event = parseServerEvent(bytes);
  const data = event === undefined ? undefined : parseBoundedJson(event.data);
  return isJsonObject(data) && isJsonObject(data.usage) && Array.isArray(data.choices) && data.choices.length === 0;
}
