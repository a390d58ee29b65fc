import { createArmNames } from '../../publish/report/view/gate_conclusion.js';
import { type BaselineTime, computeBaselineUsd } from '../../record/costs/cost_estimator.js';
import type { Arm, Plan } from '../../record/planning/plan.js';
import { computeBudgetEnvelopes } from '../../run/scheduler/choose_next_action.js';
import type { AttemptRunOptions } from '../attempts/attempt_job.js';

/**
 * Returns the options under which the attempts of a plan are run: weights, ceilings, envelopes and retries.
 *
 * @param shard shard of the plan, from 1; undefined = all
 */
export function createAttemptRunTerms(
  plan: Plan,
  shard?: number,
): Pick<AttemptRunOptions, 'envelopes' | 'retries' | 'weigh' | 'arms'> {
  const attempts = new Map(plan.attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const weights = new Map(plan.tasks.map(({ id, weight }) => [id, weight]));
  return {
    arms: createArmNames(plan),
    retries: plan.retries,
    envelopes: computeBudgetEnvelopes(plan.budget, plan.attempts, (one) => shard === undefined || one.shard === shard),
    weigh({ attempt_id, loaded }) {
      const planned = attempts.get(attempt_id);
      if (!planned) throw new Error(`${attempt_id} is not in the plan`);
      return { weight: weights.get(loaded.contract.id) ?? 1, ceiling_usd: planned.ceiling_usd };
    },
  };
}

/** Returns the price of a baseline's time; 0 also if there is none. */
export const computeHumanUsd = (time: BaselineTime | undefined): number => (time && computeBaselineUsd(time)) ?? 0;

/** Returns the time that people of an arm took for a task; undefined = the arm is no human baseline. */
export function getBaselineTime(
  arm: Pick<Arm, 'human_minutes' | 'human_usd_per_hour'>,
  task: string,
): BaselineTime | undefined {
  const minutes = arm.human_minutes?.[task];
  return minutes === undefined ? undefined : { minutes, usd_per_hour: arm.human_usd_per_hour ?? null };
}
