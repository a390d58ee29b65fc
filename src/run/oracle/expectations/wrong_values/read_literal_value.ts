import type { LiteralLeaf, Tolerance } from '../assertions/decided_assertion.js';

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07', '0': '\0' };

/** Reads the value of a number or a string of JavaScript or Python; undefined if it cannot be told. */
export function readLiteralValue(text: string, type: LiteralLeaf['type']): number | string | undefined {
  if (type === 'number') return readNumber(text);
  if (type === 'word') return splitQuotes(text, type)!.body;
  return type === 'string' ? readString(text) : undefined;
}

function readNumber(text: string): number | undefined {
  const plain = text.replaceAll('_', '').replace(/n$/, '');
  if (/^0\d/.test(plain) || !/\d/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Quotes of a literal with what stands before them, and its text as written. */
interface QuotedText {
  open: string;
  body: string;
  close: string;
}

/** Splits a literal into its quotes and its text as written; undefined if it is another literal. */
export function splitQuotes(text: string, type: LiteralLeaf['type'] = 'string'): QuotedText | undefined {
  if (type === 'word' && !/^["']/.test(text)) return { open: '', body: text, close: '' };
  const [, open, close, body] = /^([a-zA-Z]{0,2}("""|'''|["'`]))(.*)\2$/s.exec(text) ?? [];
  return open === undefined ? undefined : { open, body: body!, close: close! };
}

function readString(text: string): string | undefined {
  const quoted = splitQuotes(text);
  if (!quoted) return undefined;
  if (/^[bB]?[rR]/.test(quoted.open)) return quoted.body;
  let isKnown = true;
  const value = quoted.body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|\r?\n|([\s\S]))/g,
    (_, x?: string, u?: string, point?: string, one?: string) => {
      const code = x ?? u ?? point;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
      if (one !== undefined && /[1-9NUux]/.test(one)) isKnown = false;
      return one === undefined ? '' : (ESCAPES[one] ?? one);
    },
  );
  return isKnown ? value : undefined;
}

/** Reads a text as code could compare it: without regard to case, blanks and forms of characters. */
const normalize = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Tells whether no value can be equal to both of two literals of one type, even where equality is loose: 1 and 1.0, or
 * '5' and '5.0'.
 */
export function excludesOther(
  one: string,
  other: string,
  type: LiteralLeaf['type'],
  tolerance: Tolerance = { absolute: 0, relative: 0 },
): boolean {
  const [a, b] = [readLiteralValue(one, type), readLiteralValue(other, type)];
  if (a === undefined || b === undefined) return false;
  if (typeof a === 'number' || typeof b === 'number') {
    const reach = tolerance.absolute + tolerance.relative * (Math.abs(Number(a)) + Math.abs(Number(b)));
    return Math.abs(Number(a) - Number(b)) > 2 * reach;
  }
  return normalize(a) !== normalize(b) && !(Number(a) === Number(b));
}
