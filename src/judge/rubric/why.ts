/**
 * One short line for a reader, from text that may come from an agent or a log: control characters and line breaks become
 * spaces, and it is cut on a code point.
 */
export function oneLine(text: string, longest = 200): string {
  // Cut first: a hostile log line may be megabytes long.
  const line = text
    .slice(0, longest * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length <= longest ? line : `${points.slice(0, longest - 1).join('')}…`;
}

/** "1 test", "2 tests". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds as seconds for a reader. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** " (and 2 more)" after the first of `count`; nothing when it is the only one. */
export function andMore(count: number): string {
  return count > 1 ? ` (and ${count - 1} more)` : '';
}
