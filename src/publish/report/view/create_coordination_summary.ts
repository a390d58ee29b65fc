import type { CoordinationMetrics } from '../../../record/verdict/safety_metrics.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';

/** Counts of one attempt that are added up. */
const COUNTS = {
  attempts: () => 1,
  operations: ({ operations }) => operations,
  acquired: ({ locks }) => locks.acquired,
  contended: ({ locks }) => locks.contended,
  waited_ms: ({ locks }) => locks.waits?.total_ms ?? 0,
  submitted: ({ queue }) => queue.submitted,
  completed: ({ queue }) => queue.completed,
  handoffs: ({ handoffs }) => handoffs.written,
  recalls: ({ memory }) => memory.recalls,
  hits: ({ memory }) => memory.hits,
  splits: ({ parallel }) => (parallel ? 1 : 0),
  subtasks: ({ parallel }) => parallel?.subtasks ?? 0,
  conflicts: ({ parallel }) => parallel?.conflicts ?? 0,
  wall_ms: ({ parallel }) => parallel?.wall_ms ?? 0,
  sequential_ms: ({ parallel }) => parallel?.sequential_ms ?? 0,
  overhead_ms: ({ overhead_ms }) => overhead_ms,
} as const satisfies Record<string, (one: CoordinationMetrics) => number>;
type CountName = keyof typeof COUNTS;
const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

/** Creates a summary of the coordination layer's work in many attempts. Its text is empty if the layer did nothing. */
export function createCoordinationSummary(): { add(one: CoordinationMetrics): void; inWords(): string } {
  const sum = Object.fromEntries(COUNT_NAMES.map((name) => [name, 0])) as Record<CountName, number>;
  let worst_share: number | null = null;
  let queued_ms = 0;
  return {
    add(one) {
      for (const name of COUNT_NAMES) sum[name] += COUNTS[name](one);
      queued_ms = Math.max(queued_ms, one.queue.latency?.max_ms ?? 0);
      if (one.overhead_share !== null) worst_share = Math.max(worst_share ?? 0, one.overhead_share);
    },
    inWords() {
      if (sum.attempts === 0) return '';
      const speed =
        sum.wall_ms === 0 ? 'no speed-up known' : `${(sum.sequential_ms / sum.wall_ms).toFixed(2)} × faster`;
      const queued = queued_ms > 0 ? ` (claimed after ${formatDuration(queued_ms)} at most)` : '';
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
