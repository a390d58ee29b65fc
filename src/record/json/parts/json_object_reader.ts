import { z } from 'zod';
import { JsonListReader } from './json_list_reader.js';
import { JsonPartReader, type JsonReader } from './json_part_reader.js';
import { TextBudget } from './text_cache.js';

/** Characters of texts that one reader keeps in a generation: the parts of some thousand results. */
const KEPT_CHARACTERS = 2 * 1024 * 1024;

interface JsonMember {
  name: string;
  reader: JsonReader;
  /** True if it may be absent, and has no value then. */
  optional: boolean;
  /** Value in the object that was read last; undefined = it has none there. */
  value: unknown;
}

/**
 * Reader of objects with one schema, member by member. It reads what `JSON.stringify` writes: no space around
 * members, no escape in names. Its members have the order of the schema, as in the value that the schema itself
 * returns.
 *
 * Parts that are JSON each, with nothing but names, colons and commas between them, are JSON together. So an object
 * that it reads is what `JSON.parse` and the schema make of the text. Equal objects in a row are one, and nobody may
 * change it.
 */
export class JsonObjectReader implements JsonReader {
  end = 0;
  readonly #members: readonly JsonMember[];
  readonly #by_name: ReadonlyMap<string, JsonMember>;
  /** Members of the object that was read last, in its order; empty = there is none. */
  #order: JsonMember[] = [];
  #last: Record<string, unknown> = {};

  /**
   * @param opened paths of members that are read part by part themselves, where `*` is an element of a list ("verdict",
   * "verdict.gates.*")
   */
  constructor(
    schema: z.ZodObject,
    opened: readonly string[],
    readonly head = '',
    budget = new TextBudget(KEPT_CHARACTERS),
  ) {
    if (schema.def.checks?.length || !(schema.def.catchall instanceof z.ZodNever))
      throw new Error(`${head} has rules beyond its members, which nobody would apply here`);
    this.#members = Object.entries(schema.shape).map(([name, own]) => ({
      name,
      reader: createReader(own as z.ZodType, `${JSON.stringify(name)}:`, selectBelow(opened, name), budget),
      optional: isOptional(own as z.ZodType),
      value: undefined,
    }));
    this.#by_name = new Map(this.#members.map((member) => [member.name, member]));
  }

  read(text: string, at: number): Record<string, unknown> | undefined {
    if (!text.startsWith(this.head, at)) return undefined;
    const start = at + this.head.length;
    const read = this.#readAlike(text, start) ?? this.#readAnew(text, start);
    // What was read of a broken object is in no other.
    if (read === undefined) this.#order = [];
    return read;
  }

  /** Reads an object with the members of the last one in the same order; undefined for any other. */
  #readAlike(text: string, at: number): Record<string, unknown> | undefined {
    let copy: Record<string, unknown> | undefined;
    let offset = at;
    for (const member of this.#order) {
      if (text.charCodeAt(offset) !== (offset === at ? OPENING : COMMA)) return undefined;
      const { reader } = member;
      const value = reader.read(text, offset + 1);
      if (value === undefined) return undefined;
      offset = reader.end;
      if (Object.is(value, member.value)) continue; // -0 is another value
      // A copy has its members at once, in their order.
      copy ??= { ...this.#last };
      copy[member.name] = value;
      member.value = value;
    }
    if (offset === at || text.charCodeAt(offset) !== CLOSING) return undefined;
    this.end = offset + 1;
    if (copy !== undefined) this.#last = copy;
    return this.#last;
  }

  #readAnew(text: string, at: number): Record<string, unknown> | undefined {
    for (const member of this.#members) member.value = undefined;
    this.#order = [];
    let offset = at;
    do {
      if (text.charCodeAt(offset) !== (offset === at ? OPENING : COMMA)) return undefined;
      const member = this.#findMember(text, offset + 1);
      // A name that stands there twice is left to JSON.parse.
      if (member === undefined || member.value !== undefined) return undefined;
      member.value = member.reader.read(text, offset + 1);
      if (member.value === undefined) return undefined;
      this.#order.push(member);
      offset = member.reader.end;
    } while (text.charCodeAt(offset) !== CLOSING);
    this.end = offset + 1;
    if (this.#members.some(({ value, optional }) => value === undefined && !optional)) return undefined;
    const present = this.#members.filter(({ value }) => value !== undefined);
    this.#last = Object.fromEntries(present.map(({ name, value }) => [name, value]));
    return this.#last;
  }

  #findMember(text: string, at: number): JsonMember | undefined {
    const end = text.indexOf('":', at);
    return end < 0 || text[at] !== '"' ? undefined : this.#by_name.get(text.slice(at + 1, end));
  }
}

const OPENING = 0x7b;
const CLOSING = 0x7d;
const COMMA = 0x2c;

function createReader(schema: z.ZodType, head: string, opened: readonly string[], budget: TextBudget): JsonReader {
  if (opened.length === 0) return new JsonPartReader(schema, head, budget);
  if (schema instanceof z.ZodObject) return new JsonObjectReader(schema, opened, head, budget);
  if (!(schema instanceof z.ZodArray)) throw new Error(`${head} is no object and no list`);
  const element = schema.element as z.ZodType;
  return new JsonListReader(schema, head, () => createReader(element, '', selectBelow(opened, '*'), budget));
}

/** Selects the paths below a member; one that is opened without a path below has ''. */
const selectBelow = (opened: readonly string[], name: string): string[] =>
  opened.filter((path) => path === name || path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

/** Tells whether a member may be absent, and has no value then. */
function isOptional(schema: z.ZodType): boolean {
  const read = schema.safeParse(undefined);
  return read.success && read.data === undefined;
}
