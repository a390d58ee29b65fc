import type { ExpandedWord } from '../../invocation.js';
import { decodePrintfEscapes } from '../syntax/format_printf.js';
import { fillFormat } from './format_outputs.js';

const DIRECTIVE = /%%|%[-+ #0]*\d*(?:\.\d*)?(?:[ABCT][\w@+]|[A-Za-z])/g;

/** Returns the output of `find` below a root, and passes what its actions write to `write`. */
export function formatFoundPaths(
  tests: readonly ExpandedWord[],
  found: readonly string[],
  root: string,
  write: (path: string, text: string) => void,
): string {
  const names = found.map((path) => `${path}\n`).join('');
  const printed: string[] = [];
  for (const [at, { text }] of tests.entries()) {
    const [next, behind] = tests.slice(at + 1, at + 3).map((word) => word.text);
    if (next === undefined) continue;
    const told = (format: string) => found.map((path) => formatFoundPath(format, path, root)).join('');
    if (text === '-printf') printed.push(told(next));
    else if (text === '-fprintf') write(next, told(behind ?? ''));
    else if (/^-f(?:print0?|ls)$/.test(text)) write(next, names);
  }
  return printed.length > 0 ? printed.join('') : names;
}

const formatFoundPath = (format: string, path: string, root: string): string =>
  fillFormat(decodePrintfEscapes(format), DIRECTIVE, (found) =>
    found === '%p' ? path : found === '%H' ? root : undefined,
  );
