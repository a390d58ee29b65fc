import type { Execution } from '../../record/events.js';

const MAX = 300;

/**
 * The line of a failed command's output that says most: the first that speaks of an error, on standard error before
 * standard output; else the last. At most 300 characters; empty when nothing was printed.
 */
export function tellingLine({ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>): string {
  const lines = [stderr, stdout].map(({ head, tail }) =>
    `${head}\n${tail}`
      .split(/[\r\n]+/)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  );
  const telling = lines.flat().find((line) => SPEAKS_OF_ERROR.test(line));
  return (telling ?? lines.find((some) => some.length > 0)?.at(-1) ?? '').slice(0, MAX).toWellFormed();
}

// npm says "npm error code E404" before the line that says what is wrong.
const SPEAKS_OF_ERROR =
  /^(?!npm (error|ERR!) (code|errno|syscall) ).*(\berr(or)?\b|\bfatal\b|not found|no such|unknown|cannot|denied)/i;
