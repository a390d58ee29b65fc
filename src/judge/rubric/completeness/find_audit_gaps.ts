import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';

/** Returns the number of operations by the dispatcher's own count, which starts at 1. */
export function countOperations(operations: readonly Event<'coordination'>[]): number {
  return operations.reduce((most, { payload }) => Math.max(most, payload.operations), 0);
}

/** Fields that operation and audit entry have in common. */
const AUDITED_FIELDS = ['agent', 'operation', 'outcome', 'code'] as const;

/** Finds refused operations without an alert. The alert decides what a refusal means, so it must not be missing. */
export function findRefusalGaps({ record: { events } }: AttemptTrace): EvidenceGap[] {
  const alert_ids = new Set(selectEvents(events, 'alert').map(({ payload }) => payload.signals.id));
  return selectEvents(events, 'coordination')
    .filter(({ payload }) => payload.stages.some(({ outcome }) => outcome === 'denied') && !alert_ids.has(payload.id))
    .map(({ seq, payload }) => ({
      what: `no alert of ${payload.operation} (${payload.id}), which was refused`,
      evidence: { seq },
    }));
}

/**
 * Finds gaps between the operations and their audit (requirement R7). The dispatcher counts operations and the audit
 * counts entries; both counts and the entries must agree one by one. Without the audit mechanism there are no gaps: the
 * report says that it was off.
 */
export function findAuditGaps({ record: { events, manifest } }: AttemptTrace): EvidenceGap[] {
  if (!manifest.mechanisms.audit) return [];
  const operations = selectEvents(events, 'coordination');
  const audits = selectEvents(events, 'audit');
  const entries = audits.filter(({ payload }) => payload.phase !== 'completed');
  const completed = new Set(
    audits.filter(({ payload }) => payload.phase === 'completed').map(({ payload }) => payload.id),
  );
  const ended = new Map(
    audits.filter(({ payload }) => payload.phase !== 'admitted').map((entry) => [entry.payload.id, entry]),
  );
  const entryOf = new Map(entries.map((entry) => [entry.payload.id, entry]));
  const operationOf = new Map(operations.map((operation) => [operation.payload.id, operation]));
  const gaps: EvidenceGap[] = [];
  const gap = (what: string, { seq }: Event) => gaps.push({ what, evidence: { seq } });

  for (const operation of operations) {
    const { id, operation: name } = operation.payload;
    const entry = entryOf.get(id);
    if (!entry) gap(`no audit entry of ${name} (${id})`, operation);
    else if (entry.payload.arguments_sha256 !== computeDigest(operation.payload.arguments))
      gap(`the audit entry of ${name} (${id}) is about other arguments`, entry);
    const end = ended.get(id);
    const difference = end && AUDITED_FIELDS.find((field) => end.payload[field] !== operation.payload[field]);
    if (difference) gap(`the audit of ${name} (${id}) names another ${difference}`, end);
  }
  for (const [i, entry] of entries.entries()) {
    const { id, operation: name, phase } = entry.payload;
    if (entry.payload.entry !== i + 1) gap(`audit entry ${entry.payload.entry} where ${i + 1} is expected`, entry);
    if (phase === 'admitted' && !completed.has(id)) gap(`how ${name} (${id}) ended was not audited`, entry);
    else if (!operationOf.has(id)) gap(`${name} (${id}) was audited, but is no recorded operation`, entry);
  }
  const total = countOperations(operations);
  const last = operations.at(-1);
  if (last && total !== entries.length && gaps.length === 0)
    gap(`${total} operations were counted, ${entries.length} audit entries written`, last);
  if (last && operationOf.size !== operations.length) gap('an operation is recorded twice', last);
  return gaps;
}
