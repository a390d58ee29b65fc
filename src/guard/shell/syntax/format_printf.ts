import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import { MAX_LINE_LENGTH } from '../model/reading_budget.js';

const { escapes } = vocabulary;

/** Returns texts as lines of an output. */
export const terminateLines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** Decodes the escapes of `echo -e` and `printf`. */
export function decodePrintfEscapes(text: string): string {
  return text.replace(forms.printf_escape, (_, hex, short, long, octal, letter) => {
    if (letter !== undefined) return escapes[letter] ?? (letter === '\\' ? '\\' : `\\${letter}`);
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long, 16) : Number.parseInt(octal, 8);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Formats the output of `printf`. The format is repeated while there are arguments. */
export function formatPrintf([format = '', ...args]: readonly string[]): string {
  if (format === '--') return formatPrintf(args);
  if (format.startsWith('-v')) return '';
  let text = '';
  let index = 0;
  do {
    const previous = index;
    text += fillPrintfFormat(format, () => args[index++] ?? '');
    if (index === previous) break;
  } while (index < args.length && text.length <= MAX_LINE_LENGTH);
  return text;
}

function fillPrintfFormat(format: string, next: () => string): string {
  return format.replace(forms.printf_directive, (whole, width, precision, kind) => {
    if (whole === '%%') return '%';
    if (kind === undefined) return decodePrintfEscapes(whole);
    if (width === '*') next();
    if (precision === '*') next();
    const value = next();
    if (value.includes(UNKNOWN_VALUE)) return value;
    if (kind === 'b') return decodePrintfEscapes(value);
    if (kind === 'c') return value.slice(0, 1);
    if (kind === 's') return /^\d+$/.test(precision ?? '') ? value.slice(0, Number(precision)) : value;
    const code = /^['"]/.test(value) ? (value.codePointAt(1) ?? 0) : Number(value || 0);
    if (!Number.isSafeInteger(code)) return UNKNOWN_VALUE;
    if (kind === 'x' || kind === 'X' || kind === 'o') return code.toString(kind === 'o' ? 8 : 16);
    return 'diu'.includes(kind) ? String(code) : UNKNOWN_VALUE;
  });
}
