import { z } from 'zod';
import { suitePilotSchema } from '../contract/pilot.js';
import { analysisSettingsSchema } from '../contract/suite.js';
import { armSchema, plannedBudgetSchema, plannedTaskSchema } from './plan.js';

/** The three stages of a pilot (executable contracts §5.3). */
export const STAGES = [1, 2, 3] as const;
export type Stage = (typeof STAGES)[number];
export const stageSchema = z.union([z.literal(1), z.literal(2), z.literal(3)], 'must be 1, 2 or 3');
export const STAGE_NAMES: Record<Stage, string> = { 1: 'feasibility', 2: 'limited scale', 3: 'full emulation' };

const interval = z.number().nullable();

/** Whether the planned tasks and trials can show the effect that would matter, under what is assumed. */
export const powerAnalysisSchema = z.strictObject({
  schema: z.literal(1),
  from: z.enum(['assumptions', 'data']),
  assumptions: suitePilotSchema.shape.assumed,
  components: z
    .strictObject({ between: z.number(), within_a: z.number(), within_b: z.number() })
    .nullable()
    .describe('w² and s² that were used: assumed, or upper ends of the bootstrap; null = the data cannot give them'),
  tasks: z.int(),
  trials: z.int(),
  comparisons: z.int(),
  alpha: z.number().describe('of one comparison: that of the pilot divided by the comparisons'),
  power_wanted: z.number(),
  minimum_effect: z.number(),
  power: interval.describe('of the paired t-test at the effect that would matter'),
  minimum_detectable_effect: interval.describe('by the normal distribution'),
  tasks_needed: z.int().nullable(),
  monotone: z.boolean().describe('sanity: power rises with tasks, trials and effect, over the grid'),
  grid: z
    .array(z.strictObject({ tasks: z.int(), trials: z.int(), effect: z.number(), power: interval }))
    .describe('power around the plan'),
  verdict: z.enum(['supports', 'does not support', 'not decided']),
});
export type PowerAnalysis = z.infer<typeof powerAnalysisSchema>;

/** `pilot.json`: everything that is agreed before the first run, bound by one digest, which is to be published before it. */
export const protocolSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string(),
  suite: z.strictObject({ path: z.string(), sha256: z.string() }),
  harness_version: z.string(),
  rubric: z.string(),
  seed: z.int(),
  generator: z.string(),
  analysis: analysisSettingsSchema.describe('primary endpoint, effect that would matter, stopping rule'),
  settings: suitePilotSchema,
  comparisons: z
    .array(z.strictObject({ base: z.string(), head: z.string() }))
    .describe('pairs of arms that the stopping rule is asked about'),
  looks: z
    .array(z.strictObject({ tasks: z.int(), information: z.number(), spent: z.number(), boundary: z.number() }))
    .describe('of the stopping rule, for each comparison; empty = none between'),
  arms: z.array(armSchema),
  baselines: z.array(z.string()).describe('ids of arms'),
  tasks: z.array(plannedTaskSchema.extend({ stratum: z.string() })).describe('frozen, in the randomised order'),
  tasks_digest: z.string(),
  budget: plannedBudgetSchema,
  stages: z.array(
    z.strictObject({
      stage: stageSchema,
      name: z.string(),
      tasks: z.int(),
      attempts: z.int(),
      ceiling_usd: z.number().describe('most that its attempts can cost in model calls'),
      budget_usd: z.number().nullable().describe('its share of B_total'),
      plan: z.string().describe('file'),
      plan_digest: z.string(),
    }),
  ),
  power: powerAnalysisSchema,
  files: z.record(z.string(), z.string()).describe('every other file of the protocol → sha256'),
  digest: z.string().describe('sha256 over the canonical form of all other fields'),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** One line of `removals.jsonl`: a task that is left out, for a reason that lies in it. Lines are chained; there is no way back. */
export const removalSchema = z.strictObject({
  schema: z.literal(1),
  protocol: z.string().describe('digest of the protocol'),
  at: z.string().describe('wall clock, ISO 8601'),
  task: z.string(),
  because: z.string(),
  plans: z.record(z.string(), z.string()).describe('plans of stages without the task: file → digest'),
  prev: z.string(),
  hash: z.string(),
});
export type Removal = z.infer<typeof removalSchema>;

export const PILOT_FILES = {
  protocol: 'pilot.json',
  order: 'randomization_plan.csv',
  costs: 'cost_model.csv',
  power: 'power_analysis.json',
  removals: 'removals.jsonl',
} as const;

/** File of a stage's plan; after so many removals. */
export const stagePlanFile = (stage: Stage, removals = 0): string =>
  removals === 0 ? `stage-${stage}.plan.json` : `stage-${stage}.removal-${removals}.plan.json`;
