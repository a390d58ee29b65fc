import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Canonical JSON (RFC 8785, JCS): one byte sequence per value, so that digests survive re-serialisation (R6).
 *
 * @throws when the value cannot be written as JSON (a function, NaN, a cycle): always a fault of ours.
 */
export function canonical(value: unknown): string {
  if (isOrdered(value)) return JSON.stringify(value);
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/**
 * Whether a value is plain JSON with the keys of every object in canonical order already, as everything read back from a
 * record is. Then `JSON.stringify`, whose numbers and strings are those of JCS, gives the canonical form, much faster.
 */
function isOrdered(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return true;
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isOrdered);
      const prototype = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return false;
      let before: string | undefined;
      for (const key of Object.keys(value)) {
        if (before !== undefined && key < before) return false;
        if (key === 'toJSON' || !key.isWellFormed() || !isOrdered((value as Record<string, unknown>)[key]))
          return false;
        before = key;
      }
      return true;
    }
    default:
      return false;
  }
}

/** SHA-256 as 64 lower-case hexadecimal digits. Text is taken as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Digest of a JSON value: SHA-256 over its canonical form. */
export function digestOf(value: unknown): string {
  return sha256(canonical(value));
}
