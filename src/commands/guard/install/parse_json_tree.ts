import { UserError } from '../../../contract/input/user_error.js';

/** Value in a text of JSON, with its place. */
export interface JsonNode {
  start: number;
  /** Position after the value. */
  end: number;
  /** Members of an object or a list; absent for other values. */
  members?: JsonMember[];
  is_list?: boolean;
  /** The value itself, as JSON has it. */
  value: unknown;
}

/** Member of an object or a list. */
export interface JsonMember {
  /** Name in an object. */
  name?: string;
  /** Position of the name, or of the value in a list. */
  start: number;
  node: JsonNode;
}

const BLANK = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TEXT = /"(?:[^"\\\x00-\x1f]|\\.)*"/y;
const OTHER = /-?\d[\d.eE+-]*|true|false|null/y;
const MOST_DEPTH = 100;

/**
 * Parses JSON with comments and trailing commas, and keeps the places of all values.
 * @param shown path of the file in messages
 * @throws {UserError} with file:line:column
 */
export function parseJsonTree(text: string, shown: string): JsonNode {
  const reader = new JsonReader(text, shown);
  const node = reader.readValue(0);
  reader.skipBlank();
  if (reader.offset < text.length) reader.fail('something follows the value');
  return node;
}

class JsonReader {
  offset = 0;

  constructor(
    private readonly text: string,
    private readonly shown: string,
  ) {}

  fail(problem: string): never {
    const lines = this.text.slice(0, this.offset).split('\n');
    const place = `${this.shown}:${lines.length}:${lines.at(-1)!.length + 1}`;
    throw new UserError(
      `${place}  is not JSON: ${problem}`,
      'Nothing was written. Repair the file, or add the hook by hand.',
    );
  }

  skipBlank(): void {
    this.match(BLANK);
  }

  readValue(depth: number): JsonNode {
    if (depth > MOST_DEPTH) this.fail('it is nested too deeply');
    this.skipBlank();
    const start = this.offset;
    const opening = this.text[start];
    if (opening === '{' || opening === '[') return this.readCollection(opening, depth);
    const token = this.match(opening === '"' ? TEXT : OTHER) ?? this.fail('a value is missing');
    try {
      return { start, end: this.offset, value: JSON.parse(token) };
    } catch {
      this.offset = start;
      return this.fail(`${token.slice(0, 40)} is no value`);
    }
  }

  private readCollection(opening: '{' | '[', depth: number): JsonNode {
    const start = this.offset;
    const is_list = opening === '[';
    const closing = is_list ? ']' : '}';
    const members: JsonMember[] = [];
    const names = new Set<string>();
    this.offset += 1;
    for (;;) {
      this.skipBlank();
      if (this.text[this.offset] === closing) break;
      const member = is_list ? this.readItem(depth) : this.readField(depth);
      if (member.name !== undefined && names.has(member.name)) {
        this.offset = member.start;
        this.fail(`${JSON.stringify(member.name)} is there twice`);
      }
      if (member.name !== undefined) names.add(member.name);
      members.push(member);
      this.skipBlank();
      if (this.text[this.offset] === ',') this.offset += 1;
      else if (this.text[this.offset] !== closing) this.fail(`"${closing}" or "," is missing`);
    }
    this.offset += 1;
    const value = is_list
      ? members.map(({ node }) => node.value)
      : Object.fromEntries(members.map(({ name, node }) => [name, node.value]));
    return { start, end: this.offset, members, is_list, value };
  }

  private readItem(depth: number): JsonMember {
    const node = this.readValue(depth + 1);
    return { start: node.start, node };
  }

  private readField(depth: number): JsonMember {
    const start = this.offset;
    const name = this.match(TEXT) ?? this.fail('a name is missing');
    this.skipBlank();
    if (this.text[this.offset] !== ':') this.fail('":" is missing');
    this.offset += 1;
    return { name: JSON.parse(name) as string, start, node: this.readValue(depth + 1) };
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const token = pattern.exec(this.text)?.[0];
    this.offset += token?.length ?? 0;
    return token;
  }
}
