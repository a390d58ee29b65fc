/** A parsed value, laid out for comparing others with it: an object is its names and their values, a list is without names. */
export type Pattern = string | number | boolean | null | undefined | { names: string[] | undefined; values: Pattern[] };

export function patternOf(value: unknown): Pattern {
  if (typeof value !== 'object' || value === null) return value as Pattern;
  if (Array.isArray(value)) return { names: undefined, values: value.map(patternOf) };
  return { names: Object.keys(value), values: Object.values(value).map(patternOf) };
}

/**
 * Whether a parsed value has the same JSON text as the one that the pattern is of, without writing it: equal names in equal order, equal
 * values. It is asked for every message of every request, so it makes no objects.
 */
export function sameJson(pattern: Pattern, value: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return pattern === value;
  if (typeof value !== 'object' || value === null) return false;
  const { names, values } = pattern;
  if (names === undefined) {
    if (!Array.isArray(value) || value.length !== values.length) return false;
    for (let i = 0; i < values.length; i++) if (!sameJson(values[i], value[i])) return false;
    return true;
  }
  if (Array.isArray(value)) return false;
  let i = 0;
  for (const name in value) {
    if (name !== names[i] || !sameJson(values[i], (value as Record<string, unknown>)[name])) return false;
    i += 1;
  }
  return i === names.length;
}
