import type { JsonObject } from './dialect.js';

/** How fields of hostile JSON are read: what is of another type than it should be is as if it were not there. */

const nothing: JsonObject = Object.freeze({});

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : nothing);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): JsonObject[] => listOf(value).filter(isObject);

/** The text, where there is any. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A number of something, not negative. */
export const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const MAX_NAME = 256;

/** A name that fits into a record: of a model, a session. */
export const nameOf = (value: unknown): string | undefined => {
  const name = textOf(value);
  return name !== undefined && name.length <= MAX_NAME ? name : undefined;
};

const MAX_MESSAGE = 2_000;

/** What an error object says: its message with its type, bounded; undefined = it is no error. */
export function errorText(error: unknown): string | undefined {
  if (typeof error === 'string') return error.slice(0, MAX_MESSAGE) || undefined;
  if (!isObject(error)) return undefined;
  const kind = [error.type, error.status, error.code]
    .map(textOf)
    .find((said) => said !== undefined && said !== 'error');
  const said = textOf(error.message) ?? textOf(error.detail) ?? 'an error without a message';
  return (kind === undefined ? said : `${kind}: ${said}`).slice(0, MAX_MESSAGE);
}
