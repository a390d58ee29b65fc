import type { EventPayload } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { CoordinationLog } from '../safety/audit_trail.js';

/**
 * Closes the operations that were under way when an earlier server of this record was killed: the audit gets how they
 * ended (`failed`, code `interrupted`), so that no entry stays pending. How much of them was done is not known. Without
 * the audit nothing says that an operation was begun.
 *
 * @returns the audit entries of their admission, in order
 */
export function closeInterruptedOperations(log: CoordinationLog): EventPayload<'audit'>[] {
  const audited = selectEvents(log.events, 'audit').map(({ payload }) => payload);
  const completed = new Set(audited.filter(({ phase }) => phase === 'completed').map(({ entry }) => entry));
  const interrupted = audited.filter(({ phase, entry }) => phase === 'admitted' && !completed.has(entry));
  for (const admitted of interrupted)
    log.append('audit', 'harness', { ...admitted, phase: 'completed', outcome: 'failed', code: 'interrupted' });
  return interrupted;
}
