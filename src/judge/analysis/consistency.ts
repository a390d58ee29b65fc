import { z } from 'zod';
import {
  betweenRunDeviation,
  consistencyGap,
  outcomeConsistencyOf,
  resourceConsistency,
  runVariance,
} from '../statistics/consistency.js';
import { passAtKOf, passHatKOf } from '../statistics/passes.js';
import { mean } from '../statistics/quantile.js';
import type { ClearAttempts } from './clear_attempts.js';
import { consistencyReport } from './consistency_report.js';
import { consistencyReportSchema } from './consistency_schema.js';
import type { Trial } from './trial.js';
import type { ArmUnits, Unit } from './units.js';

const estimateSchema = z.strictObject({
  value: z.number().nullable().describe('mean over tasks; null = no task has k decided runs'),
  tasks: z.int(),
  undefined_tasks: z.int().describe('with fewer than k decided runs: not in the value'),
  low: z.number().nullable().describe('with these as 0'),
  high: z.number().nullable().describe('with these as 1'),
});

/** How alike the attempts of an arm at the same task are (G3). */
export const armConsistencySchema = z.strictObject({
  arm: z.string(),
  k: z.int(),
  estimators: z
    .array(
      z.strictObject({
        k: z.int(),
        pass_at_k: estimateSchema.describe('at least one of k runs succeeds: 1 − C(n − c, k) / C(n, k)'),
        pass_hat_k: estimateSchema.describe('all of k runs succeed: C(c, k) / C(n, k)'),
      }),
    )
    .describe('without bias, over decided runs'),
  spread_gap: z
    .number()
    .nullable()
    .describe(
      'pass_at_k − pass_hat_k at the same k, over tasks with k decided runs; 0 when every task is all or nothing',
    ),
  consistency_gap: z.number().nullable().describe('pass_hat_1 − pass_hat_k, over tasks with k decided runs'),
  within_task_variance: z
    .number()
    .nullable()
    .describe('mean over tasks with two decided runs or more of n/(n − 1)·p(1 − p)'),
  between_run_sd: z
    .number()
    .nullable()
    .describe(
      'standard deviation (n − 1) over trials of the success rate, over tasks of which all k trials are decided',
    ),
  reliability: z
    .strictObject({
      outcome: z.number().nullable().describe('mean over tasks of (2p − 1)²; tasks with two decided runs or more'),
      resource: z
        .number()
        .nullable()
        .describe('mean over cost, time and requests of the mean over tasks of exp(−CV), CV with n − 1'),
      trajectory: z.null().describe('is not measured: result lines hold no trajectories'),
    })
    .describe("HAL's reliability; its overall figure needs all three parts"),
  hal: consistencyReportSchema
    .nullable()
    .describe('the report of the source: its pass_at_k is our pass_hat_k, its success a CLEAR score at the threshold'),
  hal_tasks: z.int().describe('tasks in it: those of which all k trials have a score'),
  hal_left_out: z.int(),
});
export type ArmConsistency = z.infer<typeof armConsistencySchema>;

/** Up to 16 all, above powers of two and k itself. */
function steps(k: number): number[] {
  const all = Array.from({ length: k }, (_, i) => i + 1);
  return k <= 16 ? all : all.filter((each) => each === k || Math.log2(each) % 1 === 0);
}

/**
 * @param k of the last estimator, and of the source's report
 * @param clear scores of single attempts, by which the source counts successes
 */
export function armConsistency(
  { arm, units }: ArmUnits,
  k: number,
  clear: ClearAttempts,
  pareto_efficient: boolean,
): ArmConsistency {
  const runs = units.map(({ counts }) => ({ runs: counts.successes + counts.failures, successes: counts.successes }));
  const estimators = steps(k).map((each) => ({
    k: each,
    pass_at_k: passAtKOf(runs, each),
    pass_hat_k: passHatKOf(runs, each),
  }));
  const gap = consistencyGap(runs, k);
  const scored = units.flatMap((unit) => passesOf(unit, k, (trial) => clear.reached(trial)) ?? []);
  return {
    arm: arm.id,
    k,
    estimators,
    spread_gap: gap.at_least_one_less_all,
    consistency_gap: gap.one_less_all,
    within_task_variance: runVariance(runs, 1).value,
    between_run_sd: betweenRuns(units, k),
    reliability: {
      outcome: outcomeConsistencyOf(runs).value,
      resource: resources(units),
      trajectory: null,
    },
    hal:
      scored.length === 0
        ? null
        : consistencyReport(
            Array.from({ length: k }, (_, pass) => scored.map((task) => task[pass]!)),
            pareto_efficient,
          ),
    hal_tasks: scored.length,
    hal_left_out: units.length - scored.length,
  };
}

/** What trials 1..k of a task say, by trial; undefined unless each says something. */
function passesOf(unit: Unit, k: number, of: (trial: Trial) => boolean | null): [boolean[]] | undefined {
  const by = new Map(unit.trials.map((trial) => [trial.trial, of(trial)]));
  const passes = Array.from({ length: k }, (_, i) => by.get(i + 1) ?? null);
  return passes.every((pass) => pass !== null) ? [passes as boolean[]] : undefined;
}

function betweenRuns(units: readonly Unit[], k: number): number | null {
  const decided = units.flatMap(
    (unit) =>
      passesOf(unit, k, ({ outcome }) => (outcome === 'success' ? true : outcome === 'failure' ? false : null)) ?? [],
  );
  if (decided.length === 0) return null;
  const rates = Array.from({ length: k }, (_, pass) => decided.filter((task) => task[pass]).length / decided.length);
  return betweenRunDeviation(rates);
}

/** Per resource the mean over tasks, then the mean over resources: one that nobody measured is left out. */
function resources(units: readonly Unit[]): number | null {
  const of = (value: (trial: Trial) => number | null) =>
    meanOf(
      units.map(({ trials }) => {
        const values = trials.filter(({ outcome }) => outcome !== 'invalid').map(value);
        return values.length >= 2 && values.every((each) => each !== null)
          ? resourceConsistency(values as number[])
          : null;
      }),
    );
  return meanOf([
    of(({ cost }) => cost.total_usd),
    of(({ wall_ms }) => wall_ms),
    of(({ cost }) => (cost.requests === 0 ? null : cost.requests)),
  ]);
}

/** Over those that are known; null when none is. */
function meanOf(values: readonly (number | null)[]): number | null {
  return mean(values.filter((value) => value !== null));
}
