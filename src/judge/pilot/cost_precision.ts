import { z } from 'zod';
import { sumDollars } from '../../record/costs/cost_estimator.js';
import type { CostInputs, PilotProtocol } from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { normalQuantile } from '../statistics/normal_cdf.js';
import { differenceVariance, minimumDetectableEffect, pairedPower } from '../statistics/paired_power.js';

const figureSchema = z.number().nullable();

/**
 * Format of `cost_precision.json`: planned cost against precision, around the plan. It is a projection for planning, no
 * result.
 */
export const costPrecisionSchema = z.strictObject({
  schema: z.literal(1),
  label: z.literal('projection for planning, no result'),
  confidence: z.number().describe('of one comparison: 1 − alpha of the pilot divided by the comparisons'),
  minimum_effect: z.number(),
  power_wanted: z.number(),
  components: z
    .strictObject({ between: z.number(), within_a: z.number(), within_b: z.number() })
    .nullable()
    .describe('variances that are assumed'),
  cost: z
    .enum(['expected', 'caps'])
    .describe('by units and quantities; by caps where something has no quantity or price'),
  points: z.array(
    z.strictObject({
      tasks: z.int(),
      trials: z.int(),
      attempts: z.int().describe('of all arms'),
      planned_usd: z.number(),
      half_width: figureSchema.describe('of the interval of a difference between two arms, by the normal distribution'),
      minimum_detectable_effect: figureSchema,
      power: figureSchema.describe('of the paired t-test at the effect that would matter'),
      within_budget: z.boolean().nullable().describe('planned cost against B_total; null = there is none'),
      is_plan: z.boolean(),
    }),
  ),
  monotone: z
    .boolean()
    .describe('sanity: more tasks or trials never cost less, and never give a wider interval or less power'),
});
export type CostPrecision = z.infer<typeof costPrecisionSchema>;

/** Multiples of the planned tasks that are computed. */
const TASK_MULTIPLES = [0.25, 0.5, 1, 2, 4];
/** Multiples of the planned trials that are computed. */
const TRIAL_MULTIPLES = [0.5, 1, 2];

/** Computes cost and precision of a comparison of two arms for tasks and trials around the plan. */
export function computeCostPrecision(
  inputs: CostInputs,
  { power, budget }: Pick<PilotProtocol, 'power' | 'budget'>,
): CostPrecision {
  const { components, alpha, minimum_effect, power_wanted } = power;
  const isExpected = inputs.arms.every(({ expected_usd, people_usd }) => expected_usd !== null && people_usd !== null);
  // One attempt of every arm.
  const block_usd = inputs.arms.reduce(
    (sum, { expected_usd, ceiling_usd, people_usd }) =>
      sum + (isExpected ? expected_usd! : ceiling_usd) + (people_usd ?? 0),
    0,
  );
  const around = (value: number, by: readonly number[]) => [
    ...new Set(by.map((times) => Math.max(1, Math.round(value * times)))),
  ];
  const points = around(power.tasks, TASK_MULTIPLES).flatMap((tasks) =>
    around(power.trials, TRIAL_MULTIPLES).map((trials) => {
      const design = components === null ? null : { ...components, trials_a: trials, trials_b: trials };
      const planned_usd = tasks * trials * block_usd;
      return {
        tasks,
        trials,
        attempts: tasks * trials * inputs.arms.length,
        planned_usd,
        half_width: design && normalQuantile(1 - alpha / 2) * Math.sqrt(differenceVariance(design) / tasks),
        minimum_detectable_effect:
          design && minimumDetectableEffect(design, tasks, { alpha, power: power_wanted, method: 't' }),
        power: design && pairedPower(design, tasks, minimum_effect, { alpha }),
        within_budget: budget.total_usd === null ? null : planned_usd <= budget.total_usd,
        is_plan: tasks === power.tasks && trials === power.trials,
      };
    }),
  );
  return {
    schema: 1,
    label: 'projection for planning, no result',
    confidence: 1 - alpha,
    minimum_effect,
    power_wanted,
    components,
    cost: isExpected ? 'expected' : 'caps',
    points,
    monotone: isMonotone(points),
  };
}

function isMonotone(points: CostPrecision['points']): boolean {
  const rises = (less: number | null, more: number | null) => less === null || more === null || more >= less - 1e-9;
  return points.every((a) =>
    points.every(
      (b) =>
        a.tasks < b.tasks ||
        a.trials < b.trials ||
        (rises(b.planned_usd, a.planned_usd) && rises(a.half_width, b.half_width) && rises(b.power, a.power)),
    ),
  );
}

/** Projected cost in USD after some attempts of a plan. It is a projection for planning, no result. */
export interface CostProjectionPoint {
  attempts: number;
  stage: number;
  task: string;
  trial: number;
  /** Cost by units, quantities and time of people. null = a part has no price or no quantity. */
  expected_usd: number | null;
  /**
   * Cost if every attempt reaches its cap and people take their time, or what is expected where that is more: no cap
   * holds what is not metered.
   */
  ceiling_usd: number;
}

/**
 * Projects the cost of a pilot's attempts, in their order. There is one point after each block of a task and trial, in
 * which every arm has its attempt.
 *
 * @param stageOf stage of an attempt
 */
export function projectCost(
  { attempts }: Pick<Plan, 'attempts'>,
  { arms }: Pick<CostInputs, 'arms'>,
  stageOf: (attempt_id: string) => number,
): CostProjectionPoint[] {
  const by_arm = new Map(arms.map((one) => [one.arm, one]));
  const points: CostProjectionPoint[] = [];
  let expected: number | null = 0;
  let ceiling = 0;
  attempts.forEach(({ attempt_id, arm, task, trial, ceiling_usd }, i) => {
    const one = by_arm.get(arm);
    expected = sumDollars([expected, sumDollars([one?.expected_usd ?? null, one?.people_usd ?? null])]);
    ceiling += Math.max(ceiling_usd, one?.expected_usd ?? 0);
    const next = attempts[i + 1];
    if (next !== undefined && next.task === task && next.trial === trial) return;
    points.push({
      ...{ attempts: i + 1, stage: stageOf(attempt_id), task, trial },
      expected_usd: expected,
      ceiling_usd: Math.max(ceiling, expected ?? 0),
    });
  });
  return points;
}
