import { UNKNOWN, UNREAD, unevaluated, unknownFor } from '../deed.js';
import { MAX_LENGTH } from './budget.js';
import { content, fileOutputs, writeInput, writtenText } from './file_outputs.js';
import { formats } from './formats.js';
import type { Call, Machine } from './machine.js';
import { has, splitOptions, valuesOf } from './options.js';
import { pathOutputs } from './path_outputs.js';
import { printed, unescaped } from './printf.js';
import { translated } from './text_filters.js';
import { toldPrograms } from './told_programs.js';

/** What a program prints, where its arguments and its input tell; UNKNOWN stands for the rest. */
export function outputOf(call: Call, machine: Machine): string {
  const print = Object.hasOwn(PRINTS, call.program) ? PRINTS[call.program] : undefined;
  const text = print ? print(call, machine) : FILTERS.has(call.program) ? filtered(call, machine) : UNKNOWN;
  if (text.length > MAX_LENGTH) return UNREAD;
  machine.budget.spend(text.length >> 6);
  return text;
}

/** So many files of one filter are looked at. */
const MAX_FILES = 16;

type Print = (call: Call, machine: Machine) => string;

const texts = ({ args }: Call) => args.map(({ text }) => text);

const silent: Print = () => '';

/** A filter over known text; one that meets unknown text prints what nobody knows. */
const filter =
  (change: (text: string, options: ReturnType<typeof splitOptions>) => string | undefined, short = ''): Print =>
  (call, machine) => {
    const split = splitOptions(call.args, { short, permuted: true });
    const text = content(call, machine, split.operands);
    return text.includes(UNKNOWN) ? unknownFor(text) : (change(text, split) ?? UNREAD);
  };

/** A filter that prints some of the lines that it reads: of those not wholly known, any. */
const selection =
  (choose: (text: string, options: ReturnType<typeof splitOptions>) => string | undefined, short = ''): Print =>
  (call, machine) => {
    const split = splitOptions(call.args, { short, permuted: true });
    const text = content(call, machine, split.operands);
    return text.includes(UNKNOWN) ? text : (choose(text, split) ?? UNREAD);
  };

function echoed(call: Call): string {
  const words = texts(call);
  let at = 0;
  while (/^-[neE]+$/.test(words[at] ?? '')) at += 1;
  const options = words.slice(0, at).join('');
  const text = words.slice(at).join(' ');
  return (options.includes('e') ? unescaped(text) : text) + (options.includes('n') ? '' : '\n');
}

const decoded = (encoding: 'base64' | 'hex', text: string): string => {
  const plain = text.replace(/\s+/g, '');
  const valid = encoding === 'hex' ? /^[\da-f]*$/i : /^[\w+/=-]*$/;
  return valid.test(plain) ? Buffer.from(plain, encoding).toString('utf8') : UNREAD;
};

const base64: Print = filter(
  (text, { options }) =>
    has(options, 'd', 'D', 'decode') ? decoded('base64', text) : `${Buffer.from(text).toString('base64')}\n`,
  'w',
);

const base32 = filter((text, { options }) => {
  if (!has(options, 'd', 'decode')) return undefined;
  const bits = [...text.replace(/[\s=]/g, '')].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('utf8');
});

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

const head = (last: boolean) =>
  selection((text, { options }) => {
    const numbered = options.map(({ name }) => name).join('');
    const count = (value: string | undefined) => (/^\d{1,6}$/.test(value ?? '') ? Number(value) : undefined);
    const bytes = valuesOf(options, 'c', 'bytes')[0]?.text;
    if (bytes !== undefined) {
      const n = count(bytes);
      return n === undefined ? undefined : last ? text.slice(-n) : text.slice(0, n);
    }
    const lines = valuesOf(options, 'n', 'lines')[0]?.text ?? (/^\d+$/.test(numbered) ? numbered : '10');
    if (last && /^\+\d+$/.test(lines))
      return `${linesOf(text)
        .slice(Number(lines) - 1)
        .join('\n')}\n`;
    const n = count(lines);
    if (n === undefined) return undefined;
    return `${(last ? linesOf(text).slice(-n) : linesOf(text).slice(0, n)).join('\n')}\n`;
  }, 'cn');

const cut = filter((text, { options }) => {
  const [list] = valuesOf(options, 'c', 'b', 'f');
  const range = /^(\d*)(-?)(\d*)$/.exec(list?.text ?? '');
  if (!range) return undefined;
  const from = Math.max(1, Number(range[1] || 1));
  const to = range[2] === '' ? from : Number(range[3] || MAX_LENGTH);
  const delimiter = valuesOf(options, 'd')[0]?.text ?? '\t';
  const fields = has(options, 'f');
  return linesOf(text)
    .map((line) =>
      fields
        ? line
            .split(delimiter)
            .slice(from - 1, to)
            .join(delimiter)
        : line.slice(from - 1, to),
    )
    .map((line) => `${line}\n`)
    .join('');
}, 'cbfd');

function sorted(text: string, { options }: ReturnType<typeof splitOptions>): string | undefined {
  if (options.some(({ name }) => !/^(?:[unro]|unique|numeric-sort|reverse|output)$/.test(name))) return undefined;
  const lines = linesOf(text);
  if (has(options, 'n', 'numeric-sort'))
    lines.sort((a, b) => (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0));
  else lines.sort();
  if (has(options, 'r', 'reverse')) lines.reverse();
  return `${(has(options, 'u', 'unique') ? [...new Set(lines)] : lines).join('\n')}\n`;
}

const SORT = { short: 'oktST', long: ['output'], permuted: true };

/** `awk '{print $2}'`, which is what awk is mostly asked for. */
const field: Print = (call, machine) => {
  const text = call.place.stdin?.left ?? '';
  const { options, operands } = splitOptions(call.args, { short: 'Fv' });
  const program = /^\s*\{\s*print\s*(?:\$(\d|NF))?\s*;?\s*\}\s*$/.exec(operands[0]?.text ?? '');
  const separator = valuesOf(options, 'F')[0]?.text;
  const plain = operands.length === 1 && (separator === undefined || /^[^\\.*+?[\]^$|()]$/.test(separator));
  if (text === '' || text.includes(UNKNOWN) || !plain || !program) return filtered(call, machine);
  const column = program[1];
  return linesOf(text)
    .map((line) => {
      const pieces = separator === undefined || separator === ' ' ? line.trim().split(/\s+/) : line.split(separator);
      const at = column === 'NF' ? pieces.length : Number(column ?? 0);
      return `${at === 0 ? line : (pieces[at - 1] ?? '')}\n`;
    })
    .join('');
};

const located: Print = ({ args }) => {
  const { operands } = splitOptions(args, { permuted: true });
  return operands.map(({ text }) => (text.includes('/') ? text : `/usr/bin/${text}`)).join('\n');
};

/** Programs that make other text of what they read, which is not evaluated here. */
const FILTERS = new Set(
  `yq fold fmt nl column paste join expand unexpand iconv basenc uudecode uuencode qprint openssl gunzip zcat bzcat
   xzcat gzip bzip2 bunzip2 xz unxz zstd unzstd lz4 m4 cpp envsubst recode rot13 pr csplit od hexdump hd ul colrm col
   ascii2uni uni2ascii perl ruby pv mbuffer bc dc shuf column look comm tsort ptx nkf cut colrm`.split(/\s+/),
);

/** What a filter prints that is not evaluated: known text may have been hidden in its input, or in a file that it is given. */
function filtered(call: Call, machine: Machine): string {
  const files = splitOptions(call.args, { permuted: true }).operands.slice(0, MAX_FILES);
  const read = files.map(({ text }) => writtenText(text, call, machine) ?? '');
  const texts = [call.place.stdin?.left ?? '', ...read].filter((text) => text !== '');
  return texts.some((text) => unevaluated(text) === UNREAD) ? UNREAD : UNKNOWN;
}

/** Programs whose output can be told. */
const PRINTS: Readonly<Record<string, Print>> = {
  echo: echoed,
  printf: (call) => printed(texts(call)),
  cat: (call, machine) => content(call, machine, splitOptions(call.args, { permuted: true }).operands),
  base64,
  base32,
  openssl: (call, machine) => {
    const [how, ...rest] = texts(call);
    const decodes =
      (how === 'base64' || (how === 'enc' && rest.some((arg) => /^-(base64|a)$/.test(arg)))) && rest.includes('-d');
    const text = decodes ? content(call, machine, []) : UNKNOWN;
    return text.includes(UNKNOWN) ? unknownFor(text) : decoded('base64', text);
  },
  xxd: filter((text, { options }) => (has(options, 'r') && has(options, 'p', 'ps') ? decoded('hex', text) : undefined)),
  rev: filter((text) =>
    linesOf(text)
      .map((line) => `${[...line].reverse().join('')}\n`)
      .join(''),
  ),
  tac: filter((text) =>
    linesOf(text)
      .reverse()
      .map((line) => `${line}\n`)
      .join(''),
  ),
  tr: (call) => {
    const text = call.place.stdin?.rest() ?? UNKNOWN;
    return text.includes(UNKNOWN) ? unknownFor(text) : (translated(text, texts(call)) ?? UNREAD);
  },
  head: head(false),
  tail: head(true),
  cut,
  sort: (call, machine) => {
    const { options } = splitOptions(call.args, SORT);
    const text = selection(sorted, SORT.short)(call, machine);
    const [path] = valuesOf(options, 'o', 'output');
    if (path) writeInput(path.text, text, call, machine);
    return path ? '' : text;
  },
  // Of equal lines some are left out.
  uniq: selection((text, { options }) => (has(options, 'c', 'count', 'f', 's', 'w') ? undefined : text)),
  awk: field,
  gawk: field,
  mawk: field,
  mktemp: ({ args }) => {
    const { options, operands } = splitOptions(args, { short: 'p', long: ['suffix'], permuted: true });
    const [folder] = valuesOf(options, 'p', 'tmpdir');
    const name = operands[0] ? operands[0].text.replace(/X{3,}/, UNKNOWN) : `tmp.${UNKNOWN}`;
    const inside = folder?.text ?? (operands[0] && !has(options, 't', 'tmpdir') ? undefined : '/tmp');
    return `${inside === undefined ? name : `${inside}/${name}`}\n`;
  },
  strings: filter((text) => text),
  // Named by a pattern: whatever it matches.
  ls: ({ args }) => {
    const { options, operands } = splitOptions(args, { permuted: true });
    if (!has(options, 'd', 'directory') || has(options, 'l') || operands.length === 0) return UNKNOWN;
    return operands.map(({ text }) => `${text.replaceAll('*', UNKNOWN)}\n`).join('');
  },
  yes: (call) => `${texts(call).join(' ') || 'y'}\n`.repeat(10),
  pwd: ({ scope }) => `${scope.value('PWD')}\n`,
  which: located,
  ...fileOutputs,
  ...formats,
  ...pathOutputs,
  ...toldPrograms,
  '[': silent,
  test: silent,
  true: silent,
  false: silent,
  ':': silent,
  rm: silent,
  mkdir: silent,
  touch: silent,
  chmod: silent,
  chown: silent,
  kill: silent,
  sleep: silent,
  wait: silent,
  exit: silent,
  return: silent,
  cp: silent,
  mv: silent,
  ln: silent,
};
