/** Parsed value in a form for fast comparison: names and values of an object, values of a list. */
export type JsonPattern =
  | string
  | number
  | boolean
  | null
  | undefined
  | { names: string[] | undefined; values: JsonPattern[] };

export function toJsonPattern(value: unknown): JsonPattern {
  if (typeof value !== 'object' || value === null) return value as JsonPattern;
  if (Array.isArray(value)) return { names: undefined, values: value.map(toJsonPattern) };
  return { names: Object.keys(value), values: Object.values(value).map(toJsonPattern) };
}

/**
 * Returns true if a value has the same JSON text as the pattern: equal names in equal order, equal values. It allocates
 * nothing, since it runs for every message of every request.
 */
export function matchesJsonPattern(pattern: JsonPattern, value: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return pattern === value;
  if (typeof value !== 'object' || value === null) return false;
  const { names, values } = pattern;
  if (names === undefined) {
    if (!Array.isArray(value) || value.length !== values.length) return false;
    for (let i = 0; i < values.length; i++) if (!matchesJsonPattern(values[i], value[i])) return false;
    return true;
  }
  if (Array.isArray(value)) return false;
  let i = 0;
  for (const name in value) {
    if (name !== names[i] || !matchesJsonPattern(values[i], (value as Record<string, unknown>)[name])) return false;
    i += 1;
  }
  return i === names.length;
}
