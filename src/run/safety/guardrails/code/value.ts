import { type Deed, UNKNOWN } from '../deed.js';
import type { Token } from './tokens.js';

/** What an expression comes to, as far as it can be known before the code runs. */
export type Value =
  /** One of several texts; paths are texts too. What is unknown in them stands as UNKNOWN. */
  | { kind: 'text'; of: readonly string[]; glob?: boolean }
  | { kind: 'number'; number: number }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'map'; entries: ReadonlyMap<string, Value> }
  /** A module, class or function, by its path: `os.path.join`. A method knows what it is called on. */
  | { kind: 'name'; path: string; self?: Value }
  /** What a call answered, where what it was matters later: a socket, a file that is open. */
  | { kind: 'made'; by: string; args: readonly Value[] }
  /** What was read: out of files, out of the output of deeds. */
  | { kind: 'content'; files: readonly string[]; from: readonly Deed[] }
  | { kind: 'function'; definition: Definition }
  | { kind: 'unknown' };

/** A function of the code itself. */
export interface Definition {
  parameters: readonly string[];
  tokens: readonly Token[];
  from: number;
  to: number;
  /** The body is one expression, whose value is the answer. */
  expression: boolean;
  called: boolean;
  scope: Scope;
  name?: string;
}

/** So many alternatives of one value are followed; what comes after is unknown. */
const MOST_ALTERNATIVES = 32;
const MOST_CHARACTERS = 65_536;

export const unknown: Value = { kind: 'unknown' };
export const text = (...of: string[]): Value => ({ kind: 'text', of });
export const number = (value: number): Value => ({ kind: 'number', number: value });
export const list = (items: readonly Value[]): Value => ({ kind: 'list', items });
export const name = (path: string, self?: Value): Value => ({ kind: 'name', path, ...(self && { self }) });
export const made = (by: string, ...args: Value[]): Value => ({ kind: 'made', by, args });

/** The texts that a value may stand for, at least one. */
export function texts(value: Value | undefined): readonly string[] {
  switch (value?.kind) {
    case 'text':
      return value.of;
    case 'number':
      return [String(value.number)];
    case 'list':
      return [UNKNOWN];
    default:
      return [UNKNOWN];
  }
}

export const isKnown = (value: Value | undefined): boolean => texts(value).every((each) => !each.includes(UNKNOWN));

export function alternatives(of: Iterable<string>): Value {
  const distinct = [...new Set(of)];
  if (distinct.length > MOST_ALTERNATIVES) distinct.splice(MOST_ALTERNATIVES, distinct.length, UNKNOWN);
  return { kind: 'text', of: distinct.length > 0 ? distinct : [UNKNOWN] };
}

/** Puts texts together, every alternative with every other one. */
export function joined(parts: readonly Value[], between = ''): Value {
  let ends: string[] | undefined;
  let glob = false;
  for (const part of parts) {
    glob ||= part.kind === 'text' && part.glob === true;
    const next = texts(part);
    const before = ends;
    ends = before ? before.flatMap((start) => next.map((end) => bounded(start + between + end))) : [...next];
    if (ends.length > MOST_ALTERNATIVES) ends = [UNKNOWN];
  }
  const content = merge(parts.filter((part) => part.kind === 'content'));
  if (content.kind === 'content') return content;
  const value = alternatives(ends ?? ['']);
  return glob && value.kind === 'text' ? { ...value, glob } : value;
}

/** Long texts are not followed. */
export const bounded = (value: string): string => (value.length > MOST_CHARACTERS ? UNKNOWN : value);

/** A text worked on; what is unknown stays unknown. */
export function mapped(value: Value, change: (known: string) => string): Value {
  if (value.kind === 'content') return value;
  return alternatives(texts(value).map((each) => (each.includes(UNKNOWN) ? UNKNOWN : bounded(change(each)))));
}

/** A value that may be any of several. */
export function merge(values: readonly Value[]): Value {
  const rest = values.filter((value) => value.kind !== 'unknown');
  const [first] = rest;
  if (!first) return unknown;
  if (values.length === 1) return first;
  if (rest.every((value) => value.kind === 'text' || value.kind === 'number')) {
    const value = alternatives([...rest.flatMap(texts), ...(rest.length < values.length ? [UNKNOWN] : [])]);
    return rest.some((each) => each.kind === 'text' && each.glob) ? ({ ...value, glob: true } as Value) : value;
  }
  const contents = rest.filter((value) => value.kind === 'content');
  if (contents.length > 0)
    return {
      kind: 'content',
      files: [...new Set(contents.flatMap((each) => each.files))].slice(0, MOST_ALTERNATIVES),
      from: [...new Set(contents.flatMap((each) => each.from))].slice(0, MOST_ALTERNATIVES),
    };
  const lists = rest.filter((value) => value.kind === 'list');
  if (lists.length === rest.length && lists.every((each) => each.items.length === lists[0]!.items.length))
    return list(lists[0]!.items.map((_, index) => merge(lists.map((each) => each.items[index]!))));
  return first;
}

/** What a loop over a value gives in turn. */
export function elements(value: Value): readonly Value[] {
  if (value.kind === 'list') return value.items;
  if (value.kind === 'map') return [...value.entries.keys()].map((key) => text(key));
  if (value.kind === 'text' && !value.glob && value.of.length === 1 && !value.of[0]!.includes(UNKNOWN))
    return Array.from(value.of[0]!, (each) => text(each));
  return [
    value.kind === 'text' && value.glob ? value : value.kind === 'content' || value.kind === 'made' ? value : unknown,
  ];
}

/** What was read and stands somewhere in values, however it was packed. */
export function contentIn(values: readonly Value[], depth = 0): Extract<Value, { kind: 'content' }> | undefined {
  if (depth > 4) return undefined;
  const found = values.slice(0, 256).flatMap((value): Value[] => {
    if (value.kind === 'content') return [value];
    const inner =
      value.kind === 'list'
        ? value.items
        : value.kind === 'map'
          ? [...value.entries.values()]
          : value.kind === 'made'
            ? value.args
            : [];
    const content = inner.length > 0 ? contentIn(inner, depth + 1) : undefined;
    return content ? [content] : [];
  });
  const content = merge(found);
  return content.kind === 'content' ? content : undefined;
}

/** Variables by name; attributes stand under their dotted path. What a function assigns to a variable outside reaches it. */
export class Scope {
  private readonly values = new Map<string, Value>();

  constructor(private readonly outer?: Scope) {}

  get(name: string): Value | undefined {
    return this.values.get(name) ?? this.outer?.get(name);
  }

  set(name: string, value: Value): void {
    let holder: Scope = this;
    while (!holder.values.has(name) && holder.outer) holder = holder.outer;
    (holder.values.has(name) ? holder : this).values.set(name, value);
  }

  /** A variable that hides those of the same name outside. */
  declare(name: string, value: Value): void {
    this.values.set(name, value);
  }
}
