import { z } from 'zod';
import type { Interval } from '../../statistics/interval.js';
import { outerInterval, rateBoundsOf } from '../../statistics/rate_bounds.js';
import { rateInterval } from '../../statistics/rate_interval.js';
import {
  addOutcomeCounts,
  countAttempts,
  countDecided,
  countOutcomes,
  countScorable,
  type OutcomeCounts,
} from '../trials/outcome_counts.js';
import type { Trial } from '../trials/trial.js';

/** Interval on the scale of its estimate. */
export const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

/** Success rate with all its denominators and counts (requirement G1). */
export const successRateSchema = z.strictObject({
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
export type SuccessRate = z.infer<typeof successRateSchema>;

/**
 * Computes the success rate over tasks. Acceptance errors stay in the denominator of `point`. `complete_case` leaves
 * them out, and `bounds` shows what they could have changed. Without a decided attempt, `point` and `interval` are
 * null. With one task, the interval is about further runs of it.
 *
 * @param tasks counts of each task
 * @param elsewhere missing attempts of unknown tasks; they widen the bounds by their share
 */
export function computeSuccessRate(tasks: readonly OutcomeCounts[], confidence = 0.95, elsewhere = 0): SuccessRate {
  const sum = addOutcomeCounts(tasks);
  sum.missing += elsewhere;
  const [total, scorable, decided] = [countAttempts(sum), countScorable(sum), countDecided(sum)];
  const estimate = (runs: (task: OutcomeCounts) => number, successes: (task: OutcomeCounts) => number) =>
    rateInterval(
      tasks.map((task) => ({ runs: runs(task), successes: successes(task) })),
      confidence,
    );
  const primary = estimate(countScorable, (task) => task.successes);
  const complete = estimate(countDecided, (task) => task.successes);
  const outcomes = tasks.map(({ successes, failures, ...undecided }) => ({
    successes,
    failures,
    undecided: undecided.indeterminate + undecided.invalid + undecided.missing,
  }));
  // The tasks of attempts elsewhere are unknown, so they count by their share.
  const known_share = total === 0 ? 0 : (total - elsewhere) / total;
  const widened = (bounds: Interval | null) =>
    total === 0
      ? null
      : { low: (bounds?.low ?? 0) * known_share, high: (bounds?.high ?? 1) * known_share + (1 - known_share) };
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

/** Computes the success rate of trials. Trials of different versions of a task count as different tasks. */
export function computeTrialSuccessRate(
  trials: Iterable<Pick<Trial, 'task' | 'version' | 'outcome'>>,
  missing = 0,
  confidence = 0.95,
): SuccessRate {
  const tasks = new Map<string, Pick<Trial, 'outcome'>[]>();
  for (const trial of trials) {
    const key = `${trial.task}\n${trial.version}`;
    const group = tasks.get(key);
    if (group) group.push(trial);
    else tasks.set(key, [trial]);
  }
  return computeSuccessRate(
    [...tasks.values()].map((own) => countOutcomes(own)),
    confidence,
    missing,
  );
}
