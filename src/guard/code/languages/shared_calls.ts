import { UNKNOWN_VALUE } from '../../invocation.js';
import { formatTemplate, joinPathValues } from '../model/apply_operator.js';
import {
  type CodeValue,
  createAlternatives,
  createDerived,
  createList,
  createName,
  createNumber,
  flattenValues,
  getElements,
  getTexts,
  isKnownValue,
  joinValues,
  mapText,
  unknownValue,
} from '../model/code_value.js';
import { decoders } from '../model/decoders.js';
import type { CodeCall } from '../model/language_spec.js';
import { getOwnerPath, type NamedHandler } from './compile_call.js';

/** Decoders by the names of encodings, without `-` and `_`. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: decoders.base64,
  hex: decoders.hex,
  rot13: decoders.rot13,
  zlib: decoders.zlib,
};

/** Decodes a text by the name of an encoding. Character encodings change nothing. */
export function decodeValue(value: CodeValue, encoding: string): CodeValue {
  const kind = encoding.toLowerCase().replace(/[-_]/g, '');
  return Object.hasOwn(ENCODINGS, kind) ? mapText(value, ENCODINGS[kind]!) : value;
}

/** Reports what a method does to the rows or documents of its object. */
export function reportDeed(call: CodeCall, deed: string): CodeValue {
  call.collector.addInvocation('sql', [deed, getOwnerPath(call)], { language: 'sql' });
  return unknownValue;
}

/** Handles `users.deleteMany({})`; with a condition it deletes some. */
export function deleteAll(call: CodeCall): CodeValue | undefined {
  const [condition] = call.args;
  const isLimited = condition !== undefined && !(condition.kind === 'map' && condition.entries.size === 0);
  return isLimited ? undefined : reportDeed(call, 'delete-all');
}

/** Returns the lines of a list as one text; anything else as it is. */
export const joinLines: NamedHandler = ({ receiver }) =>
  receiver?.kind === 'list' ? joinValues(receiver.items, '\n') : receiver;

const toCharacters = (values: readonly CodeValue[]): CodeValue =>
  joinValues(
    values.map((value) => {
      if (value.kind !== 'number') return unknownValue;
      const valid = value.number >= 0 && value.number <= 0x10ffff;
      return createAlternatives([valid ? String.fromCodePoint(value.number) : UNKNOWN_VALUE]);
    }),
  );

const toNumber = (number: number): CodeValue => (Number.isNaN(number) ? unknownValue : createNumber(number));

function reverseValue(value: CodeValue | undefined): CodeValue | undefined {
  if (value?.kind === 'list') return createList([...value.items].reverse());
  return value && mapText(value, decoders.reverse);
}

const sharedFunctions: Readonly<Record<string, NamedHandler>> = {
  characters: ({ args }) => toCharacters(args),
  bytes: ({ args: [value] }) => (value?.kind === 'list' ? toCharacters(value.items) : value),
  'code-point': ({ args: [value] }) => {
    const [letter] = getTexts(value);
    return isKnownValue(value) && letter ? createNumber(letter.codePointAt(0)!) : unknownValue;
  },
  integer: ({ args: [value, base] }) =>
    toNumber(Number.parseInt(getTexts(value)[0]!, base ? Number(getTexts(base)[0]) : 10)),
  reversed: ({ args: [value = unknownValue] }) => createList([...getElements(value)].reverse()),
  reverse: ({ args }) => reverseValue(args[0]) ?? unknownValue,
  'join-texts': ({ args: [gap, ...rest] }) => joinValues(flattenValues(rest), getTexts(gap)[0]),
  format: ({ args: [shape = unknownValue, ...rest] }) => formatTemplate(shape, rest),
  map: ({ args: [mapper, values], invoke }) => {
    if (!mapper || !values) return undefined;
    const elements = getElements(values).slice(0, 4096);
    return createList(elements.map((value) => invoke(mapper, [value])));
  },
};

const replace: NamedHandler = ({ receiver, args }) => {
  if (receiver?.kind !== 'text') return undefined;
  const [start, end = ''] = args.map((arg) => getTexts(arg)[0]!);
  return mapText(receiver, (text) =>
    start === undefined || start.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : text.replaceAll(start, end),
  );
};

const sharedMethods: Readonly<Record<string, NamedHandler>> = {
  'delete-all': deleteAll,
  'all-rows': ({ args }) => (args.length === 0 ? createDerived('rows') : undefined),
  join: ({ receiver, args: [value] }) => {
    if (receiver?.kind === 'list') return joinValues(receiver.items, value ? getTexts(value)[0] : '');
    return receiver?.kind === 'text'
      ? joinValues(getElements(value ?? unknownValue), getTexts(receiver)[0])
      : undefined;
  },
  split: ({ receiver, args }) => {
    if (receiver?.kind !== 'text' || !isKnownValue(receiver)) return undefined;
    const text = getTexts(receiver)[0]!;
    const gap = args[0] ? getTexts(args[0])[0]! : undefined;
    if (gap?.includes(UNKNOWN_VALUE)) return createList([unknownValue]);
    const parts = gap === undefined ? text.trim().split(/\s+/) : text.split(gap);
    return createList(parts.slice(0, 4096).map((part) => createAlternatives([part])));
  },
  'replace-two': (call) => (call.args.length >= 2 ? replace(call) : undefined),
  replace,
  'reverse-self': ({ receiver }) =>
    receiver?.kind === 'list' || receiver?.kind === 'text' ? reverseValue(receiver) : undefined,
  decode: ({ receiver, args: [encoding] }) =>
    receiver?.kind === 'text' ? decodeValue(receiver, encoding ? getTexts(encoding)[0]! : '') : receiver,
  itself: ({ receiver }) => (receiver?.kind === 'text' || receiver?.kind === 'list' ? receiver : undefined),
  'to-string': ({ receiver }) => (receiver?.kind === 'text' || receiver?.kind === 'content' ? receiver : undefined),
  letters: ({ receiver }) => (receiver?.kind === 'text' ? createList(getElements(receiver)) : undefined),
  concatenate: ({ receiver, args }) => {
    if (receiver?.kind === 'list') return createList([...receiver.items, ...flattenValues(args)]);
    return receiver?.kind === 'text' ? joinValues([receiver, ...args]) : undefined;
  },
  'format-self': ({ receiver, args, named: names }) =>
    receiver?.kind === 'text' ? formatTemplate(receiver, args, names) : undefined,
  pack: ({ receiver, args }) => {
    const shape = getTexts(args[0])[0]!;
    if (receiver?.kind !== 'list') return undefined;
    if (shape.startsWith('H')) return mapText(receiver.items[0] ?? unknownValue, decoders.hex);
    return /^[cCU]/.test(shape) ? toCharacters(receiver.items) : undefined;
  },
  unpack: ({ receiver, args }) =>
    getTexts(args[0])[0] === 'm' && receiver ? mapText(receiver, decoders.base64) : undefined,
  'letter-code': ({ receiver, args: [index] }) =>
    toNumber(
      isKnownValue(receiver)
        ? getTexts(receiver)[0]!.charCodeAt(index?.kind === 'number' ? index.number : 0)
        : Number.NaN,
    ),
  slice: ({ receiver, args }) => {
    const [start, end] = args.map((arg) => (arg.kind === 'number' ? arg.number : undefined));
    if (receiver?.kind === 'list') return createList(receiver.items.slice(start, end));
    return receiver?.kind === 'text' ? mapText(receiver, (text) => text.slice(start, end)) : undefined;
  },
  'join-path': ({ receiver, args }) => receiver && joinPathValues([receiver, ...args]),
  call: ({ receiver, args, invoke }) => receiver && invoke(receiver, args),
  apply: ({ receiver, args, invoke }) => receiver && invoke(receiver, getElements(args[1] ?? unknownValue)),
  message: ({ receiver, args: [message, ...rest], invoke }) =>
    message?.kind === 'text' && isKnownValue(message)
      ? invoke(createName(getTexts(message)[0]!, receiver?.kind === 'name' ? undefined : receiver), rest)
      : undefined,
};

/** Handlers of calls of any language. */
export const sharedCalls = { functions: sharedFunctions, methods: sharedMethods };
