import {
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  parseDocument,
  visit,
} from 'yaml';
import { z } from 'zod';
import { didYouMean, nearest } from './suggest.js';
import { UserError } from './user_error.js';

/**
 * YAML text against a zod schema, with every complaint at file:line:column (K1).
 *
 * Aliases are limited against "billion laughs"; duplicate keys and custom tags are errors.
 */
export interface YamlSource<T> {
  value: T;
  /** Field path ("acceptance.0.run") → line, from 1. */
  lines: Record<string, number>;
}

const MAX_BYTES = 16 * 2 ** 20;
const MAX_DEPTH = 64;
/** Entries of one map, and maps and lists in one list. */
const MAX_ENTRIES = 5000;
/** Texts in one list: names of tests. */
const MAX_NAMES = 200_000;
/** Words and signs of a file. Each costs some microseconds, and a quotation mark is one too. */
const MAX_LEXEMES = 1_200_000;
const MAX_ALIASES = 1000;
/** Complaints that one message lists. */
const SHOWN = 5;

/** @throws {UserError} naming the place and the mend of the first complaint, and how many more there are */
export function parseYaml<S extends z.ZodType>(text: string, file: string, schema: S): YamlSource<z.output<S>> {
  if (text.length > MAX_BYTES) throw new UserError(`${file}: is larger than 16 MiB`);
  const raw_control = forbiddenCharacter(text);
  if (raw_control) throw new UserError(`${file}:${raw_control.line}:${raw_control.col}  ${raw_control.what}`);
  const counter = new LineCounter();
  const excess = excessIn(text);
  if (excess) throw new UserError(`${file}:${excess.line}:${excess.col}  ${excess.what}`);
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false, // it would copy the line for each of a hundred thousand faults
    strict: true,
    uniqueKeys: true,
    customTags: [],
  });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) {
    const { line, col } = counter.linePos(fault.pos[0]);
    const what = fault.code === 'MULTIPLE_DOCS' ? 'a second document begins here' : fault.message.split('\n')[0]!;
    throw new UserError(`${file}:${line}:${col}  ${what}`);
  }
  refuseOddities(document, (node, what) => {
    const { line, col } = counter.linePos(node.range?.[0] ?? 0);
    throw new UserError(`${file}:${line}:${col}  ${what}`);
  });
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw new UserError(`${file}:1:1  ${(error as Error).message}`);
  }
  const place = (path: readonly PropertyKey[], atKey = false) => {
    const offset = offsetOf(document.contents as Node | null, path, atKey);
    const { line, col } = counter.linePos(offset);
    return { line, col };
  };
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw complaint(file, raw, schema, parsed.error.issues, place);
  const lines: Record<string, number> = {};
  visit(document, {
    Pair(_key, pair, ancestors) {
      if (!isScalar(pair.key) || !pair.key.range) return;
      lines[[...pathOf(ancestors), String(pair.key.value)].join('.')] = counter.linePos(pair.key.range[0]).line;
    },
    Map(key, node, ancestors) {
      if (typeof key === 'number' && node.range)
        lines[[...pathOf(ancestors), key].join('.')] = counter.linePos(node.range[0]).line;
    },
  });
  return { value: parsed.data, lines };
}

/** What YAML 1.2 allows in no text as it is; the parser takes it. Within double quotes an escape says the same. */
const NOT_PRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Finds the first character that YAML forbids. */
function forbiddenCharacter(text: string): { line: number; col: number; what: string } | undefined {
  const at = NOT_PRINTABLE.exec(text)?.index;
  if (at === undefined) return undefined;
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  const code = text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0');
  const remedy = code.length > 4 ? '' : `; in double quotes it is written "\\u${code.toLowerCase()}"`;
  return {
    line: before.length,
    col: before.at(-1)!.length + 1,
    what: `holds the character U+${code}, which YAML forbids${remedy}`,
  };
}

/**
 * Where the text is deeper or wider than any contract. A document is built by recursion, which Node may not survive, and
 * each key of a map is compared with all others.
 */
function excessIn(text: string): { line: number; col: number; what: string } | undefined {
  const counter = new LineCounter();
  counter.addNewLine(0);
  const parser = new Parser(counter.addNewLine);
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_LEXEMES)
      return {
        ...counter.linePos(parser.offset),
        what: `there are more than ${MAX_LEXEMES} words and signs before this`,
      };
    for (const _ of parser.next(lexeme));
    const { stack } = parser;
    const most = stack.slice(-2).flatMap(mostExceeded)[0];
    if (most !== undefined)
      return { ...counter.linePos(parser.offset), what: `there are more than ${most} entries here` };
    // Around the collections, the stack holds the document and what is being read.
    if (stack.length > MAX_DEPTH + 2)
      return { ...counter.linePos(parser.offset), what: `is nested more than ${MAX_DEPTH} levels deep` };
  }
  return undefined;
}

/** The limit that a collection exceeds: lists of plain texts may be long. Asked at every lexeme, so that it sees each entry beyond the first limit. */
function mostExceeded(token: CST.Token): number[] {
  if (!('items' in token) || token.items.length <= MAX_ENTRIES) return [];
  const isList = token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.source === '[');
  const entry = token.items.at(-2)?.value?.type ?? '';
  if (!isList || !(entry === 'alias' || entry.endsWith('scalar'))) return [MAX_ENTRIES];
  return token.items.length > MAX_NAMES ? [MAX_NAMES] : [];
}

/** What YAML allows and nobody means: aliases to nothing, lists and maps as keys, NUL characters (no command can hold one). */
function refuseOddities(document: Document, refuse: (node: Node, what: string) => never): void {
  const anchors = new Set<string>();
  let aliases = 0;
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) {
        // `resolve` would look through the whole document for each alias.
        if (!anchors.has(node.source)) refuse(node, `alias *${node.source} stands for nothing`);
        if (++aliases > MAX_ALIASES) refuse(node, `there are more than ${MAX_ALIASES} aliases`);
      } else if (node.anchor) anchors.add(node.anchor);
      if (isScalar(node) && typeof node.value === 'string' && node.value.includes('\0'))
        refuse(node, 'holds a NUL character');
    },
    Pair(_key, pair) {
      if (isCollection(pair.key)) refuse(pair.key, 'a key must be a text');
    },
  });
}

type Place = (path: readonly PropertyKey[], atKey?: boolean) => { line: number; col: number };

function complaint(
  file: string,
  raw: unknown,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  place: Place,
): UserError {
  const flat = issues.flatMap((issue) => deepest(issue, raw));
  let count = 0;
  /** Keys that are there under a mistyped name, by their paths. */
  const meant = new Set<string>();
  const unknown = flat.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    count += issue.keys.length;
    // There may be a hundred thousand.
    const names = knownKeys(schema, issue.path, raw);
    return issue.keys.slice(0, SHOWN).map((key) => {
      const known = names.filter((name) => name !== key);
      const guess = nearest(key, known);
      if (guess !== undefined) meant.add([...issue.path, guess].join('.'));
      return { ...place([...issue.path, key], true), message: `unknown key "${key}"${didYouMean(key, known)}` };
    });
  });
  const wrong = flat.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return [];
    const { line, col } = place(issue.path);
    const name = issue.path.join('.') || 'document';
    const last = issue.path.at(-1);
    const absent = issue.code !== 'custom' && valueAt(raw, issue.path) === undefined;
    if (absent && meant.has(name)) return [];
    count += 1;
    const message = absent ? `missing key "${String(last ?? name)}"` : `${name}: ${sentence(issue, raw)}`;
    return [{ line, col, message }];
  });
  const messages = [...unknown, ...wrong];
  messages.sort((a, b) => a.line - b.line || a.col - b.col);
  const shown = messages.slice(0, SHOWN).map((m) => `${file}:${m.line}:${m.col}  ${m.message}`);
  if (count > shown.length) shown.push(`… and ${count - shown.length} more in this file`);
  return new UserError(shown);
}

function sentence(issue: z.core.$ZodIssue, raw: unknown): string {
  const got = valueAt(raw, issue.path);
  if (issue.code === 'invalid_value' && typeof got === 'string') {
    const values = issue.values.map(String);
    return `"${got}" is not one of ${values.join(', ')}${didYouMean(got, values)}`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof got === 'number')
    return 'is read as a number: put it in quotes';
  if (issue.code === 'invalid_type')
    return `must be ${issue.expected}, is ${got === null ? 'empty' : Array.isArray(got) ? 'a list' : typeof got}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [bound, limit] = issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
    const exclusive = issue.inclusive === false ? (issue.code === 'too_small' ? 'more than' : 'less than') : bound;
    const unit = { array: ' entries', set: ' entries', string: ' characters' }[issue.origin as string] ?? '';
    return `must ${unit ? 'have' : 'be'} ${exclusive} ${limit}${limit === 1 ? unit.replace('ies', 'y').replace(/s$/, '') : unit}`;
  }
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/^Invalid input$/, 'does not fit any of the allowed forms');
}

/** For a union, the complaints of the alternative that came nearest: the one with which the value shares a key. */
function deepest(issue: z.core.$ZodIssue, raw: unknown): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || !issue.errors?.length) return [issue];
  const value = valueAt(raw, issue.path);
  const isObject = typeof value === 'object' && value !== null;
  const ranked = issue.errors
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => ({
      alternative,
      cost: alternative.reduce(
        (sum, i) =>
          sum +
          (i.path.length === 0 && (i.code === 'invalid_type' || (isObject && i.code === 'invalid_value'))
            ? 100
            : i.code === 'unrecognized_keys'
              ? 2 * i.keys.length
              : 1),
        0,
      ),
    }))
    .sort((a, b) => a.cost - b.cost);
  const best = ranked[0];
  const near = Array.isArray(value) || (isObject ? Object.keys(value).length > 0 : (best?.cost ?? 0) < 100);
  if (!best || !near) return [issue];
  return best.alternative.flatMap((inner) =>
    deepest({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, raw),
  );
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  return value;
}

/** The keys that the schema allows at a path, read off its JSON Schema. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[], raw: unknown): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  let nodes: JsonSchema[] = [root];
  for (const key of path) {
    nodes = nodes
      .flatMap((node) => alternatives(node))
      .map((node) =>
        typeof key === 'number' ? node.items : (node.properties?.[String(key)] ?? objectOr(node.additionalProperties)),
      )
      .filter((node): node is JsonSchema => node !== undefined);
  }
  const present = Object.keys((valueAt(raw, path) as object | undefined) ?? {});
  const options = nodes.flatMap((node) => alternatives(node)).map((node) => Object.keys(node.properties ?? {}));
  // Of several forms, suggest from the one that already shares a key; otherwise from all.
  const shared = options.filter((keys) => keys.some((key) => present.includes(key)));
  return (shared.length > 0 ? shared : options).flat();
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

const alternatives = (node: JsonSchema): JsonSchema[] =>
  [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((n) => (n === node ? [n] : alternatives(n)));
const objectOr = (value: JsonSchema | boolean | undefined) => (typeof value === 'object' ? value : undefined);

/** Character offset of the value (or key) at a path; of the nearest ancestor that exists when it is absent. */
function offsetOf(root: Node | null, path: readonly PropertyKey[], atKey: boolean): number {
  let node: Node | null | undefined = root;
  let offset = root?.range?.[0] ?? 0;
  path.forEach((key, depth) => {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      const keyNode = pair?.key as Node | undefined;
      const value = pair?.value as Node | null | undefined;
      const last = depth === path.length - 1;
      const at = last && !atKey ? (value?.range?.[0] ?? keyNode?.range?.[0]) : keyNode?.range?.[0];
      if (at !== undefined) offset = at;
      node = value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)] as Node | undefined;
      if (node?.range) offset = node.range[0];
    } else node = undefined;
  });
  return offset;
}

function pathOf(ancestors: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = [];
  ancestors.forEach((ancestor, i) => {
    const next = ancestors[i + 1];
    if (isPair(ancestor) && isScalar(ancestor.key)) path.push(String(ancestor.key.value));
    else if (isSeq(ancestor) && next !== undefined) path.push(ancestor.items.indexOf(next));
  });
  return path;
}
