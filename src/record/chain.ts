import { canonical, sha256 } from './canonical.js';
import { type Event, eventSchema } from './events.js';

/** `prev` of the first event. */
export const GENESIS = '0'.repeat(64);

/** Hash of an event: SHA-256 over the canonical JSON of everything but `hash` (R6). */
export function hashEvent(event: Omit<Event, 'hash'>): string {
  return sha256(canonical(event));
}

/** The line of an event: the canonical form of its body, and its hash where the canonical order has it, after `actor`. */
export function sealLine(body: Omit<Event, 'hash'>): { line: string; hash: string } {
  const text = canonical(body);
  const hash = sha256(text);
  const start = `{"actor":"${body.actor}",`;
  return { line: `${start}"hash":"${hash}",${text.slice(start.length)}`, hash };
}

/** The other way round: the hash that a canonical line should carry, without making its canonical form once more. */
function hashOfLine(line: string, claimed: string): string {
  const field = `"hash":"${claimed}",`;
  const at = line.indexOf(field);
  return sha256(line.slice(0, at) + line.slice(at + field.length));
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
    const say = (what: string) => faults.push({ line: index + 1, what });
    const read = readLine(line);
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
    events.push(event);
  });
  return { events, faults, torn: rest !== '', head: prev };
}

/** The event of a line, its canonical form and its true hash; or what is wrong with the line. */
function readLine(line: string): { event: Event; text: string; hash: string } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  try {
    const parsed = eventSchema.safeParse(value);
    if (parsed.success) {
      const text = canonical(value);
      return { event: value as Event, text, hash: hashOfLine(text, (value as Event).hash) };
    }
    const issue = parsed.error.issues[0];
    return `is not an event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  } catch (error) {
    // Half a surrogate pair, or nesting without end: nothing that we write.
    return `has no canonical form: ${(error as Error).message}`;
  }
}
