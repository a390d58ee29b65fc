import { stripVTControlCharacters } from 'node:util';
import type { Execution } from './event.js';

const MAX_CHARACTERS = 300;

/**
 * Finds the most informative line of a failed command's output.
 *
 * It is the first that mentions an error, on standard error before standard output, else the last. At most 300
 * characters; empty if nothing was printed.
 */
export function findErrorLine({ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>): string {
  const lines = [stderr, stdout].map(({ head, tail }) =>
    `${head}\n${tail}`
      .split(/[\r\n]+/)
      .map((line) => stripVTControlCharacters(line).replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  );
  const telling = lines.flat().find((line) => ERROR_PATTERN.test(line));
  return (telling ?? lines.find((some) => some.length > 0)?.at(-1) ?? '').slice(0, MAX_CHARACTERS).toWellFormed();
}

// npm prints "npm error code E404" before the line with the actual error, Node the line that throws it.
const ERROR_PATTERN =
  /^(?!npm (?:error|ERR!) (?:code|errno|syscall) |.*\bthrow (?:new|err)|.*\bnew \w*Error\()(?:[\w.]*(?:Error|Exception)\b(?:\s*\[\w+\])?(?::|$)|.*(?:\berr(?:or)?\b|\bfatal\b|undefined reference|not found|no such|unknown|cannot|denied))/i;
