import { z } from 'zod';
import {
  betweenRunDeviation,
  consistencyGap,
  outcomeConsistencyOf,
  resourceConsistency,
  runVariance,
} from '../../statistics/consistency_gap.js';
import { passAtKOf, passHatKOf } from '../../statistics/pass_at_k.js';
import { mean } from '../../statistics/quantile.js';
import type { ClearScorer } from '../clear/clear_scorer.js';
import type { ArmUnits, TaskUnit } from '../trials/arm_units.js';
import type { Trial } from '../trials/trial.js';
import { consistencyReport } from './consistency_report.js';

/** Report of HAL. What it calls `pass_at_k` is `pass_hat_k` here: one name has one meaning in a file. */
const consistencyReportSchema = z.strictObject({
  pass_at_1: z.number().describe('share of all attempts that succeed'),
  pass_hat_k: z
    .number()
    .describe('share of tasks of which all k attempts succeed (pass^k); the source calls it pass_at_k'),
  consistency_gap: z.number().describe('pass_at_1 − pass_hat_k'),
  run_variance: z
    .number()
    .describe('of the success rate between passes, with n − 1 in the denominator; 0 for one pass'),
  clear_scores: z
    .array(z.number())
    .describe('per pass: share of its evaluations whose CLEAR score reached the threshold'),
  reasoning_paradox: z
    .boolean()
    .describe('the last two passes did worse than the first two by more than .05; never below four passes'),
  pareto_efficient: z.boolean().describe('on the front of the agents that are known'),
});

const estimateSchema = z.strictObject({
  value: z.number().nullable().describe('mean over tasks; null = no task has k decided runs'),
  tasks: z.int(),
  undefined_tasks: z.int().describe('with fewer than k decided runs: not in the value'),
  low: z.number().nullable().describe('with these as 0'),
  high: z.number().nullable().describe('with these as 1'),
});

/** Consistency of the attempts of an arm at the same task (requirement G3). */
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
    .describe('the report of the source, by which an attempt succeeds if its CLEAR score reaches the threshold'),
  hal_tasks: z.int().describe('tasks in it: those of which all k trials have a score'),
  hal_left_out: z.int(),
});
type ArmConsistency = z.infer<typeof armConsistencySchema>;

/** Lists the sizes k of the estimators: all up to 16, above that powers of two and k itself. */
function listEstimatorSizes(k: number): number[] {
  const all = Array.from({ length: k }, (_, i) => i + 1);
  return k <= 16 ? all : all.filter((each) => each === k || Math.log2(each) % 1 === 0);
}

/**
 * Computes the consistency of an arm.
 *
 * @param k size of the last estimator, and of the HAL report
 * @param clear scorer of single attempts, by which HAL counts successes
 */
export function computeArmConsistency(
  { arm, units }: ArmUnits,
  k: number,
  clear: ClearScorer,
  pareto_efficient: boolean,
): ArmConsistency {
  const runs = units.map(({ counts }) => ({ runs: counts.successes + counts.failures, successes: counts.successes }));
  const estimators = listEstimatorSizes(k).map((each) => ({
    k: each,
    pass_at_k: passAtKOf(runs, each),
    pass_hat_k: passHatKOf(runs, each),
  }));
  const gap = consistencyGap(runs, k);
  const scored = units.flatMap((unit) => selectPasses(unit, k, (trial) => clear.hasReachedThreshold(trial)) ?? []);
  return {
    arm: arm.id,
    k,
    estimators,
    spread_gap: gap.at_least_one_less_all,
    consistency_gap: gap.one_less_all,
    within_task_variance: runVariance(runs, 1).value,
    between_run_sd: computeBetweenRunDeviation(units, k),
    reliability: {
      outcome: outcomeConsistencyOf(runs).value,
      resource: computeResourceConsistency(units),
      trajectory: null,
    },
    hal:
      scored.length === 0
        ? null
        : createStoredReport(
            Array.from({ length: k }, (_, pass) => scored.map((task) => task[pass]!)),
            pareto_efficient,
          ),
    hal_tasks: scored.length,
    hal_left_out: units.length - scored.length,
  };
}

function createStoredReport(
  passes: readonly (readonly boolean[])[],
  pareto_efficient: boolean,
): NonNullable<ArmConsistency['hal']> {
  const { pass_at_1, pass_at_k, ...report } = consistencyReport(passes, pareto_efficient);
  return { pass_at_1, pass_hat_k: pass_at_k, ...report };
}

/**
 * Returns the results of trials 1 to k of a task, by trial.
 *
 * @returns undefined if one of them is missing or undecided
 */
function selectPasses(unit: TaskUnit, k: number, of: (trial: Trial) => boolean | null): [boolean[]] | undefined {
  const by_trial = new Map(unit.trials.map((trial) => [trial.trial, of(trial)]));
  const passes = Array.from({ length: k }, (_, i) => by_trial.get(i + 1) ?? null);
  return passes.every((pass) => pass !== null) ? [passes as boolean[]] : undefined;
}

function computeBetweenRunDeviation(units: readonly TaskUnit[], k: number): number | null {
  const decided = units.flatMap(
    (unit) =>
      selectPasses(unit, k, ({ outcome }) =>
        outcome === 'success' || outcome === 'failure' ? outcome === 'success' : null,
      ) ?? [],
  );
  if (decided.length === 0) return null;
  const rates = Array.from({ length: k }, (_, pass) => decided.filter((task) => task[pass]).length / decided.length);
  return betweenRunDeviation(rates);
}

/** Computes the mean over resources of the mean over tasks. A resource that was not measured is left out. */
function computeResourceConsistency(units: readonly TaskUnit[]): number | null {
  const collect = (value: (trial: Trial) => number | null) =>
    computeKnownMean(
      units.map(({ trials }) => {
        const values = trials.filter(({ outcome }) => outcome !== 'invalid').map(value);
        return values.length >= 2 && values.every((each) => each !== null)
          ? resourceConsistency(values as number[])
          : null;
      }),
    );
  return computeKnownMean([
    collect(({ cost }) => cost.total_usd),
    collect(({ wall_ms }) => wall_ms),
    collect(({ cost }) => (cost.requests === 0 ? null : cost.requests)),
  ]);
}

/**
 * Computes the mean of the known values.
 *
 * @returns null if none is known
 */
function computeKnownMean(values: readonly (number | null)[]): number | null {
  return mean(values.filter((value) => value !== null));
}
