import type { Plan, PlannedAttempt } from '../record/plan.js';

/** What a plan comes to, before anything is run. */
export interface PlanSummary {
  attempts: number;
  /** Most that all attempts can cost in model calls, before any envelope. */
  cost_ceiling_usd: number;
  arms: { arm: string; attempts: number; cost_ceiling_usd: number }[];
  shards: ShardSummary[];
  /** Ids of attempts that an envelope leaves no room for if all those before them cost their ceiling. */
  beyond_budget: string[];
}

export interface ShardSummary {
  /** As `run --shard` has it. */
  shard: string;
  attempts: number;
  /** null = no attempt of it has been timed; of a few that have not, the mean is taken. */
  expected_minutes: number | null;
  cost_ceiling_usd: number;
}

export function summaryOf(plan: Pick<Plan, 'arms' | 'attempts' | 'shards' | 'budget'>): PlanSummary {
  const { attempts, shards } = plan;
  const inShards = Array.from({ length: shards }, (): PlannedAttempt[] => []);
  for (const attempt of attempts) inShards[attempt.shard - 1]!.push(attempt);
  return {
    attempts: attempts.length,
    cost_ceiling_usd: ceilingOf(attempts),
    arms: plan.arms.map(({ id }) => {
      const own = attempts.filter(({ arm }) => arm === id);
      return { arm: id, attempts: own.length, cost_ceiling_usd: ceilingOf(own) };
    }),
    shards: inShards.map((own, i) => ({
      shard: `${i + 1}/${shards}`,
      attempts: own.length,
      expected_minutes: minutesOf(own),
      cost_ceiling_usd: ceilingOf(own),
    })),
    beyond_budget: beyondBudget(plan),
  };
}

const ceilingOf = (attempts: readonly PlannedAttempt[]) =>
  rounded(attempts.reduce((sum, one) => sum + one.ceiling_usd, 0));

function minutesOf(attempts: readonly PlannedAttempt[]): number | null {
  const known = attempts.flatMap(({ expected_ms }) => expected_ms ?? []);
  if (known.length === 0) return null;
  const mean_ms = known.reduce((sum, ms) => sum + ms, 0) / known.length;
  return Math.round((mean_ms * attempts.length) / 6000) / 10;
}

/** At worst. Attempts that cost less than their ceiling leave room for others. */
function beyondBudget({ attempts, budget }: Pick<Plan, 'attempts' | 'budget'>): string[] {
  const left = new Map<string, number>();
  let left_usd = budget.total_usd ?? Infinity;
  return attempts.flatMap(({ attempt_id, task, ceiling_usd }) => {
    const left_of_task = left.get(task) ?? budget.task_usd ?? Infinity;
    if (ceiling_usd > rounded(left_usd) || ceiling_usd > rounded(left_of_task)) return [attempt_id];
    left_usd -= ceiling_usd;
    left.set(task, left_of_task - ceiling_usd);
    return [];
  });
}

/** Sums of decimal fractions are not exact. */
const rounded = (usd: number) => (Number.isFinite(usd) ? Math.round(usd * 1e6) / 1e6 : usd);
