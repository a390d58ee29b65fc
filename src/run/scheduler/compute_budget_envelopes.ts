import type { PlannedAttempt, PlannedBudget } from '../../record/planning/plan.js';
import type { BudgetEnvelopes } from './choose_next_action.js';

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
