import type { PlannedAttempt, PlannedBudget } from '../../record/plan.js';
import type { Envelopes } from './schedule.js';

/**
 * The envelopes of a run that makes some of the planned attempts. Shards cannot ask each other what they have spent, so each has its share,
 * by what its attempts may cost at most: together they come to the whole, and every one is held by somebody who can count.
 */
export function envelopesOf(
  budget: PlannedBudget,
  planned: readonly PlannedAttempt[],
  isOwn: (attempt: PlannedAttempt) => boolean,
): Envelopes {
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
    total_usd: total_usd === null ? undefined : total_usd * share(sums),
    task_usd: task_usd === null ? undefined : (task) => task_usd * share(all.get(task) ?? { whole: 0, own: 0 }),
    total_wall_ms: total_wall_ms ?? undefined,
  };
}

/** Of what costs nothing, the whole. */
const share = ({ whole, own }: { whole: number; own: number }) => (whole === 0 ? 1 : own / whole);
