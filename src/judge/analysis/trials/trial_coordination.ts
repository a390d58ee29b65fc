import type { CoordinationMetrics } from '../../../record/verdict/safety_metrics.js';

/** Metrics of the coordination layer in one attempt, as statistics see them. */
export interface TrialCoordination {
  operations: number;
  operations_denied: number;
  operations_failed: number;
  locks_acquired: number;
  locks_contended: number;
  /** Mean wait for a lock; null = nobody waited. */
  lock_wait_ms: number | null;
  work_submitted: number;
  work_completed: number;
  work_requeued: number;
  /** Mean time from submission to claim; null = nothing was claimed. */
  queue_latency_ms: number | null;
  handoffs_written: number;
  handoffs_read: number;
  memory_recalls: number;
  memory_hits: number;
  parallel_subtasks: number;
  parallel_conflicts: number;
  /** null = the work was not split. */
  parallel_speed_up: number | null;
  coordination_overhead_ms: number;
  coordination_overhead_share: number | null;
}

/** Returns the coordination metrics of an attempt as statistics see them. */
export function toTrialCoordination(metrics: CoordinationMetrics): TrialCoordination {
  const { operations, by_operation, locks, queue, handoffs, memory, parallel, overhead_ms, overhead_share } = metrics;
  const all = Object.values(by_operation);
  return {
    operations,
    operations_denied: all.reduce((sum, { denied }) => sum + denied, 0),
    operations_failed: all.reduce((sum, { failed }) => sum + failed, 0),
    locks_acquired: locks.acquired,
    locks_contended: locks.contended,
    lock_wait_ms: locks.waits?.mean_ms ?? null,
    work_submitted: queue.submitted,
    work_completed: queue.completed,
    work_requeued: queue.requeued,
    queue_latency_ms: queue.latency?.mean_ms ?? null,
    handoffs_written: handoffs.written,
    handoffs_read: handoffs.read,
    memory_recalls: memory.recalls,
    memory_hits: memory.hits,
    parallel_subtasks: parallel?.subtasks ?? 0,
    parallel_conflicts: parallel?.conflicts ?? 0,
    parallel_speed_up: parallel?.speed_up ?? null,
    coordination_overhead_ms: overhead_ms,
    coordination_overhead_share: overhead_share,
  };
}
