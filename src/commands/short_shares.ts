import { counted } from '../publish/report/quantities.js';
import type { Plan } from '../record/plan.js';
import { envelopesOf } from '../run/suite/envelopes.js';

/** Sums of decimal fractions are not exact. */
const ROUNDING_USD = 1e-9;

/**
 * Warns where a shard has less of an envelope than one of its attempts may cost: that attempt is not begun there, though the whole envelope
 * would have had room. A plan of one shard has the whole.
 */
export function shortShares({ attempts, budget, shards }: Pick<Plan, 'attempts' | 'budget' | 'shards'>): string[] {
  if (shards === 1) return [];
  const [short_total, short_task] = [new Set<number>(), new Set<number>()];
  const [total_usd, task_usd] = [budget.total_usd ?? Infinity, budget.task_usd ?? Infinity];
  for (let shard = 1; shard <= shards; shard++) {
    const share = envelopesOf(budget, attempts, (one) => one.shard === shard);
    for (const { task, ceiling_usd } of attempts.filter((one) => one.shard === shard)) {
      // What does not fit into the whole either is no matter of shares.
      if (ceiling_usd > total_usd || ceiling_usd > task_usd) continue;
      if (ceiling_usd > (share.total_usd ?? Infinity) + ROUNDING_USD) short_total.add(shard);
      if (ceiling_usd > (share.task_usd?.(task) ?? Infinity) + ROUNDING_USD) short_task.add(shard);
    }
  }
  return [...warning('the suite', short_total, shards), ...warning('a task', short_task, shards)];
}

function warning(of: string, short: ReadonlySet<number>, shards: number): string[] {
  if (short.size === 0) return [];
  const which = [...short].slice(0, 5).join(', ') + (short.size > 5 ? ', …' : '');
  return [
    `the envelope of ${of} is too small for ${counted(shards, 'shard')}: of ${short.size} (${which}) the share is less than one attempt may cost, so that some attempts are never begun; take fewer shards, or a larger envelope`,
  ];
}
