import type { JsonObject } from './dialect.js';

/** Readers for fields of untrusted JSON. A value of the wrong type counts as absent. */

const emptyObject: JsonObject = Object.freeze({});

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : emptyObject);

const toJsonList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toJsonObjects = (value: unknown): JsonObject[] => toJsonList(value).filter(isJsonObject);

/** Returns a text that is not empty, else undefined. */
export const toNonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns a whole number from 0 on, else null. */
export const toWholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const MAX_NAME = 256;

/** Returns a name that is short enough for a record, of a model or a session; else undefined. */
export const toShortName = (value: unknown): string | undefined => {
  const name = toNonEmptyText(value);
  return name !== undefined && name.length <= MAX_NAME ? name : undefined;
};

const MAX_MESSAGE = 2_000;

/**
 * Formats an error object: its type and message, bounded.
 *
 * @returns undefined if it is no error
 */
export function formatErrorObject(error: unknown): string | undefined {
  if (typeof error === 'string') return error.slice(0, MAX_MESSAGE) || undefined;
  if (!isJsonObject(error)) return undefined;
  const kind = [error.type, error.status, error.code]
    .map(toNonEmptyText)
    .find((kind_text) => kind_text !== undefined && kind_text !== 'error');
  const text = toNonEmptyText(error.message) ?? toNonEmptyText(error.detail) ?? 'an error without a message';
  return (kind === undefined ? text : `${kind}: ${text}`).slice(0, MAX_MESSAGE);
}
