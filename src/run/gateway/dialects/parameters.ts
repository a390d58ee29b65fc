import type { JsonObject } from './dialect.js';
import { isObject, objectsOf, textOf, wholeOf } from './fields.js';

/** Whether a field is told elsewhere as it stands. What has another form than it should have is read as if it were not there, and is sent all the same. */
export type Told = Readonly<Record<string, (value: unknown) => boolean>>;

/** Every field of an object that is not told elsewhere: servers have parameters of their own, and a prompt may stand in any of them. */
export function parametersOf(body: JsonObject, told: Told): Record<string, unknown> {
  const kept = Object.entries(body).filter(([name, value]) => !(Object.hasOwn(told, name) && told[name]!(value)));
  return Object.fromEntries(kept);
}

/** Fields of settings beside those of what they are in; what both have stays under the name of the settings. */
export function beside(inner: Record<string, unknown>, name: string, outer: Record<string, unknown>) {
  const both = Object.entries(inner).filter(([field]) => Object.hasOwn(outer, field) || field === name);
  const alone = Object.entries(inner).filter(([field]) => !Object.hasOwn(outer, field) && field !== name);
  return Object.fromEntries([
    ...alone,
    ...Object.entries(outer),
    ...(both.length > 0 ? [[name, Object.fromEntries(both)]] : []),
  ]);
}

export const isText = (value: unknown): boolean => value === null || typeof value === 'string';
export const isFlag = (value: unknown): boolean => value === null || typeof value === 'boolean';
export const isLimit = (value: unknown): boolean => value === null || wholeOf(value) !== null;
export const isList = (value: unknown): boolean => value === null || Array.isArray(value);
export const isTextOrList = (value: unknown): boolean => isText(value) || Array.isArray(value);

/** Declarations that are listed one by one; a namespace of them is not listed itself, and may have words of its own. */
export const areTools = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every((each) => isObject(each) && isListed(each)));

const NAMESPACE: ReadonlySet<string> = new Set(['type', 'name', 'tools']);

const isListed = (tool: JsonObject): boolean =>
  tool.type !== 'namespace' ||
  (textOf(tool.name) !== undefined && Object.keys(tool).every((name) => NAMESPACE.has(name)) && areTools(tool.tools));

/** The same where each field of a tool is a kind of its own, and functions are lists. */
export const areKindsOfTools = (value: unknown): boolean =>
  areTools(value) &&
  objectsOf(value).every((tool) =>
    Object.entries(tool).every(([field, each]) => !DECLARATIONS.test(field) || areTools(each)),
  );

export const DECLARATIONS = /^function_?declarations$/i;
