import { type Event, eventSchema } from '../events/event.js';
import { toCanonicalJson } from '../json/compute_digest.js';
import type { MissingContent } from './removal.js';
import {
  type BoundEvent,
  computeEventsDigest,
  computeRedactableDigest,
  GENESIS_HASH,
  type RecordFault,
  type RemovedEvent,
  serializeEvent,
  serializeRemovedEvent,
} from './verify_hash_chain.js';

/** Result of checking a log from which content was removed. */
interface ReducedChainResult {
  /** Events that are left, some with erased texts. */
  events: Event[];
  faults: RecordFault[];
  torn: boolean;
  head: string;
  /** Something that the ledger names is still there: the removal was interrupted. */
  pending: boolean;
}

/**
 * Verifies a log from which the ledger says that content was removed.
 *
 * The seal, which the published head binds, holds one digest over the hash and the content digest of every event.
 * Removed events keep these two, and an event with erased texts keeps its content digest, so the seal proves that
 * nothing but the named content is missing and that nothing else was changed, moved, added or cut off. A removed event
 * can hide no edit: of its content only these digests are left.
 */
export function verifyReducedChain(text: string, missing: MissingContent): ReducedChainResult {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  const faults: RecordFault[] = [];
  const events: Event[] = [];
  const bound: BoundEvent[] = [];
  let pending = false;
  let t = -1;
  for (const [seq, line] of lines.entries()) {
    const say = (what: string) => faults.push({ line: seq + 1, what });
    const read = parseLine(line, seq, missing);
    if (typeof read === 'string') {
      say(read);
      // The digest over all events needs one of each; this one makes it differ.
      bound.push({ hash: GENESIS_HASH, content: GENESIS_HASH });
      continue;
    }
    bound.push(read.bound);
    pending ||= read.pending;
    if (!read.event) continue;
    if (read.event.seq !== seq) say(`has sequence number ${read.event.seq}, expected ${seq}`);
    if (read.event.t <= t) say('does not come after the event before it');
    if (read.event.prev !== (bound.at(-2)?.hash ?? GENESIS_HASH)) say('does not follow from the event before it');
    t = read.event.t;
    events.push(read.event);
  }
  const head = bound.at(-1)?.hash ?? GENESIS_HASH;
  const last = events.at(-1);
  const reportFault = (what: string) => faults.push({ line: null, what });
  const foreign_seq = [...missing.events.keys(), ...missing.texts.keys()].find((seq) => seq >= lines.length);
  if (foreign_seq !== undefined) reportFault(`event ${foreign_seq} is named as removed, and the log never had it`);
  if (last?.type !== 'sealed' || last.seq !== lines.length - 1)
    reportFault('content was removed from a log that does not end with its seal');
  else if (missing.texts.has(last.seq) || missing.events.has(last.seq))
    reportFault('the seal itself is named as removed');
  else if (!last.payload.contents) reportFault('content was removed, and the seal does not say what there was');
  else if (computeEventsDigest(bound.slice(0, -1)) !== last.payload.contents.events_sha256)
    reportFault(
      'more was changed than the texts and events that were removed: the seal holds another digest of the log',
    );
  return { events, faults, torn: rest !== '', head, pending };
}

interface ReducedLine {
  event?: Event;
  bound: BoundEvent;
  pending: boolean;
}

function parseLine(line: string, seq: number, missing: MissingContent): ReducedLine | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
    if (toCanonicalJson(value) !== line) return 'is not in canonical form: it was edited';
  } catch {
    return 'is not JSON in canonical form';
  }
  const removed = toRemovedEvent(value);
  if (removed) {
    if (removed.seq !== seq || serializeRemovedEvent(removed) !== line) return 'is no place of a removed event';
    if (missing.events.get(seq) !== removed.erased.hash) return 'was removed, and removals.jsonl does not say so';
    return { bound: removed.erased, pending: false };
  }
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `is not an event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  }
  const event = value as Event;
  const { hash, ...body } = event;
  const whole = serializeEvent(body as Omit<Event, 'hash'>).hash === hash;
  const pointers = missing.texts.get(seq);
  if (whole)
    return {
      event,
      bound: { hash, content: computeRedactableDigest(body) },
      pending: pointers !== undefined || missing.events.has(seq),
    };
  if (pointers === undefined) return 'was edited: its hash is not that of its content';
  return { event, bound: { hash, content: computeRedactableDigest(body, pointers) }, pending: false };
}

function toRemovedEvent(value: unknown): RemovedEvent | undefined {
  if (typeof value !== 'object' || value === null || !('erased' in value)) return undefined;
  const { erased, seq } = value as { erased?: Partial<BoundEvent> | null; seq?: unknown };
  const { hash, content } = erased ?? {};
  const isDigest = (each: unknown): each is string => typeof each === 'string' && /^[0-9a-f]{64}$/.test(each);
  return Number.isSafeInteger(seq) && isDigest(hash) && isDigest(content)
    ? { seq: seq as number, erased: { hash, content } }
    : undefined;
}
