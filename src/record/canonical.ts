import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Canonical JSON (RFC 8785, JCS): one byte sequence per value, so that digests survive re-serialisation (R6).
 *
 * @throws when the value cannot be written as JSON (a function, NaN, a cycle): always a fault of ours.
 */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/** SHA-256 as 64 lower-case hexadecimal digits. Text is taken as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Digest of a JSON value: SHA-256 over its canonical form. */
export function digestOf(value: unknown): string {
  return sha256(canonical(value));
}
