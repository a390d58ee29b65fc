import { digestOf } from '../../record/canonical.js';
import { eventsOf, type Payload } from '../../record/events.js';
import type { EventLog } from '../../record/log.js';
import { maskStrings } from '../../record/mask.js';

/** What of an event log the coordination layer writes to. */
export type Journal = Pick<EventLog, 'append' | 'now' | 'stage' | 'events' | 'mask'>;

/** What an entry says of an operation. */
export interface Audited {
  id: string;
  agent: string;
  operation: string;
  /** As the operation's event will hold them. */
  arguments: unknown;
}

export interface Decision {
  outcome: Payload<'audit'>['outcome'];
  code: Payload<'audit'>['code'];
  duration_ms: number;
}

/**
 * The audit (A5): an entry for every operation, in the hash chain of the log, on disk before the answer is given and before anything
 * is done. It counts its entries itself, so that they can be held against the dispatcher's own count.
 *
 * @throws what the log throws when an entry cannot be written; nothing may be done then
 */
export interface Audit {
  readonly entries: number;
  /** The one entry of an operation with which nothing is left to do. */
  decided(about: Audited, decision: Decision): void;
  /** The entry of an operation that is about to be done; returns what completes it. */
  admitted(about: Audited): (decision: Decision) => void;
}

/** @param log holds earlier entries when it was reopened; counting goes on from them */
export function openAudit(log: Journal): Audit {
  let entries = eventsOf(log.events, 'audit').reduce((most, { payload }) => Math.max(most, payload.entry), 0);
  const write = (entry: number, phase: Payload<'audit'>['phase'], about: Audited, decision: Decision) => {
    const { id, agent, operation } = about;
    const held = log.mask ? maskStrings(log.mask, about.arguments) : about.arguments;
    const arguments_sha256 = digestOf(held);
    log.append('audit', 'harness', { entry, id, phase, agent, operation, arguments_sha256, ...decision });
  };
  return {
    get entries() {
      return entries;
    },
    decided(about, decision) {
      write(entries + 1, 'decided', about, decision);
      entries += 1;
    },
    admitted(about) {
      const entry = entries + 1;
      write(entry, 'admitted', about, { outcome: 'pending', code: null, duration_ms: 0 });
      entries = entry;
      return (decision) => write(entry, 'completed', about, decision);
    },
  };
}
