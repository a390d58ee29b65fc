import type { NotStartedReason, PlannedAttempt, PlannedBudget } from '../../record/planning/plan.js';

/** Attempt in the schedule. */
export interface Job {
  id: string;
  task: string;
  /** Share of the width that the attempt takes. */
  weight: number;
  /** Maximum cost; replaced by the actual cost once it is known. */
  ceiling_usd: number;
  /** The attempt is beyond the plan, requested by a regression gate. */
  extra?: boolean;
}

/** Limits for the cost of all attempts, of each task, and for the total time; absent = no limit. */
export interface BudgetEnvelopes {
  total_usd?: number | undefined;
  task_usd?: ((task: string) => number | undefined) | undefined;
  /** Part of `total_usd` that attempts beyond the plan may cost together. */
  extra_usd?: number | undefined;
  total_wall_ms?: number | undefined;
}

/** State on which the next action depends. */
interface ScheduleState {
  width: number;
  envelopes: BudgetEnvelopes;
  spending: ScheduleSpending;
  running: readonly Job[];
  /** Waiting attempts in order. */
  waiting: readonly Job[];
  elapsed_ms: number;
}

/** Spending so far: settled costs, and ceilings for unknown ones. */
export interface ScheduleSpending {
  total_usd: number;
  /** Part of it that attempts beyond the plan cost. */
  extra_usd: number;
  spent_on_task(task: string): number;
}

/** Next action: begin a job, drop a job with a reason, or wait. */
type ScheduleAction<J extends Job> = { begin: J } | { leave: J; because: NotStartedReason } | 'wait';

/** Sums of decimal fractions are not exact. */
const ROUNDING_USD = 1e-9;

/**
 * Chooses the next action. Attempts start in the order of the plan. One that exceeds the free width, or the budget left
 * by running attempts, blocks all later ones, so that none starves. Only an attempt that waits for the budget of its
 * own task lets other tasks pass. An attempt that would not fit even with nothing running is dropped.
 */
export function chooseNextAction<J extends Job>(
  situation: ScheduleState & { waiting: readonly J[] },
): ScheduleAction<J> {
  const { width, envelopes, spending: spent, running, waiting, elapsed_ms } = situation;
  const late = envelopes.total_wall_ms !== undefined && elapsed_ms >= envelopes.total_wall_ms;
  const free = width - sumValues(running.map(({ weight }) => weight));
  const reservedFor = (jobs: readonly Job[]) => sumValues(jobs.map(({ ceiling_usd }) => ceiling_usd));
  const reserved = reservedFor(running);
  const reserved_of_extra = reservedFor(running.filter(({ extra }) => extra));
  const blocked_tasks = new Set<string>();
  for (const job of waiting) {
    if (blocked_tasks.has(job.task)) continue;
    const { task, ceiling_usd, extra } = job;
    const left_usd = (envelopes.total_usd ?? Infinity) - spent.total_usd - ceiling_usd + ROUNDING_USD;
    const left_of_task =
      (envelopes.task_usd?.(task) ?? Infinity) - spent.spent_on_task(task) - ceiling_usd + ROUNDING_USD;
    const extra_usd = extra ? (envelopes.extra_usd ?? Infinity) : Infinity;
    const left_of_extra = extra_usd - spent.extra_usd - ceiling_usd + ROUNDING_USD;
    if (late) return { leave: job, because: 'total_wall' };
    if (left_usd < 0) return { leave: job, because: 'total_usd' };
    if (left_of_task < 0) return { leave: job, because: 'task_usd' };
    if (left_of_extra < 0) return { leave: job, because: 'extra_usd' };
    const reserved_of_task = reservedFor(running.filter((other) => other.task === task));
    if (reserved_of_task > left_of_task) blocked_tasks.add(task);
    else if (job.weight > free || reserved > left_usd || reserved_of_extra > left_of_extra) return 'wait';
    else return { begin: job };
  }
  return 'wait';
}

const sumValues = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/**
 * Computes the budget envelopes of a run that makes some of the planned attempts. Shards cannot exchange their
 * spending, so each gets a share in proportion to the ceilings of its attempts; the shares add up to the whole.
 */
export function computeBudgetEnvelopes(
  budget: PlannedBudget,
  planned: readonly PlannedAttempt[],
  isOwn: (attempt: PlannedAttempt) => boolean,
): BudgetEnvelopes {
  const { total_usd, task_usd, total_wall_ms } = budget;
  const all = new Map<string, { whole: number; own: number }>();
  const sums = { whole: 0, own: 0 };
  for (const attempt of planned) {
    const of_task = all.get(attempt.task) ?? { whole: 0, own: 0 };
    all.set(attempt.task, of_task);
    for (const sum of [sums, of_task]) {
      sum.whole += attempt.ceiling_usd;
      if (isOwn(attempt)) sum.own += attempt.ceiling_usd;
    }
  }
  return {
    total_usd: total_usd === null ? undefined : total_usd * computeShare(sums),
    task_usd: task_usd === null ? undefined : (task) => task_usd * computeShare(all.get(task) ?? { whole: 0, own: 0 }),
    total_wall_ms: total_wall_ms ?? undefined,
  };
}

/** Computes the share of a shard; the whole if nothing costs anything. */
const computeShare = ({ whole, own }: { whole: number; own: number }) => (whole === 0 ? 1 : own / whole);

/** Work that remains, for an estimate. */
interface RemainingWork {
  width: number;
  waiting: readonly { task: string; weight: number }[];
  running: readonly { task: string; weight: number; elapsed_ms: number }[];
}

/** Estimator of the remaining time, from the durations of attempts by task. */
interface DurationEstimator {
  add(task: string, wall_ms: number): void;
  /**
   * Estimates the time until everything is done, in milliseconds. Sums the mean of each task (of all tasks for an
   * unknown one), divided by the width, and at least the longest attempt.
   *
   * @returns undefined before the first duration
   */
  remaining_ms(work: RemainingWork): number | undefined;
}

/** Creates an estimator without any durations. */
export function createDurationEstimator(): DurationEstimator {
  const tasks = new Map<string, { sum: number; n: number }>();
  const all = { sum: 0, n: 0 };
  return {
    add(task, wall_ms) {
      const task_sum = tasks.get(task) ?? { sum: 0, n: 0 };
      tasks.set(task, task_sum);
      for (const durations of [task_sum, all]) {
        durations.sum += wall_ms;
        durations.n += 1;
      }
    },
    remaining_ms({ width, waiting, running }) {
      if (all.n === 0) return undefined;
      const expected = (task: string) => {
        const { sum, n } = tasks.get(task) ?? all;
        return sum / n;
      };
      const parts = [
        ...waiting.map(({ task, weight }) => ({ weight, ms: expected(task) })),
        ...running.map(({ task, weight, elapsed_ms }) => ({ weight, ms: Math.max(0, expected(task) - elapsed_ms) })),
      ];
      const work = parts.reduce((sum, { weight, ms }) => sum + weight * ms, 0);
      const longest = parts.reduce((most, { ms }) => Math.max(most, ms), 0);
      return Math.max(longest, work / width);
    },
  };
}
