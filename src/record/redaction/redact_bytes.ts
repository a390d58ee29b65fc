import { isUtf8 } from 'node:buffer';
import type { RedactedOriginal } from '../events/redacted_original.js';
import { sha256 } from '../json/compute_digest.js';
import type { RecordRedactor } from './redactor.js';

/** Bytes with sensitive spans replaced. */
export interface RedactedBytes {
  data: string | Uint8Array;
  /** undefined = nothing was replaced. */
  original?: RedactedOriginal;
}

/**
 * Redacts the bytes of a file and keeps the original in the restricted store. Invalid UTF-8 around a replacement stays
 * unchanged.
 */
export function redactBytes(
  given: string | Uint8Array,
  { redactor: redaction, store }: RecordRedactor,
  form?: 'patch',
): RedactedBytes {
  const bytes = typeof given === 'string' ? undefined : Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const encoding = bytes && !isUtf8(bytes) ? 'latin1' : 'utf8';
  const text = bytes?.toString(encoding) ?? (given as string);
  const { value, found } = redaction.text(text, form);
  if (Object.keys(found).length === 0) return { data: given };
  const original = { sha256: sha256(given), bytes: bytes?.length ?? Buffer.byteLength(text), spans: found };
  store?.keep(original.sha256, given);
  return { data: bytes ? Buffer.from(value, encoding) : value, original };
}
