/**
 * Returns a value of JSON whose texts have U+FFFD in place of half of a surrogate pair, which neither UTF-8 nor
 * canonical JSON can express.
 */
export function toWellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toWellFormedValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), toWellFormedValue(each)]));
}
