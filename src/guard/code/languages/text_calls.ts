import { posix } from 'node:path';
import { UNKNOWN_VALUE } from '../../invocation.js';
import { formatTemplate, sliceValue } from '../model/apply_operator.js';
import {
  type CodeValue,
  createList,
  createName,
  createNumber,
  createText,
  flattenValues,
  getElements,
  getFirstText,
  getItems,
  getNumber,
  isKnownValue,
  joinValues,
  mapText,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import { decoders } from '../model/decoders.js';
import type { CallActions } from '../model/language_spec.js';

const MAX_ITEMS = 4096;
/** Most items of a list to which code may append. */
const MAX_APPENDED = 64;
/** Encodings of texts, without `-` and `_`. */
const ENCODINGS = /^(base64|hex)(?:url)?$/;
const UNREAD_ENCODINGS = /^(?:rot13|zlib|zip|bz2|uu)$/;

type Decoder = keyof typeof decoders;

const toCharacters = (values: readonly CodeValue[]): CodeValue =>
  joinValues(
    values.map((value) => {
      const code = getNumber(value) ?? -1;
      return createText(code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN_VALUE);
    }),
  );

/** Returns the folder of paths; that of the current folder is above it. */
export const getParentPath = (path: CodeValue): CodeValue =>
  mapText(path, (text) => (/^\.?\/?$/.test(text) ? '..' : posix.dirname(text)));

/** Converts a value of JSON. */
function toCodeValue(value: unknown): CodeValue {
  if (typeof value === 'string') return createText(value);
  if (typeof value === 'number') return createNumber(value);
  if (Array.isArray(value)) return createList(value.slice(0, MAX_ITEMS).map(toCodeValue));
  if (value === null || typeof value !== 'object') return unknownValue;
  return { kind: 'map', entries: new Map(Object.entries(value).map(([key, each]) => [key, toCodeValue(each)])) };
}

/** Returns the rows of columns, which are as many as the longest has items. */
function createRows(columns: readonly (readonly CodeValue[])[]): CodeValue {
  const [longest = []] = [...columns].sort((first, second) => second.length - first.length);
  return createList(longest.map((_, index) => createList(columns.map((column) => column[index] ?? unknownValue))));
}

/** Calls that change texts and lists, or call functions, by the names that languages.yml gives them. */
export const textCalls: CallActions = {
  fold: (_call, [, value = unknownValue], [name]) => mapText(value, decoders[name as Decoder]),
  characters: (_call, [value]) => (value?.kind === 'list' ? toCharacters(value.items) : value),
  'parse-json': (_call, [value]) => {
    try {
      return isKnownValue(value) ? toCodeValue(JSON.parse(getFirstText(value))) : undefined;
    } catch {
      return undefined;
    }
  },
  dirname: (_call, [path]) => path && getParentPath(path),
  pairs: (_call, [map]) =>
    map?.kind === 'map'
      ? createList([...map.entries].map(([key, value]) => createList([createText(key), value])))
      : undefined,
  numbered: (_call, [list = unknownValue]) => createRows([[], getElements(list)]),
  flat: ({ args }, [lists]) => createList((lists ? getElements(lists) : args).flatMap((each) => getElements(each))),
  rows: ({ args }) => createRows(args.map(getElements)),
  keys: (_call, [map]) => (map?.kind === 'map' ? createList(getElements(map)) : unknownValue),
  'from-pairs': ({ named }, [pairs]) => {
    const rows = getItems(pairs).map(getElements);
    const entries = rows.map(([key, value = unknownValue]) => [getFirstText(key), value] as const);
    return pairs && rows.length === 0 ? undefined : { kind: 'map', entries: new Map([...named, ...entries]) };
  },
  // A list is one object under all of its names.
  append: (_call, [list, values]) => {
    if (list?.kind === 'list' && list.items.length < MAX_APPENDED)
      (list.items as CodeValue[]).push(...flattenValues(getItems(values)));
    return list;
  },
  values: (_call, [map]) => (map?.kind === 'map' ? createList([...map.entries.values()]) : undefined),
  // Character encodings change nothing.
  decode: (_call, [value = unknownValue, encoding]) => {
    if (value.kind === 'list') return toCharacters(value.items);
    const kind = getFirstText(encoding).toLowerCase().replace(/[-_]/g, '');
    const decoder = UNREAD_ENCODINGS.test(kind) ? 'unread' : ENCODINGS.exec(kind)?.[1];
    return decoder === undefined ? value : mapText(value, decoders[decoder as Decoder]);
  },
  'code-point': (_call, [value, index]) =>
    createNumber(isKnownValue(value) ? getFirstText(value).codePointAt(getNumber(index) ?? 0) : undefined),
  integer: (_call, [value, base]) =>
    createNumber(Number.parseInt(getFirstText(value), base ? Number(getFirstText(base)) : 10)),
  reverse: (_call, [value]) =>
    value?.kind === 'list' ? createList([...value.items].reverse()) : value && mapText(value, decoders.reverse),
  // `gap.join(items)`, `items.join(gap)` or `join(gap, items)`
  'join-texts': (_call, [first, second]) => {
    const [items = unknownValue, gap] = first?.kind === 'list' ? [first, second] : [second, first];
    if (first?.kind !== 'list' && first?.kind !== 'text') return undefined;
    return joinValues(flattenValues(getElements(items)), gap && getFirstText(gap));
  },
  format: ({ named: names }, [shape = unknownValue, rest = unknownValue]) =>
    formatTemplate(shape, getElements(rest), names),
  map: ({ invoke }, [mapper, values]) => {
    const elements = values && getElements(values).slice(0, MAX_ITEMS);
    return mapper && elements && createList(elements.map((value) => invoke(mapper, [value])));
  },
  split: (_call, [value, separator]) => {
    if (value?.kind !== 'text' || ![value, separator ?? value].every(isKnownValue)) return undefined;
    const text = getFirstText(value);
    const gap = separator && getFirstText(separator);
    const parts = gap === undefined ? text.trim().split(/\s+/) : text.split(gap);
    return createList(parts.slice(0, MAX_ITEMS).map((part) => createText(part)));
  },
  replace: (_call, [value = unknownValue, ...args]) => {
    const [start = UNKNOWN_VALUE, end = ''] = args.map((arg) => arg && getFirstText(arg));
    return mapText(value, (text) => (start.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : text.replaceAll(start, end)));
  },
  elements: (_call, [value = unknownValue]) => createList(getElements(value)),
  concatenate: (_call, [value, rest = unknownValue]) => {
    if (value?.kind === 'list') return createList([...value.items, ...getElements(rest)]);
    return value?.kind === 'text' ? joinValues([value, ...getElements(rest)]) : undefined;
  },
  pack: (_call, [form, list]) => {
    const [first = unknownValue] = getItems(list);
    if (getFirstText(form).startsWith('H')) return mapText(first, decoders.hex);
    return /^[cCU]/.test(getFirstText(form)) ? toCharacters(getItems(list)) : undefined;
  },
  slice: (_call, [value, start, end]) => value && sliceValue(value, [start, end]),
  at: (_call, [index, value]) => (value?.kind === 'list' ? value.items.at(Number(getFirstText(index))) : undefined),
  'any-of': (_call, [value = unknownValue]) => mergeValues(flattenValues([value])),
  // The lines of a list as one text.
  lines: (_call, [value]) => (value?.kind === 'list' ? joinValues(value.items, '\n') : value),
  invoke: ({ invoke }, [callee, args = unknownValue]) => callee && invoke(callee, getElements(args)),
  // `object.send(:method, …)`
  message: ({ invoke }, [receiver, message, rest = unknownValue]) => {
    const [path, self] = receiver?.kind === 'name' ? [`${receiver.path}.`, receiver.self] : ['', receiver];
    const isKnown = message?.kind === 'text' && isKnownValue(message);
    return isKnown ? invoke(createName(path + getFirstText(message), self), getElements(rest)) : undefined;
  },
};
