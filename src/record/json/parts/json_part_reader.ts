import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { findJsonEnd } from './find_json_end.js';
import { type KnownText, type TextBudget, TextCache } from './text_cache.js';

/**
 * Reader of one JSON value within a longer text, which has one character per byte of UTF-8 (latin1). Before the value
 * stands its head: its name in quotes and a colon, or nothing.
 */
export interface JsonReader {
  /** Offset behind the value that was read last. */
  end: number;
  /**
   * Reads the value whose head begins at an offset; undefined if another one stands there, or if it is not JSON in
   * UTF-8, or not of the schema.
   */
  read(text: string, at: number): unknown;
}

/** Longest text that is kept. V8 computes the hash of a longer one from its length alone. */
const LONGEST_KEPT = 16 * 1024 - 1;
/** Number of texts after which a reader looks whether keeping them pays. */
const TRIAL = 4096;
/** Number of them that must have come before. */
const LEAST_REPEATED = TRIAL / 8;
/** Number of texts that are not kept after a trial that did not pay. */
const PAUSE = 15 * TRIAL;

/**
 * Reader of one part of many objects. A text that came before has its value at once, which was parsed and checked then.
 * So equal parts share one value, and nobody may change it.
 */
export class JsonPartReader implements JsonReader {
  end = 0;
  #last: KnownText<unknown> | undefined;
  readonly #known: TextCache<unknown>;
  #tried = 0;
  #repeated = 0;
  #pause = 0;

  constructor(
    readonly schema: z.ZodType,
    readonly head: string,
    budget: TextBudget,
  ) {
    this.#known = new TextCache(budget);
  }

  read(text: string, at: number): unknown {
    const last = this.#last;
    if (last !== undefined && text.startsWith(last.text, at) && isValueEnd(text, at + last.text.length)) {
      this.end = at + last.text.length;
      return last.value;
    }
    const { head } = this;
    if (!text.startsWith(head, at)) return undefined;
    this.end = findJsonEnd(text, at + head.length);
    if (this.end < 0) return undefined;
    const part = text.slice(at, this.end);
    if (part.length > LONGEST_KEPT || !this.#isKept()) return this.#parse(part);
    let cached = this.#known.get(part);
    if (cached === undefined) {
      const value = this.#parse(part);
      if (value === undefined) return undefined;
      cached = this.#known.set(part, value);
    } else this.#repeated++;
    this.#last = cached;
    return cached.value;
  }

  /** Tells whether the next text is to be kept: not after many of which hardly one came again. */
  #isKept(): boolean {
    if (this.#pause > 0) {
      this.#pause--;
      return false;
    }
    if (++this.#tried === TRIAL) {
      if (this.#repeated < LEAST_REPEATED) this.#pause = PAUSE;
      this.#tried = 0;
      this.#repeated = 0;
    }
    return true;
  }

  #parse(part: string): unknown {
    const text = decodeBytes(part.slice(this.head.length));
    if (text === undefined) return undefined;
    try {
      return this.schema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }
}

/** Tells whether a value ends at an offset: a number could go on. */
function isValueEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2c || unit === 0x7d || unit === 0x5d;
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Decodes UTF-8 from a text with one character per byte; undefined if it is none. */
function decodeBytes(text: string): string | undefined {
  if (!BEYOND_ASCII.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
