import { UNKNOWN } from '../deed.js';
import { fromBase64, fromHex, fromUrl, reversed, rot13, unpacked } from './decoding.js';
import { format, joinPath } from './operators.js';
import type { Call, Handler } from './speech.js';
import { alternatives, elements, isKnown, joined, list, mapped, name, texts, unknown, type Value } from './value.js';

const first = ({ args }: Call): Value => args[0] ?? unknown;
const fold =
  (change: (known: string) => string, which: (call: Call) => Value = first): Handler =>
  (call) =>
    mapped(which(call), change);
/** Methods of texts: anything else keeps its own. */
const method =
  (change: (known: string, call: Call) => string): Handler =>
  (call) =>
    call.self?.kind === 'text' ? mapped(call.self, (known) => change(known, call)) : undefined;

const characters = (values: readonly Value[]): Value =>
  joined(values.map((value) => (value.kind === 'number' ? alternatives([point(value.number)]) : unknown)));
const point = (code: number) => (code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN);
const flatten = (args: readonly Value[]) => args.flatMap((value) => (value.kind === 'list' ? value.items : [value]));
const same: Handler = (call) => (call.self?.kind === 'text' || call.self?.kind === 'list' ? call.self : undefined);
const split: Handler = (call) => {
  const [known] = texts(call.self);
  if (call.self?.kind !== 'text' || !isKnown(call.self)) return undefined;
  const between = call.args[0] ? texts(call.args[0])[0]! : undefined;
  if (between?.includes(UNKNOWN)) return list([unknown]);
  const parts = between === undefined ? known!.trim().split(/\s+/) : known!.split(between);
  return list(parts.slice(0, 4096).map((part) => alternatives([part])));
};
const replace = method((known, { args }) => {
  const [from, to] = args.map((arg) => texts(arg)[0]!);
  return from === undefined || from.includes(UNKNOWN) ? UNKNOWN : known.replaceAll(from, to ?? '');
});
/** A text by the name of its encoding; an encoding of characters changes nothing here. */
export function decodeAs(value: Value, encoding: string): Value {
  const kind = encoding.toLowerCase().replace(/[-_]/g, '');
  const table: Readonly<Record<string, (known: string) => string>> = {
    base64: fromBase64,
    hex: fromHex,
    rot13,
    zlib: unpacked,
  };
  return Object.hasOwn(table, kind) ? mapped(value, table[kind]!) : value;
}

/** Functions whose name alone tells what they make of texts, in any language. */
export const genericFunctions: Readonly<Record<string, Handler>> = {
  chr: ({ args }) => characters(args),
  fromCharCode: ({ args }) => characters(args),
  fromCodePoint: ({ args }) => characters(args),
  bytes: ({ args }) => (args[0]?.kind === 'list' ? characters(args[0].items) : args[0]),
  bytearray: ({ args }) => (args[0]?.kind === 'list' ? characters(args[0].items) : args[0]),
  ord: ({ args }) => {
    const [letter] = texts(args[0]);
    return isKnown(args[0]) && letter ? { kind: 'number', number: letter.codePointAt(0)! } : unknown;
  },
  int: ({ args }) => {
    const [base] = texts(args[1]);
    const value = Number.parseInt(texts(args[0])[0]!, args[1] ? Number(base) : 10);
    return Number.isNaN(value) ? unknown : { kind: 'number', number: value };
  },
  str: first,
  String: first,
  strval: first,
  list: first,
  sorted: first,
  tuple: first,
  iter: first,
  b64decode: fold(fromBase64),
  urlsafe_b64decode: fold((known) => fromBase64(known.replaceAll('-', '+').replaceAll('_', '/'))),
  decodebytes: fold(fromBase64),
  b16decode: fold(fromHex),
  a2b_base64: fold(fromBase64),
  base64_decode: fold(fromBase64),
  decode_base64: fold(fromBase64),
  decode64: fold(fromBase64),
  strict_decode64: fold(fromBase64),
  urlsafe_decode64: fold(fromBase64),
  atob: fold(fromBase64),
  unhexlify: fold(fromHex),
  a2b_hex: fold(fromHex),
  fromhex: fold(fromHex),
  hex2bin: fold(fromHex),
  decompress: fold(unpacked),
  gzinflate: fold(unpacked),
  gzuncompress: fold(unpacked),
  gzdecode: fold(unpacked),
  inflateSync: fold(unpacked),
  gunzipSync: fold(unpacked),
  str_rot13: fold(rot13),
  strrev: fold(reversed),
  reversed: ({ args }) => list([...elements(args[0] ?? unknown)].reverse()),
  reverse: ({ args }) =>
    args[0]?.kind === 'list' ? list([...args[0].items].reverse()) : args[0] ? mapped(args[0], reversed) : unknown,
  scalar: first,
  strtolower: fold((known) => known.toLowerCase()),
  strtoupper: fold((known) => known.toUpperCase()),
  lc: fold((known) => known.toLowerCase()),
  uc: fold((known) => known.toUpperCase()),
  trim: fold((known) => known.trim()),
  unescape: fold(fromUrl),
  unquote: fold(fromUrl),
  urldecode: fold(fromUrl),
  rawurldecode: fold(fromUrl),
  decodeURIComponent: fold(fromUrl),
  decodeURI: fold(fromUrl),
  join: ({ args: [between, ...rest] }) => joined(flatten(rest), texts(between)[0]),
  implode: ({ args: [between, ...rest] }) => joined(flatten(rest), texts(between)[0]),
  sprintf: ({ args: [shape, ...rest] }) => format(shape ?? unknown, rest),
  map: ({ args: [mapper, values], invoke }) =>
    mapper && values
      ? list(
          elements(values)
            .slice(0, 4096)
            .map((value) => invoke(mapper, [value])),
        )
      : undefined,
  expanduser: first,
  expandvars: fold((known) => known.replace(/^\$\{?HOME\}?/, '~')),
  abspath: first,
  realpath: first,
  normpath: first,
  fspath: first,
  compile: first,
};

/** Methods of texts and lists whose name alone tells what they do. */
export const genericMethods: Readonly<Record<string, Handler>> = {
  join: ({ self, args }) =>
    self?.kind === 'list'
      ? joined(self.items, args[0] ? texts(args[0])[0] : '')
      : self?.kind === 'text'
        ? joined(elements(args[0] ?? unknown), texts(self)[0])
        : undefined,
  split,
  replace: (call) => (call.args.length >= 2 ? replace(call) : undefined),
  replaceAll: replace,
  gsub: replace,
  lower: method((known) => known.toLowerCase()),
  upper: method((known) => known.toUpperCase()),
  downcase: method((known) => known.toLowerCase()),
  upcase: method((known) => known.toUpperCase()),
  toLowerCase: method((known) => known.toLowerCase()),
  toUpperCase: method((known) => known.toUpperCase()),
  strip: method((known) => known.trim()),
  chomp: method((known) => known.trim()),
  trim: method((known) => known.trim()),
  rstrip: method((known) => known.trimEnd()),
  lstrip: method((known) => known.trimStart()),
  reverse: ({ self }) =>
    self?.kind === 'list'
      ? list([...self.items].reverse())
      : self?.kind === 'text'
        ? mapped(self, reversed)
        : undefined,
  decode: ({ self, args }) => (self?.kind === 'text' ? decodeAs(self, args[0] ? texts(args[0])[0]! : '') : self),
  encode: (call) => same(call),
  toString: (call: Call) => (call.self?.kind === 'text' || call.self?.kind === 'content' ? call.self : undefined),
  to_s: same,
  to_str: same,
  to_sym: same,
  chars: ({ self }) => (self?.kind === 'text' ? list(elements(self)) : undefined),
  bytes: same,
  concat: ({ self, args }) =>
    self?.kind === 'list'
      ? list([...self.items, ...flatten(args)])
      : self?.kind === 'text'
        ? joined([self, ...args])
        : undefined,
  format: ({ self, args, named }) => (self?.kind === 'text' ? format(self, args, named) : undefined),
  pack: ({ self, args }) => {
    const shape = texts(args[0])[0]!;
    if (self?.kind !== 'list') return undefined;
    if (/^H/.test(shape)) return mapped(self.items[0] ?? unknown, fromHex);
    return /^[cCU]/.test(shape) ? characters(self.items) : undefined;
  },
  unpack1: ({ self, args }) => (texts(args[0])[0] === 'm' && self ? mapped(self, fromBase64) : undefined),
  charCodeAt: ({ self, args }) => {
    const at = args[0]?.kind === 'number' ? args[0].number : 0;
    const code = isKnown(self) ? texts(self)[0]!.charCodeAt(at) : Number.NaN;
    return Number.isNaN(code) ? unknown : { kind: 'number', number: code };
  },
  slice: ({ self, args }) => {
    const [from, to] = args.map((arg) => (arg.kind === 'number' ? arg.number : undefined));
    if (self?.kind === 'list') return list(self.items.slice(from, to));
    return self?.kind === 'text' ? mapped(self, (known) => known.slice(from, to)) : undefined;
  },
  joinpath: ({ self, args }) => (self ? joinPath([self, ...args]) : undefined),
  hexdigest: () => unknown,
  call: ({ self, args, invoke }) => (self ? invoke(self, args) : undefined),
  apply: ({ self, args, invoke }) => (self ? invoke(self, elements(args[1] ?? unknown)) : undefined),
  bind: ({ self }) => self,
  send: ({ self, args: [message, ...rest], invoke }) => {
    const [word] = texts(message);
    return message?.kind === 'text' && isKnown(message)
      ? invoke(name(word!, self?.kind === 'name' ? undefined : self), rest)
      : undefined;
  },
};
