import type { Word } from '../deed.js';
import { filledIn } from './formats.js';
import { unescaped } from './printf.js';

const DIRECTIVE = /%%|%[-+ #0]*\d*(?:\.\d*)?(?:[ABCT][\w@+]|[A-Za-z])/g;

/**
 * Tells what `find` prints of the paths that it finds below a root, and writes the files that its tests name.
 *
 * @param write takes the path of such a file, and its text
 */
export function tellFound(
  tests: readonly Word[],
  found: readonly string[],
  root: string,
  write: (path: string, text: string) => void,
): string {
  const names = found.map((path) => `${path}\n`).join('');
  const printed: string[] = [];
  for (const [at, { text }] of tests.entries()) {
    const [next, behind] = tests.slice(at + 1, at + 3).map((word) => word.text);
    if (next === undefined) continue;
    const told = (format: string) => found.map((path) => lineOf(format, path, root)).join('');
    if (text === '-printf') printed.push(told(next));
    else if (text === '-fprintf') write(next, told(behind ?? ''));
    else if (/^-f(?:print0?|ls)$/.test(text)) write(next, names);
  }
  return printed.length > 0 ? printed.join('') : names;
}

const lineOf = (format: string, path: string, root: string): string =>
  filledIn(unescaped(format), DIRECTIVE, (found) => (found === '%p' ? path : found === '%H' ? root : undefined));
