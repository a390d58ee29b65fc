import { sha256 } from '../../record/canonical.js';

/** Bytes of arguments that an event holds whole. */
const WHOLE_BYTES = 8 * 1024;
/** Bytes of a field that is kept where the whole is too long, and how many such fields. */
const FIELD_BYTES = 512;
const FIELDS = 16;
/** Characters of the beginning of what is not kept. */
const BEGINNING = 256;
/** Nesting that an event holds. */
const DEPTH = 32;

/**
 * Arguments as an event may hold them: plain JSON, well-formed, bounded in size and depth. What is too long stands there as its
 * size, digest and beginning, field by field where it has fields. Whatever was sent, there is something to record; it never throws.
 */
export function recordedArguments(given: unknown): unknown {
  const text = jsonOf(given);
  if (text === undefined) return { omitted: 'no JSON, or too deep' };
  if (Buffer.byteLength(text) <= WHOLE_BYTES) return wellFormed(JSON.parse(text), DEPTH) ?? summary(text, 'too deep');
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [];
  if (fields.length === 0 || fields.length > FIELDS || fields.some(([key]) => key.length > 100)) return summary(text);
  return Object.fromEntries(fields.map(([key, value]) => [key.toWellFormed(), field(value)]));
}

/** A name or text of somebody else's, bounded. */
export function bounded(text: string, longest = 200): string {
  const plain = text.toWellFormed();
  return plain.length > longest ? `${plain.slice(0, longest - 1).toWellFormed()}…` : plain;
}

function field(value: unknown): unknown {
  const text = jsonOf(value) ?? 'null';
  const kept = Buffer.byteLength(text) <= FIELD_BYTES ? wellFormed(JSON.parse(text), DEPTH) : undefined;
  return kept ?? summary(text);
}

const summary = (text: string, why = `${Buffer.byteLength(text)} bytes`) => ({
  omitted: why,
  sha256: sha256(text),
  beginning: text.slice(0, BEGINNING).toWellFormed(),
});

/** Undefined for a cycle, a big integer, nesting that exhausts the stack. */
function jsonOf(given: unknown): string | undefined {
  try {
    return JSON.stringify(given) ?? 'null';
  } catch {
    return undefined;
  }
}

/** The same with every string well-formed; undefined = too deep. */
function wellFormed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  const each = Object.entries(value).map(([key, one]) => [key.toWellFormed(), wellFormed(one, depth - 1)] as const);
  if (each.some(([, one]) => one === undefined)) return undefined;
  return Array.isArray(value) ? each.map(([, one]) => one) : Object.fromEntries(each);
}
