import { UNKNOWN_VALUE } from '../../invocation.js';
import { formatTemplate, joinPathValues } from './apply_operator.js';
import {
  type CodeValue,
  createAlternatives,
  createList,
  createName,
  getElements,
  getTexts,
  isKnownValue,
  joinValues,
  mapText,
  unknownValue,
} from './code_value.js';
import { decodeBase64, decodeHex, decodeRot13, decodeUrl, decompressText, reverseText } from './decode_base64.js';
import type { CallHandler, CodeCall } from './language_spec.js';

const getFirstArgument = ({ args }: CodeCall): CodeValue => args[0] ?? unknownValue;
const foldText =
  (change: (known: string) => string, which: (call: CodeCall) => CodeValue = getFirstArgument): CallHandler =>
  (call) =>
    mapText(which(call), change);
/** Creates a handler for a method of known text; other receivers keep their own methods. */
const foldMethod =
  (change: (known: string, call: CodeCall) => string): CallHandler =>
  (call) =>
    call.receiver?.kind === 'text' ? mapText(call.receiver, (known) => change(known, call)) : undefined;

const fromCodePoints = (values: readonly CodeValue[]): CodeValue =>
  joinValues(
    values.map((value) => (value.kind === 'number' ? createAlternatives([toCharacter(value.number)]) : unknownValue)),
  );
const toCharacter = (code: number) => (code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN_VALUE);
const flattenValues = (args: readonly CodeValue[]) =>
  args.flatMap((value) => (value.kind === 'list' ? value.items : [value]));
const getReceiver: CallHandler = (call) =>
  call.receiver?.kind === 'text' || call.receiver?.kind === 'list' ? call.receiver : undefined;
const splitText: CallHandler = (call) => {
  const [known] = getTexts(call.receiver);
  if (call.receiver?.kind !== 'text' || !isKnownValue(call.receiver)) return undefined;
  const between = call.args[0] ? getTexts(call.args[0])[0]! : undefined;
  if (between?.includes(UNKNOWN_VALUE)) return createList([unknownValue]);
  const parts = between === undefined ? known!.trim().split(/\s+/) : known!.split(between);
  return createList(parts.slice(0, 4096).map((part) => createAlternatives([part])));
};
const replaceText = foldMethod((known, { args }) => {
  const [from, to] = args.map((arg) => getTexts(arg)[0]!);
  return from === undefined || from.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : known.replaceAll(from, to ?? '');
});
/** Decodes a text by the name of an encoding. Character encodings change nothing. */
export function decodeValue(value: CodeValue, encoding: string): CodeValue {
  const kind = encoding.toLowerCase().replace(/[-_]/g, '');
  const table: Readonly<Record<string, (known: string) => string>> = {
    base64: decodeBase64,
    hex: decodeHex,
    rot13: decodeRot13,
    zlib: decompressText,
  };
  return Object.hasOwn(table, kind) ? mapText(value, table[kind]!) : value;
}

/** Functions of any language whose name alone determines how they transform text. */
export const sharedFunctions: Readonly<Record<string, CallHandler>> = {
  chr: ({ args }) => fromCodePoints(args),
  fromCharCode: ({ args }) => fromCodePoints(args),
  fromCodePoint: ({ args }) => fromCodePoints(args),
  bytes: ({ args }) => (args[0]?.kind === 'list' ? fromCodePoints(args[0].items) : args[0]),
  bytearray: ({ args }) => (args[0]?.kind === 'list' ? fromCodePoints(args[0].items) : args[0]),
  ord: ({ args }) => {
    const [letter] = getTexts(args[0]);
    return isKnownValue(args[0]) && letter ? { kind: 'number', number: letter.codePointAt(0)! } : unknownValue;
  },
  int: ({ args }) => {
    const [base] = getTexts(args[1]);
    const value = Number.parseInt(getTexts(args[0])[0]!, args[1] ? Number(base) : 10);
    return Number.isNaN(value) ? unknownValue : { kind: 'number', number: value };
  },
  str: getFirstArgument,
  String: getFirstArgument,
  strval: getFirstArgument,
  list: getFirstArgument,
  sorted: getFirstArgument,
  tuple: getFirstArgument,
  iter: getFirstArgument,
  b64decode: foldText(decodeBase64),
  urlsafe_b64decode: foldText((known) => decodeBase64(known.replaceAll('-', '+').replaceAll('_', '/'))),
  decodebytes: foldText(decodeBase64),
  b16decode: foldText(decodeHex),
  a2b_base64: foldText(decodeBase64),
  base64_decode: foldText(decodeBase64),
  decode_base64: foldText(decodeBase64),
  decode64: foldText(decodeBase64),
  strict_decode64: foldText(decodeBase64),
  urlsafe_decode64: foldText(decodeBase64),
  atob: foldText(decodeBase64),
  unhexlify: foldText(decodeHex),
  a2b_hex: foldText(decodeHex),
  fromhex: foldText(decodeHex),
  hex2bin: foldText(decodeHex),
  decompress: foldText(decompressText),
  gzinflate: foldText(decompressText),
  gzuncompress: foldText(decompressText),
  gzdecode: foldText(decompressText),
  inflateSync: foldText(decompressText),
  gunzipSync: foldText(decompressText),
  str_rot13: foldText(decodeRot13),
  strrev: foldText(reverseText),
  reversed: ({ args }) => createList([...getElements(args[0] ?? unknownValue)].reverse()),
  reverse: ({ args }) =>
    args[0]?.kind === 'list'
      ? createList([...args[0].items].reverse())
      : args[0]
        ? mapText(args[0], reverseText)
        : unknownValue,
  scalar: getFirstArgument,
  strtolower: foldText((known) => known.toLowerCase()),
  strtoupper: foldText((known) => known.toUpperCase()),
  lc: foldText((known) => known.toLowerCase()),
  uc: foldText((known) => known.toUpperCase()),
  trim: foldText((known) => known.trim()),
  unescape: foldText(decodeUrl),
  unquote: foldText(decodeUrl),
  urldecode: foldText(decodeUrl),
  rawurldecode: foldText(decodeUrl),
  decodeURIComponent: foldText(decodeUrl),
  decodeURI: foldText(decodeUrl),
  join: ({ args: [between, ...rest] }) => joinValues(flattenValues(rest), getTexts(between)[0]),
  implode: ({ args: [between, ...rest] }) => joinValues(flattenValues(rest), getTexts(between)[0]),
  sprintf: ({ args: [shape, ...rest] }) => formatTemplate(shape ?? unknownValue, rest),
  map: ({ args: [mapper, values], invoke }) =>
    mapper && values
      ? createList(
          getElements(values)
            .slice(0, 4096)
            .map((value) => invoke(mapper, [value])),
        )
      : undefined,
  expanduser: getFirstArgument,
  expandvars: foldText((known) => known.replace(/^\$\{?HOME\}?/, '~')),
  abspath: getFirstArgument,
  realpath: getFirstArgument,
  normpath: getFirstArgument,
  fspath: getFirstArgument,
  compile: getFirstArgument,
};

/** Methods of texts and lists whose name alone determines their result. */
export const sharedMethods: Readonly<Record<string, CallHandler>> = {
  join: ({ receiver, args }) =>
    receiver?.kind === 'list'
      ? joinValues(receiver.items, args[0] ? getTexts(args[0])[0] : '')
      : receiver?.kind === 'text'
        ? joinValues(getElements(args[0] ?? unknownValue), getTexts(receiver)[0])
        : undefined,
  split: splitText,
  replace: (call) => (call.args.length >= 2 ? replaceText(call) : undefined),
  replaceAll: replaceText,
  gsub: replaceText,
  lower: foldMethod((known) => known.toLowerCase()),
  upper: foldMethod((known) => known.toUpperCase()),
  downcase: foldMethod((known) => known.toLowerCase()),
  upcase: foldMethod((known) => known.toUpperCase()),
  toLowerCase: foldMethod((known) => known.toLowerCase()),
  toUpperCase: foldMethod((known) => known.toUpperCase()),
  strip: foldMethod((known) => known.trim()),
  chomp: foldMethod((known) => known.trim()),
  trim: foldMethod((known) => known.trim()),
  rstrip: foldMethod((known) => known.trimEnd()),
  lstrip: foldMethod((known) => known.trimStart()),
  reverse: ({ receiver }) =>
    receiver?.kind === 'list'
      ? createList([...receiver.items].reverse())
      : receiver?.kind === 'text'
        ? mapText(receiver, reverseText)
        : undefined,
  decode: ({ receiver, args }) =>
    receiver?.kind === 'text' ? decodeValue(receiver, args[0] ? getTexts(args[0])[0]! : '') : receiver,
  encode: (call) => getReceiver(call),
  toString: (call: CodeCall) =>
    call.receiver?.kind === 'text' || call.receiver?.kind === 'content' ? call.receiver : undefined,
  to_s: getReceiver,
  to_str: getReceiver,
  to_sym: getReceiver,
  chars: ({ receiver }) => (receiver?.kind === 'text' ? createList(getElements(receiver)) : undefined),
  bytes: getReceiver,
  concat: ({ receiver, args }) =>
    receiver?.kind === 'list'
      ? createList([...receiver.items, ...flattenValues(args)])
      : receiver?.kind === 'text'
        ? joinValues([receiver, ...args])
        : undefined,
  format: ({ receiver, args, named }) =>
    receiver?.kind === 'text' ? formatTemplate(receiver, args, named) : undefined,
  pack: ({ receiver, args }) => {
    const shape = getTexts(args[0])[0]!;
    if (receiver?.kind !== 'list') return undefined;
    if (/^H/.test(shape)) return mapText(receiver.items[0] ?? unknownValue, decodeHex);
    return /^[cCU]/.test(shape) ? fromCodePoints(receiver.items) : undefined;
  },
  unpack1: ({ receiver, args }) =>
    getTexts(args[0])[0] === 'm' && receiver ? mapText(receiver, decodeBase64) : undefined,
  charCodeAt: ({ receiver, args }) => {
    const at = args[0]?.kind === 'number' ? args[0].number : 0;
    const code = isKnownValue(receiver) ? getTexts(receiver)[0]!.charCodeAt(at) : Number.NaN;
    return Number.isNaN(code) ? unknownValue : { kind: 'number', number: code };
  },
  slice: ({ receiver, args }) => {
    const [from, to] = args.map((arg) => (arg.kind === 'number' ? arg.number : undefined));
    if (receiver?.kind === 'list') return createList(receiver.items.slice(from, to));
    return receiver?.kind === 'text' ? mapText(receiver, (known) => known.slice(from, to)) : undefined;
  },
  joinpath: ({ receiver, args }) => (receiver ? joinPathValues([receiver, ...args]) : undefined),
  hexdigest: () => unknownValue,
  call: ({ receiver, args, invoke }) => (receiver ? invoke(receiver, args) : undefined),
  apply: ({ receiver, args, invoke }) =>
    receiver ? invoke(receiver, getElements(args[1] ?? unknownValue)) : undefined,
  bind: ({ receiver }) => receiver,
  send: ({ receiver, args: [message, ...rest], invoke }) => {
    const [word] = getTexts(message);
    return message?.kind === 'text' && isKnownValue(message)
      ? invoke(createName(word!, receiver?.kind === 'name' ? undefined : receiver), rest)
      : undefined;
  },
};
