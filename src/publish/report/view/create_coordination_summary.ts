import type { CoordinationMetrics } from '../../../record/verdict/safety_metrics.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';

/** Creates a summary of the coordination layer's work in many attempts. Its text is empty if the layer did nothing. */
export function createCoordinationSummary(): { add(one: CoordinationMetrics): void; inWords(): string } {
  const sum = {
    attempts: 0,
    operations: 0,
    acquired: 0,
    contended: 0,
    waited_ms: 0,
    submitted: 0,
    completed: 0,
    queued_ms: 0,
    handoffs: 0,
    recalls: 0,
    hits: 0,
    splits: 0,
    subtasks: 0,
    conflicts: 0,
    wall_ms: 0,
    sequential_ms: 0,
    overhead_ms: 0,
  };
  let worst_share: number | null = null;
  return {
    add({ operations, locks, queue, handoffs, memory, parallel, overhead_ms, overhead_share }) {
      sum.attempts += 1;
      sum.operations += operations;
      sum.acquired += locks.acquired;
      sum.contended += locks.contended;
      sum.waited_ms += locks.waits?.total_ms ?? 0;
      sum.submitted += queue.submitted;
      sum.completed += queue.completed;
      sum.queued_ms = Math.max(sum.queued_ms, queue.latency?.max_ms ?? 0);
      sum.handoffs += handoffs.written;
      sum.recalls += memory.recalls;
      sum.hits += memory.hits;
      if (parallel) {
        sum.splits += 1;
        sum.subtasks += parallel.subtasks;
        sum.conflicts += parallel.conflicts;
        sum.wall_ms += parallel.wall_ms;
        sum.sequential_ms += parallel.sequential_ms;
      }
      sum.overhead_ms += overhead_ms;
      if (overhead_share !== null) worst_share = Math.max(worst_share ?? overhead_share, overhead_share);
    },
    inWords() {
      if (sum.attempts === 0) return '';
      const speed =
        sum.wall_ms === 0 ? 'no speed-up known' : `${(sum.sequential_ms / sum.wall_ms).toFixed(2)} × faster`;
      const queued = sum.queued_ms > 0 ? ` (claimed after ${formatDuration(sum.queued_ms)} at most)` : '';
      const share = worst_share === null ? '' : `, at most ${formatPercent(worst_share)} of the agent's time`;
      return [
        formatQuantity(sum.operations, 'operation'),
        `${formatQuantity(sum.acquired, 'lock')} (${sum.contended} contended, ${formatDuration(sum.waited_ms)} waited)`,
        `${sum.completed} of ${formatQuantity(sum.submitted, 'work item')} done${queued}`,
        formatQuantity(sum.handoffs, 'handoff'),
        `${sum.hits} of ${formatQuantity(sum.recalls, 'recall')} found something`,
        ...(sum.splits === 0
          ? []
          : [
              `${formatQuantity(sum.subtasks, 'parallel part')} (${speed}, ` +
                `${formatQuantity(sum.conflicts, 'conflict')})`,
            ]),
        `overhead ${formatDuration(sum.overhead_ms)}${share}`,
      ].join(' · ');
    },
  };
}
