import { UNKNOWN } from '../deed.js';
import { MAX_LENGTH } from './budget.js';

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Escapes as `echo -e` and `printf` know them. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,
    (_, hex, short, long, octal, letter) => {
      if (letter !== undefined) return LETTERS[letter] ?? (letter === '\\' ? '\\' : `\\${letter}`);
      const code = octal === undefined ? Number.parseInt(hex ?? short ?? long, 16) : Number.parseInt(octal, 8);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** What `printf` prints: the format is used again while there are arguments. */
export function printed([format = '', ...args]: readonly string[]): string {
  if (format === '--') return printed(args);
  if (format.startsWith('-v')) return '';
  let text = '';
  let at = 0;
  do {
    const before = at;
    text += unescapedFormat(format, () => args[at++] ?? '');
    if (at === before) break;
  } while (at < args.length && text.length <= MAX_LENGTH);
  return text;
}

function unescapedFormat(format: string, next: () => string): string {
  return format.replace(
    /%%|%([-+ #0]*)(\d*|\*)(?:\.(\d+|\*))?([a-zA-Z])|\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3}|[\s\S])/g,
    (whole, _flags, width, precision, kind) => {
      if (whole === '%%') return '%';
      if (kind === undefined) return unescaped(whole);
      if (width === '*') next();
      if (precision === '*') next();
      const value = next();
      if (value.includes(UNKNOWN)) return value;
      if (kind === 'b') return unescaped(value);
      if (kind === 'c') return value.slice(0, 1);
      if (kind === 's') return /^\d+$/.test(precision ?? '') ? value.slice(0, Number(precision)) : value;
      const code = /^['"]/.test(value) ? (value.codePointAt(1) ?? 0) : Number(value || 0);
      if (!Number.isSafeInteger(code)) return UNKNOWN;
      if (kind === 'x' || kind === 'X' || kind === 'o') return code.toString(kind === 'o' ? 8 : 16);
      return 'diu'.includes(kind) ? String(code) : UNKNOWN;
    },
  );
}
