/**
 * JSON that others wrote. What nests very deep can be parsed, but whoever writes it out again or walks over it runs out of stack; so it is
 * not let in.
 */

/** Levels of arrays and objects. No request or answer of a client that works is nearly as deep. */
export const MAX_DEPTH = 200;

/** Parses a text; undefined = it is no JSON, or nests too deep. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // what is short cannot be deep: each level has two brackets
    return text.length > 2 * MAX_DEPTH && tooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The value of a text that is JSON, else the text itself. */
export function jsonOrText(text: string): unknown {
  return parseJson(text) ?? text;
}

/** Whether a value nests deeper than `MAX_DEPTH`. */
export const tooDeep = (value: unknown): boolean => countValues(value) === undefined;

/** How many values a value is made of; undefined = it nests deeper than `MAX_DEPTH`. Walks level by level, not by recursion. */
export function countValues(value: unknown): number | undefined {
  let level: unknown[] = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return undefined;
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
