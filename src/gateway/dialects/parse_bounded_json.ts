/**
 * Parsing of untrusted JSON. Very deep JSON can be parsed, but serialising or walking it exhausts the stack; so it is
 * rejected.
 */

/** Maximum nesting of arrays and objects. No working client comes near it. */
const MAX_JSON_DEPTH = 200;

/**
 * Parses a text.
 *
 * @returns undefined if it is no JSON, or nests too deep
 */
export function parseBoundedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A short text cannot be deep: each level has two brackets.
    return text.length > 2 * MAX_JSON_DEPTH && isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Parses a text as JSON, or returns the text itself. */
export function parseJsonOrText(text: string): unknown {
  return parseBoundedJson(text) ?? text;
}

/** Returns true if a value nests deeper than `MAX_JSON_DEPTH`. */
export const isTooDeep = (value: unknown): boolean => countJsonValues(value) === undefined;

/**
 * Counts the values that a value consists of, level by level, without recursion.
 *
 * @returns undefined if it nests deeper than `MAX_JSON_DEPTH`
 */
export function countJsonValues(value: unknown): number | undefined {
  let level: unknown[] = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return undefined;
    const below: unknown[] = [];
    for (const at of level) {
      if (typeof at !== 'object' || at === null) continue;
      const children = Array.isArray(at) ? at : Object.values(at);
      values += children.length;
      for (const child of children) if (typeof child === 'object' && child !== null) below.push(child);
    }
    level = below;
  }
  return values;
}
