import type { EventPayload } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { EventLog } from '../../record/storage/event_log.js';

/** Part of the event log that the coordination layer uses. */
export type CoordinationLog = Pick<EventLog, 'append' | 'now' | 'stage' | 'events' | 'toStored'>;

/** Operation as an audit entry records it. */
export interface AuditedOperation {
  id: string;
  agent: string;
  operation: string;
  /** Arguments as the operation's event will hold them. */
  arguments: unknown;
}

interface AuditDecision {
  outcome: EventPayload<'audit'>['outcome'];
  code: EventPayload<'audit'>['code'];
  duration_ms: number;
}

/**
 * Audit trail of an attempt (requirement A5): one entry per operation in the hash chain of the event log.
 *
 * An entry is on disk before the operation is answered and before anything is done. The trail counts its entries
 * itself, so that they can be compared with the dispatcher's own count.
 *
 * @throws what the log throws if an entry cannot be written; the operation must not be executed then
 */
export interface AuditTrail {
  readonly entries: number;
  /** Records the only entry of an operation that is complete. */
  recordDecision(about: AuditedOperation, decision: AuditDecision): void;
  /** Records that an operation is about to be executed; call the returned function when it is complete. */
  recordAdmission(about: AuditedOperation): (decision: AuditDecision) => void;
}

/**
 * Creates an audit trail.
 *
 * @param log holds earlier entries if it was reopened; counting continues from them
 */
export function createAuditTrail(log: CoordinationLog): AuditTrail {
  let entries = selectEvents(log.events, 'audit').reduce((most, { payload }) => Math.max(most, payload.entry), 0);
  const write = (
    entry: number,
    phase: EventPayload<'audit'>['phase'],
    about: AuditedOperation,
    decision: AuditDecision,
  ) => {
    const { id, agent, operation } = about;
    const arguments_sha256 = computeDigest(log.toStored(about.arguments));
    log.append('audit', 'harness', { entry, id, phase, agent, operation, arguments_sha256, ...decision });
  };
  return {
    get entries() {
      return entries;
    },
    recordDecision(about, decision) {
      write(entries + 1, 'decided', about, decision);
      entries += 1;
    },
    recordAdmission(about) {
      const entry = entries + 1;
      write(entry, 'admitted', about, { outcome: 'pending', code: null, duration_ms: 0 });
      entries = entry;
      return (decision) => write(entry, 'completed', about, decision);
    },
  };
}
