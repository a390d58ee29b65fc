/**
 * Converts text of an agent or a log to one short line. Control characters and line breaks become spaces. The line is
 * cut at a code point.
 */
export function toOneLine(text: string, longest = 200): string {
  // Cut first: a hostile log line may be megabytes long.
  const line = text
    .slice(0, longest * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= longest ? line : `${points.slice(0, longest - 1).join('')}…`;
}

/** Formats a count with its noun: "1 test", "2 tests". */
export function pluralise(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats milliseconds as seconds. */
export function formatSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** Formats the rest after the first of `count`: " (and 2 more)". Empty if it is the only one. */
export function formatRemainder(count: number): string {
  return count > 1 ? ` (and ${count - 1} more)` : '';
}
