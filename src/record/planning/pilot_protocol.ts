import { z } from 'zod';
import { analysisSettingsSchema, pilotSettingsSchema } from '../../contract/suite/analysis_settings.js';
import { armSchema, plannedBudgetSchema, plannedTaskSchema } from './plan.js';

/** Stages of a pilot. */
export const PILOT_STAGES = [1, 2, 3] as const;
export type PilotStage = (typeof PILOT_STAGES)[number];
/** Schema of a pilot stage as a number. */
export const pilotStageSchema = z.union([z.literal(1), z.literal(2), z.literal(3)], 'must be 1, 2 or 3');
/** Names of the pilot stages. */
export const PILOT_STAGE_NAMES: Record<PilotStage, string> = {
  1: 'feasibility',
  2: 'limited scale',
  3: 'full emulation',
};

const interval = z.number().nullable();

/**
 * Power analysis: decides whether the planned tasks and trials can show the relevant effect under the stated
 * assumptions.
 */
export const powerAnalysisSchema = z.strictObject({
  schema: z.literal(1),
  from: z.enum(['assumptions', 'data']),
  assumptions: pilotSettingsSchema.shape.assumed,
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
  minimum_detectable_effect: interval.describe(
    'by the t-test, as the power; by the normal distribution in older files',
  ),
  tasks_needed: z.int().nullable().describe('by the same'),
  monotone: z.boolean().describe('sanity: power rises with tasks, trials and effect, over the grid'),
  grid: z
    .array(z.strictObject({ tasks: z.int(), trials: z.int(), effect: z.number(), power: interval }))
    .describe('power around the plan'),
  verdict: z.enum(['supports', 'does not support', 'not decided']),
});
export type PowerAnalysis = z.infer<typeof powerAnalysisSchema>;

/** `pilot.json`: everything agreed before the first run, bound by one digest that is published beforehand. */
export const pilotProtocolSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string(),
  suite: z.strictObject({ path: z.string(), sha256: z.string() }),
  harness_version: z.string(),
  rubric: z.string(),
  seed: z.int(),
  generator: z.string(),
  analysis: analysisSettingsSchema.describe('primary endpoint, effect that would matter, stopping rule'),
  settings: pilotSettingsSchema,
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
      stage: pilotStageSchema,
      name: z.string(),
      tasks: z.int(),
      attempts: z.int(),
      ceiling_usd: z
        .number()
        .describe(
          'most that its attempts can cost: caps of agents, and of attempts that nobody stops their setup and ' +
            'evaluation',
        ),
      budget_usd: z.number().nullable().describe('its share of B_total'),
      plan: z.string().describe('file'),
      plan_digest: z.string(),
    }),
  ),
  power: powerAnalysisSchema,
  files: z.record(z.string(), z.string()).describe('every other file of the protocol → sha256'),
  digest: z.string().describe('sha256 over the canonical form of all other fields'),
});
export type PilotProtocol = z.infer<typeof pilotProtocolSchema>;

/**
 * One line of `removals.jsonl`: a task that is left out, for a reason that lies in the task. Lines are hash-chained and
 * permanent.
 */
export const taskRemovalSchema = z.strictObject({
  schema: z.literal(1),
  protocol: z.string().describe('digest of the protocol'),
  at: z.string().describe('wall clock, ISO 8601'),
  task: z.string(),
  because: z.string(),
  plans: z.record(z.string(), z.string()).describe('plans of stages without the task: file → digest'),
  prev: z.string(),
  hash: z.string(),
});
export type TaskRemoval = z.infer<typeof taskRemovalSchema>;

/**
 * One line of `deviations.jsonl`: a person starts a stage although its entry criteria are not met, and gives a reason.
 * Lines are hash-chained and permanent.
 */
export const declaredDeviationSchema = z.strictObject({
  schema: z.literal(1),
  protocol: z.string().describe('digest of the protocol'),
  at: z.string().describe('wall clock, ISO 8601'),
  by: z.string().describe('who declares it'),
  stage: pilotStageSchema,
  criteria: z.array(z.string()).min(1).describe('entry criteria that were not met'),
  because: z.string(),
  prev: z.string(),
  hash: z.string(),
});
export type DeclaredDeviation = z.infer<typeof declaredDeviationSchema>;

/** Fields of a declared deviation that are judged. */
export type StageDeviation = Pick<DeclaredDeviation, 'at' | 'by' | 'stage' | 'criteria' | 'because'>;

const DEVIATION_TEXT = /^pilot stage ([123]): entry criteria ([\w, -]+) not met; declared by (.*?) at (\S+): (.*)$/s;

/** Formats a declared deviation for the records of its attempts. */
export function formatDeviation({ at, by, stage, criteria, because }: StageDeviation): string {
  return `pilot stage ${stage}: entry criteria ${criteria.join(', ')} not met; declared by ${by} at ${at}: ${because}`;
}

/**
 * Parses a declared deviation from a record.
 *
 * @returns undefined if the text is something else
 */
export function parseDeviation(text: string): StageDeviation | undefined {
  const read = DEVIATION_TEXT.exec(text);
  if (read === null) return undefined;
  const [, stage, criteria, author, time, because] = read as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { stage: Number(stage) as PilotStage, criteria: criteria.split(', '), by: author, at: time, because };
}

/** File names in the folder of a pilot. */
export const PILOT_FILES = {
  protocol: 'pilot.json',
  order: 'randomization_plan.csv',
  costs: 'cost_model.csv',
  power: 'power_analysis.json',
  removals: 'removals.jsonl',
  deviations: 'deviations.jsonl',
  inputs: 'cost_model_inputs.json',
  projection: 'cost_projection.csv',
  precision: 'cost_precision.json',
  precision_table: 'cost_precision.csv',
  page: 'pilot_plan.html',
} as const;

/** Returns the file name of a stage's plan after a number of removals. */
export const getStagePlanFile = (stage: PilotStage, removals = 0): string =>
  removals === 0 ? `stage-${stage}.plan.json` : `stage-${stage}.removal-${removals}.plan.json`;

const usdSchema = z.number().nullable();

/**
 * `cost_model_inputs.json`: assumptions from which the cost of a pilot is projected. They are inputs of a plan, not
 * measurements.
 */
export const costInputsSchema = z.strictObject({
  schema: z.literal(1),
  label: z.literal('inputs for planning, no measurement'),
  table: z
    .strictObject({ path: z.string(), sha256: z.string() })
    .nullable()
    .describe('price table with quantities; null = none was declared, so only caps and the time of people are known'),
  units: z.array(
    z.strictObject({
      action_type: z.string(),
      unit: z.string(),
      unit_price: z.number().describe('USD'),
      model: z.string(),
      provider: z.string(),
      days: z.string(),
      quantity: z
        .number()
        .nullable()
        .describe('that one attempt is expected to use; null = nobody has said, which is not 0'),
      applies_to: z.enum(['every attempt', 'attempts that ask models', 'attempts of agents under test']),
    }),
  ),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      role: z.string(),
      attempts: z.int(),
      ceiling_usd: z
        .number()
        .describe('most that one of its attempts can cost in model calls, mean over tasks; 0 = it asks none'),
      expected_usd: usdSchema.describe(
        'of one attempt, by units and quantities; null = a unit that applies has no quantity',
      ),
      people_usd: usdSchema.describe('of people, for one attempt, mean over tasks; null = their time has no price'),
    }),
  ),
  tasks: z.int(),
  trials: z.int(),
  budget: plannedBudgetSchema,
});
export type CostInputs = z.infer<typeof costInputsSchema>;
