import { parseJson } from '../../detect_text_form.js';
import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import { callBack } from '../interpreter/imitate.js';
import type { CallActions } from '../interpreter/interpreter_state.js';
import { formatTemplate, getParentPath, sliceValue } from '../model/apply_operator.js';
import { type CodeValue, create, get, is, mapText, unknownValue } from '../model/code_value.js';
import { decoders } from '../model/decoders.js';

/** Most items of a list to which code may append. */
const MAX_APPENDED = 64;

const toCharacters = (values: readonly CodeValue[]): CodeValue =>
  create.joined(
    values.map((value) => {
      const code = get.number(value) ?? -1;
      return create.text(code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN_VALUE);
    }),
  );

function toCodeValue(value: unknown): CodeValue {
  if (typeof value === 'string') return create.text(value);
  if (typeof value === 'number') return create.number(value);
  if (Array.isArray(value)) return create.list(value.map(toCodeValue));
  if (value === null || typeof value !== 'object') return unknownValue;
  return { kind: 'map', entries: new Map(Object.entries(value).map(([key, each]) => [key, toCodeValue(each)])) };
}

/** Calls that change texts and lists, or call functions, by the names that languages.yml gives them. */
export const textCalls: CallActions = {
  fold: (_call, [, value = unknownValue], [name]) => mapText(value, decoders[name as keyof typeof decoders]),
  characters: (_call, [value]) => (value?.kind === 'list' ? toCharacters(value.items) : value),
  'parse-json': (_call, [value]) => {
    const parsed = is.known(value) ? parseJson(get.firstText(value)) : undefined;
    return parsed === undefined ? undefined : toCodeValue(parsed);
  },
  dirname: (_call, [path]) => path && getParentPath(path),
  pairs: (_call, [map]) =>
    map?.kind === 'map'
      ? create.list([...map.entries].map(([key, value]) => create.list([create.text(key), value])))
      : undefined,
  numbered: (_call, [list = unknownValue]) =>
    create.list(get.elements(list).map((item) => create.list([unknownValue, item]))),
  // As many as the longest column has items.
  rows: ({ args }) => {
    const columns = args.map(get.elements);
    const [longest = []] = [...columns].sort((first, second) => second.length - first.length);
    return create.list(longest.map((_, index) => create.list(columns.map((column) => column[index] ?? unknownValue))));
  },
  flat: ({ args }, [lists]) => create.list((lists ? get.elements(lists) : args).flatMap((each) => get.elements(each))),
  keys: (_call, [map]) => (map?.kind === 'map' ? create.list(get.elements(map)) : unknownValue),
  'from-pairs': ({ named }, [pairs]) => {
    const rows = get.items(pairs).map(get.elements);
    const entries = rows.map(([key, value = unknownValue]) => [get.firstText(key), value] as const);
    return pairs && rows.length === 0 ? undefined : { kind: 'map', entries: new Map([...named, ...entries]) };
  },
  // A list is one object under all of its names.
  append: (_call, [list, values]) => {
    if (list?.kind === 'list' && list.items.length < MAX_APPENDED)
      (list.items as CodeValue[]).push(...get.flat(get.items(values)));
    return list;
  },
  values: (_call, [map]) => (map?.kind === 'map' ? create.list([...map.entries.values()]) : undefined),
  // Character encodings change nothing.
  decode: (_call, [value = unknownValue, encoding]) => {
    if (value.kind === 'list') return toCharacters(value.items);
    const kind = get.firstText(encoding).toLowerCase().replace(/[-_]/g, '');
    const decoder = forms.unread_encoding.test(kind) ? 'unread' : forms.encoding.exec(kind)?.[1];
    return decoder === undefined ? value : mapText(value, decoders[decoder as keyof typeof decoders]);
  },
  'code-point': (_call, [value, index]) =>
    create.number(is.known(value) ? get.firstText(value).codePointAt(get.number(index) ?? 0) : undefined),
  integer: (_call, [value, base]) =>
    create.number(Number.parseInt(get.firstText(value), base ? Number(get.firstText(base)) : 10)),
  reverse: (_call, [value]) => value && sliceValue(value, [undefined, undefined, create.number(-1)]),
  // `gap.join(items)`, `items.join(gap)` or `join(gap, items)`
  'join-texts': (_call, [first, second]) => {
    const [items = unknownValue, gap] = first?.kind === 'list' ? [first, second] : [second, first];
    if (first?.kind !== 'list' && first?.kind !== 'text') return undefined;
    return create.joined(get.flat(get.elements(items)), gap && get.firstText(gap));
  },
  format: ({ named: names }, [shape = unknownValue, rest = unknownValue]) =>
    formatTemplate(shape, get.elements(rest), names),
  map: ({ state }, [mapper, values]) => {
    const elements = values && get.elements(values);
    return mapper && elements && create.list(elements.map((value) => callBack(state, mapper, [value])));
  },
  split: (_call, [value, separator]) => {
    if (value?.kind !== 'text' || ![value, separator ?? value].every(is.known)) return undefined;
    const gap = separator && get.firstText(separator);
    const lists = get.texts(value).map((text) => {
      const parts = gap === undefined ? (text.match(/\S+/g) ?? []) : text.split(gap);
      return create.list(parts.map((part) => create.text(part)));
    });
    return create.merged(lists);
  },
  replace: (_call, [value = unknownValue, ...args]) => {
    const [start = UNKNOWN_VALUE, end = ''] = args.map((arg) => arg && get.firstText(arg));
    return mapText(value, (text) => (start.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : text.replaceAll(start, end)));
  },
  elements: (_call, [value = unknownValue]) => create.list(get.elements(value)),
  concatenate: (_call, [value, rest = unknownValue]) => {
    if (value?.kind === 'list') return create.list([...value.items, ...get.elements(rest)]);
    return value?.kind === 'text' ? create.joined([value, ...get.elements(rest)]) : undefined;
  },
  pack: (_call, [form, list]) => {
    const [first = unknownValue] = get.items(list);
    if (get.firstText(form).startsWith('H')) return mapText(first, decoders.hex);
    return /^[cCU]/.test(get.firstText(form)) ? toCharacters(get.items(list)) : undefined;
  },
  slice: (_call, [value, start, end]) => value && sliceValue(value, [start, end]),
  at: (_call, [index, value]) => (value?.kind === 'list' ? value.items.at(Number(get.firstText(index))) : undefined),
  'any-of': (_call, [value = unknownValue]) => create.merged(get.flat([value])),
  // The lines of a list as one text.
  lines: (_call, [value]) => (value?.kind === 'list' ? create.joined(value.items, '\n') : value),
  invoke: ({ state }, [callee, args = unknownValue]) => callee && callBack(state, callee, get.elements(args)),
  // `object.send(:method, …)`
  message: ({ state }, [receiver, message, rest = unknownValue]) => {
    const [path, self] = receiver?.kind === 'name' ? [`${receiver.path}.`, receiver.self] : ['', receiver];
    const isKnown = message?.kind === 'text' && is.known(message);
    return isKnown ? callBack(state, create.name(path + get.firstText(message), self), get.elements(rest)) : undefined;
  },
};
