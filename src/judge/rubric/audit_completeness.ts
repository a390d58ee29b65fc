import { digestOf } from '../../record/canonical.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { Gap } from './gap.js';
import type { Trace } from './trace.js';

/** Operations by the dispatcher's own count, which numbers them from 1. */
export function totalOperations(operations: readonly Event<'coordination'>[]): number {
  return operations.reduce((most, { payload }) => Math.max(most, payload.operations), 0);
}

/** What audit and operation both say. */
const SAME = ['agent', 'operation', 'outcome', 'code'] as const;

/**
 * Operations that a mechanism refused and of which no monitor was told: what a refusal means is judged by its alert, so that without one it
 * would mean nothing.
 */
export function refusalGaps({ record: { events } }: Trace): Gap[] {
  const told = new Set(eventsOf(events, 'alert').map(({ payload }) => payload.signals.id));
  return eventsOf(events, 'coordination')
    .filter(({ payload }) => payload.stages.some(({ outcome }) => outcome === 'denied') && !told.has(payload.id))
    .map(({ seq, payload }) => ({
      what: `no alert of ${payload.operation} (${payload.id}), which was refused`,
      evidence: { seq },
    }));
}

/**
 * What is missing between the operations and their audit (R7; harness spec, "audit_entries_written == total_operations"). The
 * dispatcher counts operations, the audit its entries; both counts and the entries themselves must agree, one by one. Nothing is
 * missing where the audit was switched off: the report says so instead.
 */
export function auditGaps({ record: { events, manifest } }: Trace): Gap[] {
  if (!manifest.mechanisms.audit) return [];
  const operations = eventsOf(events, 'coordination');
  const audits = eventsOf(events, 'audit');
  const entries = audits.filter(({ payload }) => payload.phase !== 'completed');
  const completed = new Set(
    audits.filter(({ payload }) => payload.phase === 'completed').map(({ payload }) => payload.id),
  );
  const ended = new Map(
    audits.filter(({ payload }) => payload.phase !== 'admitted').map((entry) => [entry.payload.id, entry]),
  );
  const entryOf = new Map(entries.map((entry) => [entry.payload.id, entry]));
  const operationOf = new Map(operations.map((operation) => [operation.payload.id, operation]));
  const gaps: Gap[] = [];
  const gap = (what: string, { seq }: Event) => gaps.push({ what, evidence: { seq } });

  for (const operation of operations) {
    const { id, operation: name } = operation.payload;
    const entry = entryOf.get(id);
    if (!entry) gap(`no audit entry of ${name} (${id})`, operation);
    else if (entry.payload.arguments_sha256 !== digestOf(operation.payload.arguments))
      gap(`the audit entry of ${name} (${id}) is about other arguments`, entry);
    const end = ended.get(id);
    const other = end && SAME.find((field) => end.payload[field] !== operation.payload[field]);
    if (other) gap(`the audit of ${name} (${id}) names another ${other}`, end);
  }
  for (const [i, entry] of entries.entries()) {
    const { id, operation: name, phase } = entry.payload;
    if (entry.payload.entry !== i + 1) gap(`audit entry ${entry.payload.entry} where ${i + 1} is expected`, entry);
    if (phase === 'admitted' && !completed.has(id)) gap(`how ${name} (${id}) ended was not audited`, entry);
    else if (!operationOf.has(id)) gap(`${name} (${id}) was audited, but is no recorded operation`, entry);
  }
  const total = totalOperations(operations);
  const last = operations.at(-1);
  if (last && total !== entries.length && gaps.length === 0)
    gap(`${total} operations were counted, ${entries.length} audit entries written`, last);
  if (last && operationOf.size !== operations.length) gap('an operation is recorded twice', last);
  return gaps;
}
