import type { JsonObject } from './dialects/dialect.js';
import { isObject } from './dialects/fields.js';

/** Longer names are none of those that are looked for. */
const LONGEST = 64;
/** Names whose other form is remembered: bodies have few, and have them often. */
const KEPT = 4096;
const kept = new Map<string, string>();

/**
 * Returns a name as readers take it that tell neither cases nor styles apart: `maxTokens`, `Max_Tokens` and `max_tokens` are one. `ſ` and the Kelvin
 * sign are an s and a k to them.
 */
export function foldName(name: string): string {
  if (name.length > LONGEST) return name;
  let folded = kept.get(name);
  if (folded === undefined) {
    folded = foldCase(name).replace(/[_-]/g, '');
    if (kept.size < KEPT) kept.set(name, folded);
  }
  return folded;
}

/** Returns a name as readers take it that tell no cases apart. */
export const foldCase = (name: string): string => name.toUpperCase().toLowerCase();

/** Returns what stands under a name in an object, in whichever spellings; null is nothing. */
export function valuesNamed(object: JsonObject, name: string): unknown[] {
  const folded = foldName(name);
  return Object.keys(object)
    .filter((key) => foldName(key) === folded)
    .map((key) => object[key])
    .filter((value) => (value ?? null) !== null);
}

/** Fields whose own fields servers take as if they stood around them. */
export const WRAPPERS = ['generateContentRequest', 'extra_body', 'google', 'providerOptions', 'gateway'];

/** Returns a body, and the objects within it whose fields count like its own. */
export function bodiesIn(body: JsonObject): JsonObject[] {
  const inner = WRAPPERS.flatMap((name) => valuesNamed(body, name)).filter(isObject);
  return [body, ...inner.flatMap(bodiesIn)];
}
