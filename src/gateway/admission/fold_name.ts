import { isJsonObject, type JsonObject } from '../dialects/dialect.js';

/** Maximum length of a name that is folded; no checked name is longer. */
const LONGEST = 64;
/** Maximum number of folded names in the cache. */
const KEPT = 4096;
const foldedNames = new Map<string, string>();

/**
 * Folds a name as lenient parsers do: `maxTokens`, `Max_Tokens` and `max_tokens` become equal. `ſ` and the Kelvin sign
 * become s and k.
 */
export function foldName(name: string): string {
  if (name.length > LONGEST) return name;
  let folded = foldedNames.get(name);
  if (folded === undefined) {
    folded = foldCase(name).replace(/[_-]/g, '');
    if (foldedNames.size < KEPT) foldedNames.set(name, folded);
  }
  return folded;
}

/** Folds the case of a name as lenient parsers do. */
export const foldCase = (name: string): string => name.toUpperCase().toLowerCase();

/** Returns the values under a name in any spelling; null values are left out. */
export function getValuesByName(object: JsonObject, name: string): unknown[] {
  const folded = foldName(name);
  return Object.keys(object)
    .filter((key) => foldName(key) === folded)
    .map((key) => object[key])
    .filter((value) => (value ?? null) !== null);
}

/** Fields whose own fields servers treat like fields of the body. */
export const WRAPPER_FIELDS = ['generateContentRequest', 'extra_body', 'google', 'providerOptions', 'gateway'];

/** Collects a body and the wrapper objects whose fields count like its own. */
export function collectBodies(body: JsonObject): JsonObject[] {
  const inner = WRAPPER_FIELDS.flatMap((name) => getValuesByName(body, name)).filter(isJsonObject);
  return [body, ...inner.flatMap(collectBodies)];
}
