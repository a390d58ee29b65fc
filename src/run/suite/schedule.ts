import type { NotBegun } from '../../record/schedule.js';

/** An attempt as the schedule sees it. */
export interface Job {
  id: string;
  task: string;
  /** What it takes of the width. */
  weight: number;
  /** Most that it can cost; what it really cost counts once it is known. */
  ceiling_usd: number;
  /** It is beyond the plan: a regression gate asks for it. */
  extra?: boolean;
}

/** What all attempts, those of each task, and their time may come to (executable contracts §5.1, eq. 5); absent = no limit. */
export interface Envelopes {
  total_usd?: number | undefined;
  task_usd?: ((task: string) => number | undefined) | undefined;
  /** Of `total_usd`, what attempts beyond the plan may cost together. */
  extra_usd?: number | undefined;
  total_wall_ms?: number | undefined;
}

/** Everything that the next choice depends on. */
export interface Situation {
  width: number;
  envelopes: Envelopes;
  spent: Spending;
  running: readonly Job[];
  /** In the order in which they are to be begun. */
  waiting: readonly Job[];
  elapsed_ms: number;
}

/** What was spent: what is settled, with ceilings for what nobody knows. */
export interface Spending {
  total_usd: number;
  /** Part of it that attempts beyond the plan cost. */
  extra_usd: number;
  of_task(task: string): number;
}

export type Choice<J extends Job> = { begin: J } | { leave: J; because: NotBegun } | 'wait';

/** Sums of decimal fractions are not exact. */
const ROUNDING_USD = 1e-9;

/**
 * What to do next. Attempts begin in the order of the plan: one that is too heavy beside those that run, or too dear beside what they may
 * still cost, holds back all that come after it, so that none starves. Only one that waits for money of its own task lets other tasks pass.
 *
 * One that would not fit with nothing running is left: what was spent does not come back.
 */
export function choose<J extends Job>(situation: Situation & { waiting: readonly J[] }): Choice<J> {
  const { width, envelopes, spent, running, waiting, elapsed_ms } = situation;
  const late = envelopes.total_wall_ms !== undefined && elapsed_ms >= envelopes.total_wall_ms;
  const free = width - sum(running.map(({ weight }) => weight));
  const reservedFor = (jobs: readonly Job[]) => sum(jobs.map(({ ceiling_usd }) => ceiling_usd));
  const reserved = reservedFor(running);
  const reserved_of_extra = reservedFor(running.filter(({ extra }) => extra));
  const held = new Set<string>();
  for (const job of waiting) {
    if (held.has(job.task)) continue;
    const { task, ceiling_usd, extra } = job;
    const left_usd = (envelopes.total_usd ?? Infinity) - spent.total_usd - ceiling_usd + ROUNDING_USD;
    const left_of_task = (envelopes.task_usd?.(task) ?? Infinity) - spent.of_task(task) - ceiling_usd + ROUNDING_USD;
    const extra_usd = extra ? (envelopes.extra_usd ?? Infinity) : Infinity;
    const left_of_extra = extra_usd - spent.extra_usd - ceiling_usd + ROUNDING_USD;
    if (late) return { leave: job, because: 'total_wall' };
    if (left_usd < 0) return { leave: job, because: 'total_usd' };
    if (left_of_task < 0) return { leave: job, because: 'task_usd' };
    if (left_of_extra < 0) return { leave: job, because: 'extra_usd' };
    const reserved_of_task = reservedFor(running.filter((other) => other.task === task));
    if (reserved_of_task > left_of_task) held.add(task);
    else if (job.weight > free || reserved > left_usd || reserved_of_extra > left_of_extra) return 'wait';
    else return { begin: job };
  }
  return 'wait';
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
