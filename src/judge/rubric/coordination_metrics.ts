import { eventsOf } from '../../record/events.js';
import type { CoordinationMetrics } from '../../record/safety_metrics.js';
import type { Trace } from './trace.js';

/** What the coordination layer did (A4); null = nothing went through it. */
export function coordinationOf(trace: Trace): CoordinationMetrics | null {
  const operations = eventsOf(trace.record.events, 'coordination');
  return operations.length === 0 ? null : null;
}
