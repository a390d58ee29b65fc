import { type Event, eventSchema } from '../events/event.js';
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

/** Line in place of an event that was removed: its number, hash and content digest, all bound by the seal. */
export interface RemovedEvent {
  erased: BoundEvent;
  seq: number;
}

/** Serializes the line in place of a removed event. */
export const serializeRemovedEvent = ({ seq, erased: { hash, content } }: RemovedEvent): string =>
  toCanonicalJson({ erased: { content, hash }, seq });

/**
 * Computes what the seal holds of an event: its hash and its content digest. `erased`: see `computeRedactableDigest`.
 */
export function bindEvent({ hash, ...body }: Event, erased?: ReadonlySet<string>): BoundEvent {
  return { hash, content: computeRedactableDigest(body, erased) };
}

/** Value of `prev` in the first event. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * Serializes an event as a line of the log. The line is the canonical form of the event, with `hash` in its canonical
 * position, after `actor`.
 */
export function serializeEvent(body: Omit<Event, 'hash'>): { line: string; hash: string } {
  const text = toCanonicalJson(body);
  const hash = sha256(text);
  const start = `{"actor":"${body.actor}",`;
  return { line: `${start}"hash":"${hash}",${text.slice(start.length)}`, hash };
}

/** Computes the hash that a canonical line must carry from the line itself, without serializing the event again. */
function computeLineHash(line: string, claimed: string): string {
  const field = `"hash":"${claimed}",`;
  const start = line.indexOf(field);
  return sha256(line.slice(0, start) + line.slice(start + field.length));
}

/** Fault found in a record. */
export interface RecordFault {
  /** Line in events.jsonl, from 1; null if the fault is not in the log. */
  line: number | null;
  what: string;
  /** The event has another form than this version writes, and its place in the chain is proven. */
  unlike?: true;
}

/** Result of checking the hash chain of a log. */
interface HashChainResult {
  events: Event[];
  faults: RecordFault[];
  /** The last line has no newline: the writer was interrupted. All earlier lines are complete. */
  torn: boolean;
  head: string;
}

/**
 * Reads a log and reports every edit, drop, reorder, duplicate and cut that the hash chain reveals.
 *
 * Each line must be byte for byte the canonical form of its event. `seq` counts from 0, `t` strictly increases, `prev`
 * is the hash of the event before, and `hash` is correct. Whole lines cut off the end do not show in the log alone:
 * compare `head` with the published head for that.
 */
export function verifyHashChain(text: string): HashChainResult {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  const faults: RecordFault[] = [];
  const events: Event[] = [];
  let prev = GENESIS_HASH;
  let t = -1;
  lines.forEach((line, index) => {
    const say = (what: string) => faults.push({ line: index + 1, what });
    const read = parseEventLine(line);
    if (typeof read === 'string') {
      say(read);
      return;
    }
    const { event, text: form, hash } = read;
    if (form !== line) say('is not in canonical form: it was edited');
    if (event.seq !== index) say(`has sequence number ${event.seq}, expected ${index}`);
    if (event.t <= t) say('does not come after the event before it');
    if (event.prev !== prev) say('does not follow from the event before it');
    if (event.hash !== hash) say('was edited: its hash is not that of its content');
    prev = event.hash;
    t = event.t;
    if (read.unlike === undefined) events.push(event);
    else faults.push({ line: index + 1, what: read.unlike, unlike: true });
  });
  return { events, faults, torn: rest !== '', head: prev };
}

/** Checks for the fields around a payload, which no version of the format changed. */
const isEnvelope = (value: unknown): value is Event => {
  const { seq, t, type, prev, hash } = (value ?? {}) as Partial<Record<keyof Event, unknown>>;
  const isDigest = (each: unknown) => typeof each === 'string' && /^[0-9a-f]{64}$/.test(each);
  return (
    Number.isSafeInteger(seq) && Number.isSafeInteger(t) && typeof type === 'string' && isDigest(prev) && isDigest(hash)
  );
};

/** Parses a line into its event, its canonical form and its true hash; returns the fault of a bad line as text. */
function parseEventLine(line: string): { event: Event; text: string; hash: string; unlike?: string } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  try {
    const parsed = eventSchema.safeParse(value);
    if (parsed.success) {
      const text = toCanonicalJson(value);
      return { event: value as Event, text, hash: computeLineHash(text, (value as Event).hash) };
    }
    const issue = parsed.error.issues[0];
    const unlike = `is not an event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
    if (!isEnvelope(value)) return unlike;
    const text = toCanonicalJson(value);
    return { event: value, text, hash: computeLineHash(text, value.hash), unlike };
  } catch (error) {
    // Half a surrogate pair or excessive nesting: the harness writes neither.
    return `has no canonical form: ${(error as Error).message}`;
  }
}
