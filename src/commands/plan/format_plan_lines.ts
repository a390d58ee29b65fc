import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { PlannedBudget } from '../../record/planning/plan.js';
import type { PlanSummary } from './plan_summary.js';

/** Formats the summary of a plan, without what is trivial. */
export function formatPlanLines({ arms, shards, beyond_budget }: PlanSummary, budget: PlannedBudget): string[] {
  const dear = arms.filter(({ cost_ceiling_usd }) => cost_ceiling_usd > 0);
  const armLines = arms.map(
    ({ arm, attempts, cost_ceiling_usd }) =>
      `arm ${safe(arm)}: ${formatQuantity(attempts, 'attempt')}${formatCeiling(cost_ceiling_usd)}`,
  );
  const shardLines = shards.map(({ shard, attempts, expected_minutes, cost_ceiling_usd }) => {
    const minutes = expected_minutes === null ? '' : `, about ${expected_minutes} min of attempts`;
    return `shard ${shard}: ${formatQuantity(attempts, 'attempt')}${minutes}${formatCeiling(cost_ceiling_usd)}`;
  });
  const envelopes = formatEnvelopes(budget);
  return [
    ...(arms.length > 1 && (dear.length > 0 || shards.length > 1) ? armLines : []),
    ...(shards.length > 1 ? shardLines : []),
    ...(envelopes.length > 0 ? [`envelopes: ${envelopes.join(', ')}`] : []),
    ...(beyond_budget.length > 0
      ? [
          `${formatQuantity(beyond_budget.length, 'attempt')} would not be begun if all others cost their ceiling: ` +
            `${beyond_budget.slice(0, 5).join(', ')}${beyond_budget.length > 5 ? ', …' : ''}`,
        ]
      : []),
  ];
}

const formatCeiling = (usd: number) => (usd === 0 ? '' : `, at most ${usd.toFixed(2)} USD`);

function formatEnvelopes({ total_usd, task_usd, run_usd, run_tokens, total_wall_ms }: PlannedBudget): string[] {
  return [
    ...(total_usd === null ? [] : [`${total_usd.toFixed(2)} USD in all`]),
    ...(task_usd === null ? [] : [`${task_usd.toFixed(2)} USD a task`]),
    ...(run_usd === null ? [] : [`${run_usd.toFixed(2)} USD an attempt`]),
    ...(run_tokens === null ? [] : [`${formatQuantity(run_tokens, 'token')} an attempt`]),
    ...(total_wall_ms === null ? [] : [`${Math.round(total_wall_ms / 60_000)} min`]),
  ];
}
