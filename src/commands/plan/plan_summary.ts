import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { Plan, PlannedAttempt, PlannedBudget } from '../../record/planning/plan.js';

/** Size and cost of a plan before it is run. */
export interface PlanSummary {
  attempts: number;
  /** Highest cost of all attempts, before any envelope. */
  cost_ceiling_usd: number;
  arms: { arm: string; attempts: number; cost_ceiling_usd: number }[];
  shards: ShardSummary[];
  /** Ids of attempts that an envelope excludes if all those before them cost their ceiling. */
  beyond_budget: string[];
}

/** Size and cost of a shard. */
interface ShardSummary {
  /** Name of the shard for `run --shard`. */
  shard: string;
  attempts: number;
  /** Expected duration; null = no attempt has been timed. Attempts without a time count as the mean. */
  expected_minutes: number | null;
  cost_ceiling_usd: number;
}

/** Summarises a plan. */
export function summarisePlan(plan: Pick<Plan, 'arms' | 'attempts' | 'shards' | 'budget'>): PlanSummary {
  const { attempts, shards } = plan;
  const inShards = Array.from({ length: shards }, (): PlannedAttempt[] => []);
  for (const attempt of attempts) inShards[attempt.shard - 1]?.push(attempt);
  return {
    attempts: attempts.length,
    cost_ceiling_usd: sumCeilings(attempts),
    arms: plan.arms.map(({ id }) => {
      const arm_attempts = attempts.filter(({ arm }) => arm === id);
      return { arm: id, attempts: arm_attempts.length, cost_ceiling_usd: sumCeilings(arm_attempts) };
    }),
    shards: inShards.map((own, i) => ({
      shard: `${i + 1}/${shards}`,
      attempts: own.length,
      expected_minutes: estimateMinutes(own),
      cost_ceiling_usd: sumCeilings(own),
    })),
    beyond_budget: findAttemptsOverBudget(plan),
  };
}

const sumCeilings = (attempts: readonly PlannedAttempt[]) =>
  roundUsd(attempts.reduce((sum, one) => sum + one.ceiling_usd, 0));

function estimateMinutes(attempts: readonly PlannedAttempt[]): number | null {
  const durations = attempts.flatMap(({ expected_ms }) => expected_ms ?? []);
  if (durations.length === 0) return null;
  const mean_ms = durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
  return Math.round((mean_ms * attempts.length) / 6000) / 10;
}

/** Returns the attempts that the envelopes exclude in the worst case. Cheaper attempts leave room for others. */
function findAttemptsOverBudget({ attempts, budget }: Pick<Plan, 'attempts' | 'budget'>): string[] {
  const left = new Map<string, number>();
  let left_usd = budget.total_usd ?? Infinity;
  return attempts.flatMap(({ attempt_id, task, ceiling_usd }) => {
    const left_of_task = left.get(task) ?? budget.task_usd ?? Infinity;
    if (ceiling_usd > roundUsd(left_usd) || ceiling_usd > roundUsd(left_of_task)) return [attempt_id];
    left_usd -= ceiling_usd;
    left.set(task, left_of_task - ceiling_usd);
    return [];
  });
}

/** Rounds to millionths: sums of decimal fractions are inexact. */
const roundUsd = (usd: number) => (Number.isFinite(usd) ? Math.round(usd * 1e6) / 1e6 : usd);

/** Formats a line for each arm that has attempts: how many, with which model, and the most that they can cost. */
export function formatArmLines({ arms }: Pick<PlanSummary, 'arms'>, plan: Pick<Plan, 'arms'>): string[] {
  const models = new Map(plan.arms.map(({ id, model }) => [id, model]));
  return arms.flatMap(({ arm, attempts, cost_ceiling_usd }) => {
    const model = models.get(arm) ?? null;
    const suffix = model === null ? '' : `, model ${safe(model)}`;
    const line = `arm ${safe(arm)}: ${formatQuantity(attempts, 'attempt')}${suffix}${formatCeiling(cost_ceiling_usd)}`;
    return attempts === 0 ? [] : [line];
  });
}

/** Formats the highest cost of attempts; what has no price costs nothing. */
export const formatCostCeiling = (usd: number): string =>
  usd === 0 ? 'no model is paid' : `at most ${usd.toFixed(2)} USD`;

/** Formats shards, envelopes, and what an envelope does not hold, without what is trivial. */
export function formatPlanLines({ shards, beyond_budget }: PlanSummary, budget: PlannedBudget): string[] {
  const shardLines = shards.map(({ shard, attempts, expected_minutes, cost_ceiling_usd }) => {
    const minutes = expected_minutes === null ? '' : `, about ${expected_minutes} min of attempts`;
    return `shard ${shard}: ${formatQuantity(attempts, 'attempt')}${minutes}${formatCeiling(cost_ceiling_usd)}`;
  });
  const envelopes = formatEnvelopes(budget);
  return [
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
