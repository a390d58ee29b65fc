import { z } from 'zod';
import { analysisSettingsSchema } from '../../contract/suite/analysis_settings.js';
import { replicatedAttemptSchema } from '../manifest/manifest.js';
import { attemptResultSchema } from '../verdict/attempt_result.js';
import { attemptStatuses } from '../verdict/verdict.js';

/** Replication of an attempt as it is planned: what is repeated, what varies, and what came of it the first time. */
const replicationSchema = z.strictObject({
  source: replicatedAttemptSchema,
  recorded: attemptResultSchema.describe('result of the replicated attempt'),
});
export type Replication = z.infer<typeof replicationSchema>;

/**
 * `plan.json`: all attempts that are to be made, in order, bound before the first one. A merge of results learns from
 * it what is missing, and a judge what was agreed beforehand.
 */

/** One side of a comparison: an agent with its model, in one configuration of mechanisms. */
export const armSchema = z.strictObject({
  id: z
    .string()
    .describe('unique: name of the agent in the suite, with what is switched off: "codex", "codex -guardrails"'),
  name: z.string().describe('name of the agent in the suite; the same in all its configurations'),
  agent: z.string().describe('as results name it'),
  model: z.string().nullable().describe('model that it is told to use; null = its own choice, or none'),
  effort: z.string().nullable(),
  effort_of: z.string().nullable().describe('name of the arm that is the same with less effort'),
  ablation: z.string().describe('none, all, or the names of what is switched off'),
  role: z.enum(['agent', 'noop', 'golden', 'scripted', 'human']).describe('an agent under test, or which baseline'),
  human_minutes: z
    .record(z.string(), z.number())
    .nullable()
    .describe('task → minutes of people; for the human baseline'),
  human_usd_per_hour: z.number().nullable(),
  settings: z
    .strictObject({ revision: z.string(), sha256: z.string() })
    .optional()
    .describe('settings of agents that are laid into its workspaces; absent = those of the repository'),
  base_arm: z.string().optional().describe('id of the arm of this plan that it is compared with'),
});
export type Arm = z.infer<typeof armSchema>;

/** Task of a plan, with the identity of its contract. */
export const plannedTaskSchema = z.strictObject({
  id: z.string(),
  version: z.string().describe('version of the contract'),
  path: z.string(),
  tier: z.int(),
  kind: z.string().nullable(),
  source: z.string(),
  strata: z.record(z.string(), z.union([z.string(), z.number()])),
  proven: z.boolean().describe('it has a contract.lock that holds'),
  weight: z.int().describe('what one attempt takes of the width that runs at a time'),
  budget_usd: z.number().describe('cap of one attempt, by the contract and by B_run'),
  budget_wall_ms: z.number(),
});
export type PlannedTask = z.infer<typeof plannedTaskSchema>;

/** Attempt of a plan. */
const plannedAttemptSchema = z.strictObject({
  attempt_id: z.string(),
  task: z.string().describe('id of the contract'),
  arm: z.string().describe('id of the arm'),
  trial: z.int(),
  shard: z.int().min(1),
  ceiling_usd: z.number().describe('most that it can cost; 0 = nothing of it has a price'),
  expected_ms: z.number().nullable().describe('from earlier durations; null = unknown'),
});
export type PlannedAttempt = z.infer<typeof plannedAttemptSchema>;

/** Budgets of the suite in base units; null = none. */
export const plannedBudgetSchema = z.strictObject({
  total_usd: z.number().nullable(),
  task_usd: z.number().nullable(),
  run_usd: z.number().nullable(),
  run_tokens: z.number().nullable(),
  total_wall_ms: z.number().nullable(),
});
export type PlannedBudget = z.infer<typeof plannedBudgetSchema>;

/** Condition under which the comparison counts as failed. */
const plannedGateSchema = z.strictObject({
  fail_on: z.enum(['gates', 'regression', 'never']),
  arms: z.array(z.string()).describe('ids of the arms whose attempts are judged; baselines never are'),
  coverage_floor: z.number().describe('share of their attempts that must be decided'),
  min_strength: z.int().optional().describe('for gates: bits of strength that a pass must have; absent = any'),
  extra_trials: z.int().describe('for regression: further attempts of a task that is not decided'),
  extra_usd: z.number().nullable().describe('what they may cost together'),
  alpha: z.number().optional().describe('for regression: largest chance of a false alarm; absent = as ordinary'),
  tolerance: z.number().optional().describe('share of the rarer outcome of a stable contract; absent = as ordinary'),
  minimum_history: z.int().optional().describe('decided runs that a history must have; absent = as ordinary'),
});
export type PlannedGate = z.infer<typeof plannedGateSchema>;

export const planSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().describe('of the suite; "run" without one'),
  suite: z.strictObject({ path: z.string(), sha256: z.string() }).nullable(),
  harness_version: z.string(),
  rubric: z.string(),
  seed: z.int(),
  generator: z
    .string()
    .describe('what the order is from: "listed", or the generator of random numbers with its method'),
  trials: z.int(),
  arms: z.array(armSchema),
  tasks: z.array(plannedTaskSchema),
  budget: plannedBudgetSchema,
  retries: z.int(),
  shards: z.int().min(1),
  /** In the order in which they are started. */
  attempts: z.array(plannedAttemptSchema),
  analysis: analysisSettingsSchema,
  gate: plannedGateSchema,
  pilot_stage: z.int().min(1).max(3).optional().describe('the stage of a pilot that this is; absent = of none'),
  replication: replicationSchema.optional().describe('the attempt that all attempts repeat; absent = none'),
  digest: z.string().describe('sha256 over the canonical form of all other fields'),
});
export type Plan = z.infer<typeof planSchema>;

/**
 * `schedule.jsonl` beside `results.jsonl`: what became of every requested attempt, in the order of the events, over all
 * processes that worked on the folder. A record shows what happened within an attempt; the schedule explains the number
 * of attempts.
 */

/** Reasons why an attempt was not started. */
const notStartedReasons = ['total_usd', 'task_usd', 'extra_usd', 'total_wall', 'interrupted'] as const;
export type NotStartedReason = (typeof notStartedReasons)[number];

const timeSchema = z.string().describe('wall clock, ISO 8601');
const attemptIdSchema = z.string();
const costSchema = z.number().nullable().describe('what it cost; null = unknown, its ceiling counts');
const tryNumberSchema = z.int().min(1).describe('which try: 1 is the first');
const headSchema = z.string().describe('hash of the last event of the record');

export const scheduleLineSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('opened'),
    at: timeSchema,
    resumed: z.boolean().describe('false: what earlier processes did is another run, and counts into no envelope'),
    attempts: z.int().describe('that are planned; extra ones come later'),
    width: z.int(),
    spent_usd: z.number().describe('by earlier processes of the same run, ceilings where unknown'),
  }),
  z.strictObject({
    type: z.literal('lost'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    cost_usd: z.number().describe('what a try of a process that was killed cost by its record, or its ceiling'),
  }),
  z.strictObject({
    type: z.literal('kept'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    cost_usd: costSchema,
    head: headSchema,
  }),
  z.strictObject({
    type: z.literal('reused'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    head: headSchema,
    from: z.string().describe('folder that the record was copied from'),
    saved_usd: costSchema.describe('what it had cost there; it counts into no envelope'),
  }),
  z.strictObject({
    type: z.literal('begun'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    task: z.string().describe('id of the contract'),
    ceiling_usd: z.number().describe('most that it can cost; counts where its cost stays unknown'),
    extra: z.boolean().describe('beyond the plan: the regression gate asked for it'),
  }),
  z.strictObject({
    type: z.literal('sealed'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    status: z.enum(attemptStatuses),
    cost_usd: costSchema,
    wall_ms: z.number(),
    head: headSchema,
  }),
  z.strictObject({
    type: z.literal('retried'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    reason: z.string(),
  }),
  z.strictObject({
    type: z.literal('not_begun'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    reason: z.enum(notStartedReasons),
  }),
  z.strictObject({ type: z.literal('closed'), at: timeSchema, spent_usd: z.number(), interrupted: z.boolean() }),
]);
export type ScheduleLine = z.infer<typeof scheduleLineSchema>;

/** Returns the lines of the latest run. A process that did not continue an earlier run began a new one. */
export function selectLastRun(log: readonly ScheduleLine[]): readonly ScheduleLine[] {
  return log.slice(
    Math.max(
      0,
      log.findLastIndex((line) => line.type === 'opened' && !line.resumed),
    ),
  );
}

/** Differences of the settings of agents between two commits: `settings.json`, beside the results. */
export const settingsComparisonSchema = z.strictObject({
  schema: z.literal(1),
  base: z.string().describe('commit ids'),
  head: z.string(),
  files: z
    .array(z.strictObject({ path: z.string(), change: z.enum(['added', 'changed', 'removed']) }))
    .describe('files that differ, by path'),
  agents: z
    .array(z.strictObject({ name: z.string(), fields: z.array(z.string()) }))
    .describe('agents of the suite that differ, with the fields'),
  unpaired: z
    .array(z.strictObject({ name: z.string(), side: z.enum(['base', 'head']) }))
    .describe('agents that only one side has: they are not run'),
  left_out: z
    .array(z.strictObject({ task: z.string(), because: z.string() }))
    .describe('contracts of the suite that are not run'),
});
export type SettingsComparison = z.infer<typeof settingsComparisonSchema>;

/** File name of a comparison of settings. */
export const SETTINGS_COMPARISON_FILE = 'settings.json';
