import { sha256 } from '../../../record/json/compute_digest.js';

/** Maximum bytes of arguments that an event holds whole. */
const WHOLE_BYTES = 8 * 1024;
/** Maximum bytes of one field of longer arguments, and number of such fields. */
const FIELD_BYTES = 512;
const MAX_FIELDS = 16;
/** Characters kept of the beginning of omitted values. */
const BEGINNING_CHARACTERS = 256;
/** Maximum nesting that an event holds. */
const MAX_DEPTH = 32;

/**
 * Converts arguments to well-formed JSON of bounded size and depth, for an event.
 *
 * A value that is too long becomes its size, digest and beginning, field by field if it has fields. It never throws:
 * there is something to record for every input.
 */
export function toRecordedArguments(given: unknown): unknown {
  const text = tryStringify(given);
  if (text === undefined) return { omitted: 'no JSON, or too deep' };
  if (Buffer.byteLength(text) <= WHOLE_BYTES)
    return toWellFormedJson(JSON.parse(text), MAX_DEPTH) ?? summarizeText(text, 'too deep');
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [];
  if (fields.length === 0 || fields.length > MAX_FIELDS || fields.some(([key]) => key.length > 100))
    return summarizeText(text);
  return Object.fromEntries(fields.map(([key, value]) => [key.toWellFormed(), toRecordedField(value)]));
}

/** Truncates an untrusted name or text. */
export function truncateUntrustedText(text: string, longest = 200): string {
  const plain = text.toWellFormed();
  return plain.length > longest ? `${plain.slice(0, longest - 1).toWellFormed()}…` : plain;
}

function toRecordedField(value: unknown): unknown {
  const text = tryStringify(value) ?? 'null';
  const parsed = Buffer.byteLength(text) <= FIELD_BYTES ? toWellFormedJson(JSON.parse(text), MAX_DEPTH) : undefined;
  return parsed ?? summarizeText(text);
}

const summarizeText = (text: string, why = `${Buffer.byteLength(text)} bytes`) => ({
  omitted: why,
  sha256: sha256(text),
  beginning: text.slice(0, BEGINNING_CHARACTERS).toWellFormed(),
});

/**
 * Stringifies a value.
 *
 * @returns undefined for a cycle, a big integer, or nesting that exhausts the stack
 */
function tryStringify(given: unknown): string | undefined {
  try {
    return JSON.stringify(given) ?? 'null';
  } catch {
    return undefined;
  }
}

/**
 * Makes every string of a value well-formed.
 *
 * @returns undefined if the nesting is too deep
 */
function toWellFormedJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  const each = Object.entries(value).map(
    ([key, one]) => [key.toWellFormed(), toWellFormedJson(one, depth - 1)] as const,
  );
  if (each.some(([, one]) => one === undefined)) return undefined;
  return Array.isArray(value) ? each.map(([, one]) => one) : Object.fromEntries(each);
}
