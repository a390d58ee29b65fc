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
  if (isPlainObject(value)) return writeMembers(value);
  if (Array.isArray(value))
    return `[${value.map((each) => (isAbsent(each) ? 'null' : toCanonicalJson(each))).join(',')}]`;
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/** Writes an object whose keys are out of order. The library takes several times as long, and as much memory. */
function writeMembers(object: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (isAbsent(value)) continue;
    if (!key.isWellFormed()) throw new Error('Lone surrogate is not allowed');
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${toCanonicalJson(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

const isAbsent = (value: unknown): boolean => value === undefined || typeof value === 'symbol';

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
      if (!isPlainObject(value)) return false;
      let before: string | undefined;
      for (const key of Object.keys(value)) {
        if (before !== undefined && key < before) return false;
        if (!key.isWellFormed() || !hasCanonicalOrder(value[key])) return false;
        before = key;
      }
      return true;
    }
    default:
      return false;
  }
}

/** Returns true for an object that is nothing but its members, and does not say itself how it is written. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the SHA-256 as 64 lower-case hexadecimal digits. Text is encoded as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Returns the digest of a JSON value: SHA-256 over its canonical form. */
export function computeDigest(value: unknown): string {
  return sha256(toCanonicalJson(value));
}
