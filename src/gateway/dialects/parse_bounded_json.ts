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
    const next_level: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      const children = Array.isArray(node) ? node : Object.values(node);
      values += children.length;
      for (const child of children) if (typeof child === 'object' && child !== null) next_level.push(child);
    }
    level = next_level;
  }
  return values;
}
