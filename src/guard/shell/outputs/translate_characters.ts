import { decodePrintfEscapes } from '../syntax/format_printf.js';

const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': 'A-Za-z0-9',
  '[:space:]': ' \\t\\n\\r\\f\\v',
};

/** Returns the output of `tr` for a text; undefined if it is not evaluated. */
export function translateCharacters(text: string, args: readonly string[]): string | undefined {
  const options = args.filter((arg) => /^-[cCdst]+$/.test(arg)).join('');
  const [from, to] = args.filter((arg) => !/^-[cCdst]+$/.test(arg)).map(expandCharacterSet);
  if (from === undefined || /[cCs]/.test(options)) return undefined;
  if (options.includes('d')) return [...text].filter((c) => !from.includes(c)).join('');
  if (to === undefined || to.length === 0) return undefined;
  const table = new Map(from.map((c, at) => [c, to[Math.min(at, to.length - 1)]!]));
  return [...text].map((c) => table.get(c) ?? c).join('');
}

/** Expands a character set of `tr`: ranges, classes, escapes. */
function expandCharacterSet(set: string): string[] {
  const plain = decodePrintfEscapes(set.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? ''));
  const found: string[] = [];
  const given = [...plain];
  for (let at = 0; at < given.length && found.length < 1024; at += 1) {
    const [first, last] = [given[at]!.codePointAt(0)!, given[at + 2]?.codePointAt(0)];
    if (given[at + 1] === '-' && last !== undefined && last >= first && last - first < 256) {
      for (let code = first; code <= last; code += 1) found.push(String.fromCodePoint(code));
      at += 2;
    } else found.push(given[at]!);
  }
  return found;
}
