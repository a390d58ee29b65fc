import { sha256, toCanonicalJson } from '../json/compute_digest.js';

/** Shortest text that can be erased by itself. Shorter ones stand in the digest as they are. */
export const MIN_ERASABLE_LENGTH = 8;

/** Placeholder of an erased text: it names the digest of the original. */
const ERASED = /^\[erased sha256:([0-9a-f]{64})\]$/;

/** Returns the placeholder of a text. */
export const createErasedText = (text: string): string => `[erased sha256:${sha256(text)}]`;

/** Returns true for a placeholder of an erased text. */
export const isErasedText = (text: string): boolean => ERASED.test(text);

/**
 * Computes the content digest of plain JSON: SHA-256 over its canonical form, in which every text of eight characters
 * or more stands as its own digest. So it can still be computed when such texts were replaced by their placeholders,
 * and any other change gives another digest.
 *
 * @param erased JSON pointers of texts that may be placeholders; a placeholder elsewhere is a text like others
 */
export function computeRedactableDigest(value: unknown, erased: ReadonlySet<string> = new Set()): string {
  return sha256(toCanonicalJson(digestTexts(value, '', erased)));
}

function digestTexts(value: unknown, path: string, erased: ReadonlySet<string>): unknown {
  if (typeof value === 'string') {
    if (value.length < MIN_ERASABLE_LENGTH) return value;
    const original = erased.size > 0 && erased.has(path) ? ERASED.exec(value)?.[1] : undefined;
    return `#${original ?? sha256(value)}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each, at) => digestTexts(each, `${path}/${at}`, erased));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const each = digestTexts((value as Record<string, unknown>)[key], appendPointer(path, key, erased), erased);
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: each, enumerable: true, configurable: true, writable: true });
    else copy[key] = each;
  }
  return copy;
}

/** Appends a key to a JSON pointer. Without erased texts no pointer is needed. */
const appendPointer = (path: string, key: string, erased: ReadonlySet<string>): string =>
  erased.size === 0 ? '' : `${path}/${escapePointer(key)}`;

/** Escapes a key for a JSON pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** One event of a log as the seal binds it: its hash and its content digest. */
export interface BoundEvent {
  hash: string;
  content: string;
}

/** Computes the digest over all events of a log before its seal, in order. The seal holds it. */
export const computeEventsDigest = (events: readonly BoundEvent[]): string =>
  sha256(events.map(({ hash, content }) => `${hash} ${content}\n`).join(''));
