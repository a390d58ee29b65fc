import { canonical, sha256 } from './canonical.js';
import { type Event, eventSchema } from './events.js';

/** `prev` of the first event. */
export const GENESIS = '0'.repeat(64);

/** Hash of an event: SHA-256 over the canonical JSON of everything but `hash` (R6). */
export function hashEvent(event: Omit<Event, 'hash'>): string {
  return sha256(canonical(event));
}

export interface Fault {
  /** Line in events.jsonl, from 1; null when the fault is not in the log. */
  line: number | null;
  what: string;
}

export interface ChainCheck {
  events: Event[];
  faults: Fault[];
  /** The last line has no newline: the writer was cut off, nothing before it is in doubt. */
  torn: boolean;
  head: string;
}

/**
 * Reads a log and finds every edit, drop, reorder, duplicate and cut that the chain can show.
 *
 * Each line must be byte for byte the canonical form of its event, `seq` counts from 0, `t` strictly increases, `prev`
 * is the hash before, `hash` is right. Cutting whole lines off the end cannot be seen from the log alone: for that,
 * compare `head` with the published one.
 */
export function checkChain(text: string): ChainCheck {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  const faults: Fault[] = [];
  const events: Event[] = [];
  let prev = GENESIS;
  let t = -1;
  lines.forEach((line, index) => {
    const at = index + 1;
    const event = parseEvent(line);
    if (typeof event === 'string') {
      faults.push({ line: at, what: event });
      return;
    }
    const { hash, ...body } = event;
    if (canonical(event) !== line) faults.push({ line: at, what: 'is not in canonical form: it was edited' });
    if (event.seq !== index) faults.push({ line: at, what: `has sequence number ${event.seq}, expected ${index}` });
    if (event.t <= t) faults.push({ line: at, what: 'does not come after the event before it' });
    if (event.prev !== prev) faults.push({ line: at, what: 'does not follow from the event before it' });
    if (hashEvent(body as Omit<Event, 'hash'>) !== hash)
      faults.push({ line: at, what: 'was edited: its hash is not that of its content' });
    prev = hash;
    t = event.t;
    events.push(event);
  });
  return { events, faults, torn: rest !== '', head: prev };
}

function parseEvent(line: string): Event | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return value as Event;
  const issue = parsed.error.issues[0];
  return `is not an event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}
