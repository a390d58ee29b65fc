/**
 * Milliseconds that a `Retry-After` header asks for: seconds, or a date. Undefined when there is none or it
 * cannot be read. A date that has passed is 0.
 */
export function retryAfterMs(header, now) {
  if (header === null || header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
