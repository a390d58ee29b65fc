import { isJsonObject, type JsonObject, toJsonObjects, toNonEmptyText, toWholeNumber } from './dialect.js';

/**
 * Checks by field name: true if the field's value is recorded under a typed property. Malformed fields are ignored when
 * parsing, but still forwarded unchanged.
 */
export type KnownFields = Readonly<Record<string, (value: unknown) => boolean>>;

/**
 * Collects every field that is not recorded under a typed property. Servers have parameters of their own, and a prompt
 * may be in any of them.
 */
export function collectParameters(body: JsonObject, known: KnownFields): Record<string, unknown> {
  const entries = Object.entries(body).filter(([name, value]) => !(Object.hasOwn(known, name) && known[name]?.(value)));
  return Object.fromEntries(entries);
}

/** Merges the fields of settings with those around them; duplicates stay under the name of the settings. */
export function mergeParameters(inner: Record<string, unknown>, name: string, outer: Record<string, unknown>) {
  const both = Object.entries(inner).filter(([field]) => Object.hasOwn(outer, field) || field === name);
  const alone = Object.entries(inner).filter(([field]) => !Object.hasOwn(outer, field) && field !== name);
  return Object.fromEntries([
    ...alone,
    ...Object.entries(outer),
    ...(both.length > 0 ? [[name, Object.fromEntries(both)]] : []),
  ]);
}

export const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
export const isFlagOrNull = (value: unknown): boolean => value === null || typeof value === 'boolean';
export const isLimitOrNull = (value: unknown): boolean => value === null || toWholeNumber(value) !== null;
export const isListOrNull = (value: unknown): boolean => value === null || Array.isArray(value);
export const isTextOrListOrNull = (value: unknown): boolean => isTextOrNull(value) || Array.isArray(value);

/**
 * Returns true if all tools are recorded one by one. A namespace is not recorded itself, so it may have no other
 * fields.
 */
export const isToolList = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every((each) => isJsonObject(each) && isListedTool(each)));

const NAMESPACE: ReadonlySet<string> = new Set(['type', 'name', 'tools']);

const isListedTool = (tool: JsonObject): boolean =>
  tool.type !== 'namespace' ||
  (toNonEmptyText(tool.name) !== undefined &&
    Object.keys(tool).every((name) => NAMESPACE.has(name)) &&
    isToolList(tool.tools));

/** Returns the same for Gemini, where each field of a tool is a type of its own, and functions are lists. */
export const isGeminiToolList = (value: unknown): boolean =>
  isToolList(value) &&
  toJsonObjects(value).every((tool) =>
    Object.entries(tool).every(([field, each]) => !FUNCTION_DECLARATIONS.test(field) || isToolList(each)),
  );

export const FUNCTION_DECLARATIONS = /^function_?declarations$/i;
