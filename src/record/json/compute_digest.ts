import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Serializes a value as canonical JSON (RFC 8785, JCS; requirement R6). Each value has exactly one byte sequence, so
 * digests survive re-serialization.
 *
 * @throws {Error} if the value has no JSON form (a function, NaN, a cycle): always a defect of the caller
 */
export function toCanonicalJson(value: unknown): string {
  if (hasCanonicalOrder(value)) return JSON.stringify(value);
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/**
 * Returns true for plain JSON whose object keys are already in canonical order, as in everything read back from a
 * record. `JSON.stringify` then yields the canonical form, and much faster: it writes numbers and strings as JCS does.
 */
function hasCanonicalOrder(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return true;
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(hasCanonicalOrder);
      const prototype = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return false;
      let before: string | undefined;
      for (const key of Object.keys(value)) {
        if (before !== undefined && key < before) return false;
        if (key === 'toJSON' || !key.isWellFormed() || !hasCanonicalOrder((value as Record<string, unknown>)[key]))
          return false;
        before = key;
      }
      return true;
    }
    default:
      return false;
  }
}

/** Returns the SHA-256 as 64 lower-case hexadecimal digits. Text is encoded as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Returns the digest of a JSON value: SHA-256 over its canonical form. */
export function computeDigest(value: unknown): string {
  return sha256(toCanonicalJson(value));
}
