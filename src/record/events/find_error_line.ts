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
  const telling = lines.flat().find((line) => ERROR_PATTERN.test(line) && !NO_ERROR.test(line));
  return (telling ?? lines.find((some) => some.length > 0)?.at(-1) ?? '').slice(0, MAX_CHARACTERS).toWellFormed();
}

// npm prints "npm error code E404" before the line with the actual error, Node the line that throws it.
const NO_ERROR = /^npm (?:error|ERR!) (?:code|errno|syscall) |^npm warn |\bthrow (?:new|err)|\bnew \w*Error\(/i;

/** A kind of error at the beginning, or a word for one that is no part of the name of a file, package or platform. */
const ERROR_PATTERN =
  /^(?:Uncaught |E +|Caused by: |Exception in thread .{0,80}? )?[\w.]*(?:Error|Exception)\b(?:\s*\[\w+\])?(?::|$)|(?<![-/@.\w])(?:err(?:or)?|fatal)(?![-\w]|\.\w)|undefined reference|not found|no such|(?<![-\w])unknown(?![-\w])|cannot|denied/i;
