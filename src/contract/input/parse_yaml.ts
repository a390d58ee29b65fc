import {
  type CST,
  type Document,
  isAlias,
  isCollection,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  parseDocument,
  visit,
} from 'yaml';
import { z } from 'zod';
import { findNearestName, suggestName, UserError } from './user_error.js';
import { createYamlLocator, type YamlLocator, type YamlPlace } from './yaml_locator.js';

/** Value of a YAML text that fits a schema, with the lines of its fields (requirement K1). */
interface YamlSource<T> {
  value: T;
  /** Field path such as "acceptance.0.run" → line, from 1. */
  lines: Record<string, number>;
  /** Finds the places of fields, in the text or in that which it is completed with. */
  locator: YamlLocator;
}

/** Raw value of a text, with the places of what it takes from another text. */
export interface CompletedValue {
  raw: unknown;
  inherited?: YamlLocator;
}

const MAX_BYTES = 16 * 2 ** 20;
const MAX_DEPTH = 64;
/** Most entries of one map, and most maps and lists in one list. */
const MAX_ENTRIES = 5000;
/** Most texts in one list, such as names of tests. */
const MAX_NAMES = 200_000;
/** Most tokens of a file. Each costs some microseconds. */
const MAX_LEXEMES = 1_200_000;
const MAX_ALIASES = 1000;
/** Most problems that one message lists. */
const MAX_LISTED_PROBLEMS = 5;

/**
 * Parses YAML text against a zod schema.
 *
 * Aliases are limited against "billion laughs"; duplicate keys and custom tags are errors.
 *
 * @param complete changes the raw value before it is checked; `locator` finds the places of its fields
 * @throws {UserError} with `file:line:column` and remedy of the first problem, and the number of further ones
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  complete: (raw: unknown, locator: YamlLocator) => CompletedValue = (raw) => ({ raw }),
): YamlSource<z.output<S>> {
  if (text.length > MAX_BYTES) throw new UserError(`${file}: is larger than 16 MiB`);
  const raw_control = findForbiddenCharacter(text);
  if (raw_control) throw new UserError(`${file}:${raw_control.line}:${raw_control.col}  ${raw_control.what}`);
  const counter = new LineCounter();
  const excess = findExcess(text);
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
    const [message = ''] = fault.message.split('\n');
    const complaint = fault.code === 'MULTIPLE_DOCS' ? 'a second document begins here' : message;
    throw new UserError(`${file}:${line}:${col}  ${complaint}`);
  }
  rejectOddities(document, (node, what) => {
    const { line, col } = counter.linePos(node.range?.[0] ?? 0);
    throw new UserError(`${file}:${line}:${col}  ${what}`);
  });
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    throw new UserError(`${file}:1:1  ${(error as Error).message}`);
  }
  const document_locator = createYamlLocator(document, counter, file);
  const completed = complete(raw, document_locator);
  raw = completed.raw;
  const locator = completed.inherited ? document_locator.extend(completed.inherited) : document_locator;
  // A file is read once: parsers that are compiled first would take longer than they save.
  const parsed = schema.safeParse(raw, { jitless: true });
  if (!parsed.success) throw createYamlError(file, raw, schema, parsed.error.issues, locator);
  return { value: parsed.data, lines: document_locator.listLines(), locator };
}

/** Characters that YAML 1.2 forbids although the parser accepts them. A quoted escape can express them. */
const NOT_PRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Finds the first character that YAML forbids. */
function findForbiddenCharacter(text: string): { line: number; col: number; what: string } | undefined {
  const offset = NOT_PRINTABLE.exec(text)?.index;
  if (offset === undefined) return undefined;
  const linesBefore = text.slice(0, offset).split(/\r\n|\r|\n/);
  const code = text.codePointAt(offset)!.toString(16).toUpperCase().padStart(4, '0');
  const remedy = code.length > 4 ? '' : `; in double quotes it is written "\\u${code.toLowerCase()}"`;
  return {
    line: linesBefore.length,
    col: linesBefore.at(-1)!.length + 1,
    what: `holds the character U+${code}, which YAML forbids${remedy}`,
  };
}

/**
 * Finds where the text is deeper or wider than any contract. Node may not survive the recursive build of such a
 * document, and each key of a map is compared with all others.
 */
function findExcess(text: string): { line: number; col: number; what: string } | undefined {
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
    const most = stack.slice(-2).flatMap(findMostExceeded)[0];
    if (most !== undefined)
      return { ...counter.linePos(parser.offset), what: `there are more than ${most} entries here` };
    // Around the collections, the stack holds the document and the current token.
    if (stack.length > MAX_DEPTH + 2)
      return { ...counter.linePos(parser.offset), what: `is nested more than ${MAX_DEPTH} levels deep` };
  }
  return undefined;
}

/**
 * Returns the limit that a collection exceeds. Called at every token, so that it sees each entry beyond the first
 * limit.
 */
function findMostExceeded(token: CST.Token): number[] {
  if (!('items' in token) || token.items.length <= MAX_ENTRIES) return [];
  const isList = token.type === 'block-seq' || (token.type === 'flow-collection' && token.start.source === '[');
  const entry = token.items.at(-2)?.value?.type ?? '';
  if (!isList || !(entry === 'alias' || entry.endsWith('scalar'))) return [MAX_ENTRIES];
  return token.items.length > MAX_NAMES ? [MAX_NAMES] : [];
}

/**
 * Rejects YAML features that contracts do not use: unresolved aliases, collections as keys, NUL and half characters.
 */
function rejectOddities(document: Document, refuse: (node: Node, what: string) => never): void {
  const anchors = new Set<string>();
  let aliases = 0;
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) {
        // `resolve` would search the whole document for each alias.
        if (!anchors.has(node.source)) refuse(node, `alias *${node.source} stands for nothing`);
        if (++aliases > MAX_ALIASES) refuse(node, `there are more than ${MAX_ALIASES} aliases`);
      } else if (node.anchor) anchors.add(node.anchor);
      if (!isScalar(node) || typeof node.value !== 'string') return;
      if (node.value.includes('\0')) refuse(node, 'holds a NUL character');
      if (!node.value.isWellFormed()) refuse(node, 'holds half of a surrogate pair, which is no character');
    },
    Pair(_key, pair) {
      if (isCollection(pair.key)) refuse(pair.key, 'a key must be a text');
    },
  });
}

function createYamlError(
  file: string,
  raw: unknown,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  locator: YamlLocator,
): UserError {
  const flat = issues.flatMap((issue) => findDeepestIssues(issue, raw));
  let count = 0;
  /** Keys present under a mistyped name, by their paths. */
  const meant = new Set<string>();
  const unknown = flat.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    count += issue.keys.length;
    // There may be a hundred thousand.
    const names = listKnownKeys(schema, issue.path, raw);
    return issue.keys.slice(0, MAX_LISTED_PROBLEMS).map((key) => {
      const siblings = names.filter((name) => name !== key);
      const guess = findNearestName(key, siblings);
      if (guess !== undefined) meant.add([...issue.path, guess].join('.'));
      return {
        place: locator.find([...issue.path, key], true),
        message: `unknown key "${key}"${suggestName(key, siblings)}`,
      };
    });
  });
  const complaints = flat.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return [];
    const place = locator.find(issue.path);
    const name = issue.path.join('.') || 'document';
    const last = issue.path.at(-1);
    const absent = issue.code !== 'custom' && getValueAt(raw, issue.path) === undefined;
    if (absent && meant.has(name)) return [];
    count += 1;
    const message = absent ? `missing key "${String(last ?? name)}"` : `${name}: ${describeIssue(issue, raw)}`;
    return [{ place, message }];
  });
  const messages = [...unknown, ...complaints];
  const isForeign = ({ place }: { place: YamlPlace }) => Number(place.file !== file);
  messages.sort((a, b) => isForeign(a) - isForeign(b) || a.place.line - b.place.line || a.place.col - b.place.col);
  const shown = messages
    .slice(0, MAX_LISTED_PROBLEMS)
    .map(({ place, message }) => `${place.file}:${place.line}:${place.col}  ${message}`);
  if (count > shown.length) shown.push(`… and ${count - shown.length} more in this file`);
  return new UserError(shown);
}

function describeIssue(issue: z.core.$ZodIssue, raw: unknown): string {
  const got = getValueAt(raw, issue.path);
  if (issue.code === 'invalid_value' && typeof got === 'string') {
    const values = issue.values.map(String);
    return `"${got}" is not one of ${values.join(', ')}${suggestName(got, values)}`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof got === 'number')
    return 'is read as a number: put it in quotes';
  // A schema may say it in its own words.
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return `must be ${issue.expected}, is ${describeType(got)}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [inclusive, exclusive, limit] =
      issue.code === 'too_small' ? ['at least', 'more than', issue.minimum] : ['at most', 'less than', issue.maximum];
    const unit = { array: ' entries', set: ' entries', string: ' characters' }[issue.origin as string] ?? '';
    const counted_unit = limit === 1 ? unit.replace('ies', 'y').replace(/s$/, '') : unit;
    return `must ${unit ? 'have' : 'be'} ${issue.inclusive === false ? exclusive : inclusive} ${limit}${counted_unit}`;
  }
  return issue.message
    .replace(/^Invalid input: /, '')
    .replace(/^Invalid input$/, 'does not fit any of the allowed forms');
}

/** Computes how far a problem is from a small slip; the wrong kind of value is farthest. */
function computeIssueCost(issue: z.core.$ZodIssue, isObject: boolean): number {
  const isOtherKind = issue.code === 'invalid_type' || (isObject && issue.code === 'invalid_value');
  if (issue.path.length === 0 && isOtherKind) return 100;
  return issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1;
}

function describeType(value: unknown): string {
  if (value === null) return 'empty';
  return Array.isArray(value) ? 'a list' : typeof value;
}

/** Selects the problems of the nearest alternative of a union, the one that shares a key with the value. */
function findDeepestIssues(issue: z.core.$ZodIssue, raw: unknown): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || !issue.errors?.length) return [issue];
  const value = getValueAt(raw, issue.path);
  const isObject = typeof value === 'object' && value !== null;
  const ranked = issue.errors
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => ({
      alternative,
      cost: alternative.reduce((sum, inner) => sum + computeIssueCost(inner, isObject), 0),
    }))
    .sort((a, b) => a.cost - b.cost);
  const best = ranked[0];
  const near = Array.isArray(value) || (isObject ? Object.keys(value).length > 0 : (best?.cost ?? 0) < 100);
  if (!best || !near) return [issue];
  return best.alternative.flatMap((inner) =>
    findDeepestIssues({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue, raw),
  );
}

function getValueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path)
    value = typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  return value;
}

/** Lists the keys that the schema allows at a path, from its JSON Schema. */
function listKnownKeys(schema: z.ZodType, path: readonly PropertyKey[], raw: unknown): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  let nodes: JsonSchema[] = [root];
  for (const key of path) {
    nodes = nodes
      .flatMap((node) => listAlternatives(node))
      .map((node) =>
        typeof key === 'number' ? node.items : (node.properties?.[String(key)] ?? toObject(node.additionalProperties)),
      )
      .filter((node): node is JsonSchema => node !== undefined);
  }
  const present = Object.keys((getValueAt(raw, path) as object | undefined) ?? {});
  const options = nodes.flatMap((node) => listAlternatives(node)).map((node) => Object.keys(node.properties ?? {}));
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

const listAlternatives = (node: JsonSchema): JsonSchema[] =>
  [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((n) => (n === node ? [n] : listAlternatives(n)));
const toObject = (value: JsonSchema | boolean | undefined) => (typeof value === 'object' ? value : undefined);
