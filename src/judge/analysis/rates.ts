import { z } from 'zod';
import { outerInterval, rateBoundsOf } from '../statistics/bounds.js';
import { rateInterval } from '../statistics/clusters.js';
import type { Interval } from '../statistics/intervals.js';
import { addedUp, attemptsIn, decidedIn, type OutcomeCounts, outcomeCounts, scorableIn } from './outcome_counts.js';
import type { Trial } from './trial.js';

export const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

/** A success rate with everything a reader needs to doubt it (G1; executable contracts §3.1): every denominator, every count. */
export const rateSchema = z.strictObject({
  successes: z.int(),
  failures: z.int(),
  indeterminate: z.int().describe('acceptance errors'),
  invalid: z.int(),
  missing: z.int().describe('planned attempts without a result'),
  total: z.int().describe('all of them'),
  scorable: z.int().describe('successes, failures and acceptance errors: the denominator of `point`'),
  decided: z.int().describe('successes and failures'),
  tasks: z.int().describe('with at least one scorable run: what the interval is about'),
  point: z.number().nullable().describe('mean of the task means over scorable runs; null = no run was decided'),
  interval: intervalSchema.nullable().describe('Wilson on the effective number of runs'),
  n_eff: z.number().describe('independent runs that would say as much'),
  icc: z.number().nullable().describe('correlation of runs of one task; null = cannot be told'),
  complete_case: z
    .strictObject({ point: z.number(), interval: intervalSchema })
    .nullable()
    .describe('the same over decided runs only; null = there is none'),
  bounds: intervalSchema
    .nullable()
    .describe('every undecided or missing attempt as a failure, and as a success; null = no attempt'),
  outer: intervalSchema
    .nullable()
    .describe('lower end of the interval of the lower bound to upper end of that of the upper'),
  coverage: z.number().nullable().describe('decided / total'),
  error_rate: z.number().nullable().describe('acceptance errors / scorable'),
  indeterminate_rate: z
    .number()
    .nullable()
    .describe('acceptance errors, invalid and missing attempts / total: what the harness could not ascertain'),
  invalid_fraction: z.number().nullable().describe('invalid / attempts with a result'),
});
export type Rate = z.infer<typeof rateSchema>;

/**
 * The success rate over tasks. Acceptance errors stay in the denominator of `point`, as the source has its primary metric; `complete_case`
 * leaves them out, and `bounds` says what they could have changed.
 *
 * No attempts, or none that was decided: `point` and `interval` are null, since nothing is known of the agent. One task: the interval
 * is about further runs of that task.
 *
 * @param tasks counts of each task
 * @param elsewhere missing attempts of which nobody knows the task: they widen the bounds by their share
 */
export function rateOf(tasks: readonly OutcomeCounts[], confidence = 0.95, elsewhere = 0): Rate {
  const sum = addedUp(tasks);
  sum.missing += elsewhere;
  const [total, scorable, decided] = [attemptsIn(sum), scorableIn(sum), decidedIn(sum)];
  const over = (runs: (task: OutcomeCounts) => number, successes: (task: OutcomeCounts) => number) =>
    rateInterval(
      tasks.map((task) => ({ runs: runs(task), successes: successes(task) })),
      confidence,
    );
  const primary = over(scorableIn, (task) => task.successes);
  const complete = over(decidedIn, (task) => task.successes);
  const outcomes = tasks.map(({ successes, failures, ...undecided }) => ({
    successes,
    failures,
    undecided: undecided.indeterminate + undecided.invalid + undecided.missing,
  }));
  // Nobody knows the tasks of attempts elsewhere, so they count by their share.
  const known = total === 0 ? 0 : (total - elsewhere) / total;
  const widened = (bounds: Interval | null) =>
    total === 0 ? null : { low: (bounds?.low ?? 0) * known, high: (bounds?.high ?? 1) * known + (1 - known) };
  return {
    ...sum,
    total,
    scorable,
    decided,
    tasks: primary.tasks,
    point: decided === 0 ? null : primary.point,
    interval: decided === 0 ? null : primary.interval,
    n_eff: primary.n_eff,
    icc: primary.icc,
    complete_case: complete.point === null ? null : { point: complete.point, interval: complete.interval! },
    bounds: widened(rateBoundsOf(outcomes)),
    outer: widened(outerInterval(outcomes, confidence)),
    coverage: total === 0 ? null : decided / total,
    error_rate: scorable === 0 ? null : sum.indeterminate / scorable,
    indeterminate_rate: total === 0 ? null : (total - decided) / total,
    invalid_fraction: scorable + sum.invalid === 0 ? null : sum.invalid / (scorable + sum.invalid),
  };
}

/** The success rate of trials; trials of different versions of a task are different tasks. */
export function successRate(
  trials: Iterable<Pick<Trial, 'task' | 'version' | 'outcome'>>,
  missing = 0,
  confidence = 0.95,
): Rate {
  const tasks = new Map<string, Pick<Trial, 'outcome'>[]>();
  for (const trial of trials) {
    const key = `${trial.task}\n${trial.version}`;
    const known = tasks.get(key);
    if (known) known.push(trial);
    else tasks.set(key, [trial]);
  }
  return rateOf(
    [...tasks.values()].map((own) => outcomeCounts(own)),
    confidence,
    missing,
  );
}
