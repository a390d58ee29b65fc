import { vocabulary } from '../../vocabulary/vocabulary.js';
import { decodePrintfEscapes } from '../syntax/format_printf.js';

const classes: Readonly<Record<string, string>> = vocabulary.characterClasses;

/** Returns the output of `tr` for a text; undefined if it is not evaluated. */
export function translateCharacters(text: string, args: readonly string[]): string | undefined {
  const options = args.filter((arg) => /^-[cCdst]+$/.test(arg)).join('');
  const [start, end] = args.filter((arg) => !/^-[cCdst]+$/.test(arg)).map(expandCharacterSet);
  if (start === undefined || /[cCs]/.test(options)) return undefined;
  if (options.includes('d')) return [...text].filter((c) => !start.includes(c)).join('');
  if (end === undefined || end.length === 0) return undefined;
  const table = new Map(start.map((c, index) => [c, end[Math.min(index, end.length - 1)]!]));
  return [...text].map((c) => table.get(c) ?? c).join('');
}

/** Expands a character set of `tr`: ranges, classes, escapes. */
function expandCharacterSet(set: string): string[] {
  const plain = decodePrintfEscapes(set.replace(/\[:(\w+):\]/g, (_, name: string) => classes[name] ?? ''));
  const result: string[] = [];
  const value = [...plain];
  for (let index = 0; index < value.length && result.length < 1024; index += 1) {
    const [first, last] = [value[index]!.codePointAt(0)!, value[index + 2]?.codePointAt(0)];
    if (value[index + 1] === '-' && last !== undefined && last >= first && last - first < 256) {
      for (let code = first; code <= last; code += 1) result.push(String.fromCodePoint(code));
      index += 2;
    } else result.push(value[index]!);
  }
  return result;
}
