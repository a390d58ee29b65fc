import { z } from 'zod';
import type { JsonReader } from './json_part_reader.js';

/** Number of elements that have a reader of their own; later ones share the last of these. */
const MAX_READERS = 16;

/**
 * Reader of lists, element by element: an element often is what stood at its place in the list before. Equal lists in a
 * row are one, and nobody may change it.
 */
export class JsonListReader implements JsonReader {
  end = 0;
  readonly #readers: JsonReader[] = [];
  /** Schema of the list alone, whatever its elements are. */
  readonly #list: z.ZodArray;
  #last: readonly unknown[] | undefined;

  /** @param open creates the reader of the elements at one place */
  constructor(
    schema: z.ZodArray,
    readonly head: string,
    readonly open: () => JsonReader,
  ) {
    this.#list = z.array(z.unknown()).check(...((schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]));
  }

  read(text: string, at: number): readonly unknown[] | undefined {
    if (!text.startsWith(this.head, at) || text[at + this.head.length] !== '[') return undefined;
    const list: unknown[] = [];
    let offset = at + this.head.length + 1;
    if (text[offset] !== ']')
      for (;;) {
        const reader = this.#getReader(list.length);
        const value = reader.read(text, offset);
        if (value === undefined) return undefined;
        list.push(value);
        offset = reader.end + 1;
        const behind = text[reader.end];
        if (behind === ']') break;
        if (behind !== ',') return undefined;
      }
    else offset++;
    this.end = offset;
    return this.#share(list);
  }

  #getReader(index: number): JsonReader {
    const place = Math.min(index, MAX_READERS - 1);
    const reader = this.#readers[place];
    if (reader !== undefined) return reader;
    const opened_reader = this.open();
    this.#readers[place] = opened_reader;
    return opened_reader;
  }

  #share(list: readonly unknown[]): readonly unknown[] | undefined {
    const last = this.#last;
    if (last?.length === list.length && list.every((value, index) => Object.is(value, last[index]))) return last;
    if (!this.#list.safeParse(list).success) return undefined;
    this.#last = list;
    return list;
  }
}
