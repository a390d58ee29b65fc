import type { Arm, Plan, PlannedAttempt } from '../record/plan.js';
import { envelopesOf } from '../run/suite/envelopes.js';
import type { Making } from './making.js';

const MINUTES_PER_HOUR = 60;

/** On what terms a plan is carried out: what attempts weigh and may cost, within which envelopes, how often they are tried. @param shard which of the plan's; undefined = all */
export function termsOf(plan: Plan, shard?: number): Pick<Making, 'envelopes' | 'retries' | 'weigh'> {
  const attempts = new Map(plan.attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const weights = new Map(plan.tasks.map(({ id, weight }) => [id, weight]));
  const arms = new Map(plan.arms.map((arm) => [arm.id, arm]));
  return {
    retries: plan.retries,
    envelopes: envelopesOf(plan.budget, plan.attempts, (one) => shard === undefined || one.shard === shard),
    weigh({ attempt_id, loaded }) {
      const planned = attempts.get(attempt_id);
      if (!planned) throw new Error(`${attempt_id} is not in the plan`);
      return {
        weight: weights.get(loaded.contract.id) ?? 1,
        ceiling_usd: planned.ceiling_usd,
        human_usd: humanUsd(planned, arms.get(planned.arm)),
      };
    },
  };
}

/** What the time of people costs that a baseline took; 0 also where their time has no price. */
function humanUsd({ task }: PlannedAttempt, arm: Arm | undefined): number {
  const minutes = arm?.human_minutes?.[task] ?? 0;
  return (minutes / MINUTES_PER_HOUR) * (arm?.human_usd_per_hour ?? 0);
}
