import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { Plan } from '../../record/planning/plan.js';
import { computeBudgetEnvelopes } from '../../run/scheduler/choose_next_action.js';

/** Tolerance for sums of decimal fractions, in USD. */
const ROUNDING_USD = 1e-9;

/**
 * Warns about shards whose share of an envelope is below the cost of one of their attempts.
 *
 * Such an attempt is never begun, though the whole envelope would have room. A plan of one shard has the whole.
 */
export function findShardBudgetWarnings({
  attempts,
  budget,
  shards,
}: Pick<Plan, 'attempts' | 'budget' | 'shards'>): string[] {
  if (shards === 1) return [];
  const [short_total, short_task] = [new Set<number>(), new Set<number>()];
  const [total_usd, task_usd] = [budget.total_usd ?? Infinity, budget.task_usd ?? Infinity];
  for (let shard = 1; shard <= shards; shard++) {
    const share = computeBudgetEnvelopes(budget, attempts, (one) => one.shard === shard);
    for (const { task, ceiling_usd } of attempts.filter((one) => one.shard === shard)) {
      // An attempt that exceeds the whole envelope is not a matter of shares.
      if (ceiling_usd > total_usd || ceiling_usd > task_usd) continue;
      if (ceiling_usd > (share.total_usd ?? Infinity) + ROUNDING_USD) short_total.add(shard);
      if (ceiling_usd > (share.task_usd?.(task) ?? Infinity) + ROUNDING_USD) short_task.add(shard);
    }
  }
  return [
    ...formatBudgetWarning('the suite', short_total, shards),
    ...formatBudgetWarning('a task', short_task, shards),
  ];
}

function formatBudgetWarning(of: string, short: ReadonlySet<number>, shards: number): string[] {
  if (short.size === 0) return [];
  const examples = [...short].slice(0, 5).join(', ') + (short.size > 5 ? ', …' : '');
  return [
    `the envelope of ${of} is too small for ${formatQuantity(shards, 'shard')}: ` +
      `of ${short.size} (${examples}) the share is ` +
      `less than one attempt may cost, so that some attempts are never begun; take fewer shards, or a larger ` +
      `envelope`,
  ];
}
