import { sumDollars } from '../../record/costs/cost_estimator.js';
import type { CostInputs } from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';

/** Projected cost in USD after some attempts of a plan. It is a projection for planning, no result. */
export interface CostProjectionPoint {
  attempts: number;
  stage: number;
  task: string;
  trial: number;
  /** Cost by units, quantities and time of people. null = a part has no price or no quantity. */
  expected_usd: number | null;
  /**
   * Cost if every attempt reaches its cap, or what is expected where that is more: no cap holds what is not metered.
   * People take their time.
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
    ceiling += Math.max(ceiling_usd, one?.expected_usd ?? 0) + (one?.people_usd ?? 0);
    const next = attempts[i + 1];
    if (next !== undefined && next.task === task && next.trial === trial) return;
    points.push({
      ...{ attempts: i + 1, stage: stageOf(attempt_id), task, trial },
      expected_usd: expected,
      ceiling_usd: ceiling,
    });
  });
  return points;
}
