import { z } from 'zod';
import { mechanisms } from '../coordination/mechanism.js';
import { countSchema, durationSchema } from '../input/duration_schema.js';
import { analysisSettingsSchema, pilotSettingsSchema } from './analysis_settings.js';

const criterionSchema = z
  .strictObject({ met: z.boolean(), evidence: z.string().trim().min(1).describe('what was looked at, and where') })
  .optional();

/** Schema of the ten criteria of the agentic benchmark checklist, in the order of the publication. */
const manualCriteriaSchema = z.strictObject({
  reward_design: criterionSchema,
  sufficient_test_cases: criterionSchema,
  environment_stochasticity: criterionSchema,
  state_isolation: criterionSchema,
  tool_availability: criterionSchema,
  human_baseline: criterionSchema,
  failure_modes: criterionSchema,
  cost_tracking: criterionSchema,
  latency_bounds: criterionSchema,
  reproducibility_seed: criterionSchema,
});

/**
 * Schema of manual findings about a benchmark (requirement G8). They count only with evidence, and only for criteria
 * that no measurement decides.
 */
export const checklistSchema = z.strictObject({
  human_baseline: z.number().min(0).max(1).optional().describe('share of the tasks that people solve'),
  manual: manualCriteriaSchema.default({}).describe('criterion → what a person found'),
});
export type Checklist = z.output<typeof checklistSchema>;

/**
 * Schema of a suite (`gatebench.yml`): arms, repetitions, order and budget of a comparison. Tasks are described by
 * contracts, not by suites.
 */

const suiteNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of letters, digits, ".", "_" and "-", at most 64');
const patternsSchema = z.array(z.string().min(1));
const usdSchema = z.number().positive();

/** Schema of the contracts of a suite: all that match the patterns, without those that the selection excludes. */
const suiteContractsSchema = z.strictObject({
  paths: patternsSchema
    .min(1, 'must name at least one contract file, folder or pattern, such as tasks/*/contract.yml')
    .describe('contract files, folders with a contract.yml, or patterns, from the folder of the suite file'),
  exclude: patternsSchema.default([]).describe('patterns of files to leave out'),
  ids: z.array(z.string().min(1)).optional().describe('only these ids'),
  tiers: z.array(z.int().min(1).max(3)).optional().describe('only these tiers'),
  coordination_tiers: z
    .array(z.int().min(1).max(3))
    .optional()
    .describe('only these tiers of coordination: 1 one agent, 2 agents that share state, 3 parts for several agents'),
  sources: z
    .array(z.enum(['curated', 'external']))
    .optional()
    .describe('only tasks of these sources'),
  kinds: z.array(z.string().min(1)).optional().describe('only these kinds'),
  strata: z
    .record(z.string(), z.array(z.union([z.string(), z.number()])).min(1))
    .optional()
    .describe('stratum → values of which a contract must have one'),
});

/** Schema of an agent under test, which is one arm per ablation configuration. */
const suiteAgentSchema = z.strictObject({
  name: suiteNameSchema.describe('how the arm is called in reports; unique'),
  agent: z
    .string()
    .min(1)
    .describe(
      'as --agent has it: a shipped name, loop, script:…, agent:FILE, command:"…", patch:FILE, predictions:FILE',
    ),
  model: z.string().min(1).max(200).optional().describe('model that it is told to use, and held to'),
  allow_models: z
    .array(z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be a model name without spaces, "*" stands for anything'))
    .max(100)
    .optional()
    .describe('patterns of further models that it may ask for; default: those of the run'),
  upstreams: z.array(z.string().min(1)).optional().describe('as --upstream has it; default: those of the run'),
  steering: z.string().min(1).optional().describe('CSV file with steering of its model'),
  effort: z.string().min(1).max(40).optional().describe('reasoning effort it works with, for the reasoning paradox'),
  effort_of: suiteNameSchema
    .optional()
    .describe('the same agent and model with less effort: another arm of this suite'),
});

/** Schema of the baselines (requirement G7). They run as often as the agents. */
const suiteBaselinesSchema = z.strictObject({
  noop: z.boolean().default(true).describe('changes nothing: how often tasks are satisfied already'),
  golden: z.boolean().default(false).describe('the reference solution: what can be reached'),
  scripted: z.string().min(1).optional().describe('a script, or a folder with ID.yml for each contract'),
  human: z
    .strictObject({
      patches: z.string().min(1).describe('folder with ID.patch for each contract'),
      minutes: z
        .record(z.string(), z.number().min(0), 'must name each contract, such as {contract-id: 20}')
        .describe('contract id → minutes that people worked on it; they are part of the cost'),
      usd_per_hour: z.number().min(0).optional().describe('price of their time; without one their cost is unknown'),
    })
    .optional(),
});

const mechanismSchema = z.enum(mechanisms);

/** Schema of the ablation configurations (requirement G6). Each runs over the whole suite. */
const suiteAblationsSchema = z.strictObject({
  all_on: z.boolean().default(true).describe('nothing switched off: what the others are compared with'),
  all_off: z.boolean().default(false),
  leave_one_out: z
    .union([z.array(mechanismSchema).min(1), z.literal('all')])
    .optional()
    .describe('one configuration for each of these, without it alone'),
  listed: z
    .array(z.array(mechanismSchema).min(1))
    .default([])
    .describe('further configurations: what is switched off in each'),
  agents: z.array(suiteNameSchema).optional().describe('arms that are ablated; default: all agents, no baselines'),
});

/** Schema of the models for agents that name none themselves. */
const suiteModelsSchema = z.strictObject({
  upstreams: z.array(z.string().min(1)).default([]).describe('as --upstream has it'),
  file: z.string().min(1).optional().describe('YAML file with upstreams'),
  prices: z.string().min(1).optional().describe('CSV file with prices'),
  backend: z.string().min(1).optional().describe('what serves steered models: a name or a file'),
  redaction: z.string().min(1).optional().describe('YAML file with further redaction rules'),
  restricted_store: z
    .string()
    .min(1)
    .optional()
    .describe('folder outside of the repository that keeps originals of what was redacted, for you alone'),
});

/** Schema of the budgets in dollars: of the whole suite, of all attempts of one task, and of one attempt. */
const suiteBudgetSchema = z.strictObject({
  total_usd: usdSchema.optional().describe('B_total: no attempt is begun that could pass it'),
  task_usd: usdSchema.optional().describe('B_task: the same for all attempts of one task'),
  run_usd: usdSchema.optional().describe('B_run: cap of one attempt, where it is less than the contract allows'),
  run_tokens: countSchema()
    .optional()
    .describe('cap of model tokens of one attempt, where it is less than the contract allows'),
  total_wall: durationSchema().optional().describe('no attempt is begun after this time'),
});

/** Schema of the whole suite, strict. */
export const suiteSchema = z
  .strictObject({
    schema: z.literal(1),
    name: suiteNameSchema.describe('name in reports and histories'),
    description: z.string().optional(),
    contracts: z.union([
      patternsSchema
        .min(1, 'must name at least one contract file, folder or pattern, such as tasks/*/contract.yml')
        .transform((paths) => suiteContractsSchema.parse({ paths })),
      suiteContractsSchema,
    ]),
    agents: z.array(suiteAgentSchema).default([]),
    models: suiteModelsSchema.prefault({}),
    baselines: suiteBaselinesSchema.prefault({}),
    ablations: suiteAblationsSchema.prefault({}),
    trials: z.int().min(1).max(1000).default(1).describe('attempts per contract and arm, the same for all arms'),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .default(20260307)
      .describe('another one is a protocol deviation'),
    order: z
      .enum(['randomised', 'listed'])
      .default('randomised')
      .describe('randomised: tasks are permuted within their strata, and the arms within each task'),
    budget: suiteBudgetSchema.prefault({}),
    concurrency: z
      .union([
        z.int().min(1).max(256),
        z.strictObject({
          width: z.int().min(1).max(256).describe('weight that may run at a time'),
          weights: z
            .record(z.string(), z.int().min(1).max(256))
            .default({})
            .describe('contract id → weight of its attempts; default 1'),
        }),
      ])
      .default(1),
    retries: z
      .int()
      .min(0)
      .max(10)
      .default(1)
      .describe('further tries of an attempt that failed by the machine or the network; every try is kept'),
    coordination_rules: z.string().min(1).optional().describe('file with further guardrail rules, for all attempts'),
    settings: z
      .array(z.string().min(1).max(500))
      .max(100)
      .default([])
      .describe('patterns of further files that are settings of agents, for `gatebench compare --settings`'),
    require_proof: z.boolean().default(false).describe('refuse contracts without a contract.lock that holds'),
    gate: z
      .strictObject({
        fail_on: z.enum(['gates', 'regression', 'never']).default('never'),
        arms: z.array(suiteNameSchema).optional().describe('whose attempts are judged; default: all agents'),
        coverage_floor: z.number().min(0).max(1).default(1).describe('share of attempts that must be decided'),
        min_strength: z
          .int()
          .min(1)
          .max(64)
          .optional()
          .describe('for gates: strength that a pass must have, in bits: 8 = 2^-8'),
        baseline: z.string().min(1).optional().describe('for regression: folder with earlier results, or a history'),
        extra_trials: z
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe('for regression: further attempts of a task that is not decided (default: 3)'),
        extra_usd: usdSchema.optional().describe('what they may cost together'),
        alpha: z
          .number()
          .gt(0)
          .lt(0.5)
          .optional()
          .describe('for regression: largest chance of a false alarm of a run without a change (default: 0.005)'),
        tolerance: z
          .number()
          .min(0)
          .max(0.5)
          .optional()
          .describe('for regression: share of the rarer outcome up to which a contract is stable (default: 0.05)'),
        minimum_history: z
          .int()
          .min(1)
          .max(10_000)
          .optional()
          .describe('for regression: decided runs that a history must have of a contract (default: 5)'),
      })
      .prefault({}),
    analysis: analysisSettingsSchema.prefault({}),
    pilot: pilotSettingsSchema.optional().describe('the suite is run as a staged pilot: `gatebench pilot`'),
  })
  .superRefine((suite, ctx) => {
    const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    const { agents, baselines, ablations, gate } = suite;
    const reserved = new Set<string>(['noop', 'golden', 'scripted', 'human']);
    const names = new Set<string>();
    agents.forEach(({ name }, i) => {
      if (reserved.has(name))
        refuse(['agents', i, 'name'], `"${name}" is kept for the baseline of that name: take another`);
      if (names.has(name)) refuse(['agents', i, 'name'], `"${name}" is the name of another arm`);
      names.add(name);
    });
    const agentNames = agents.map((agent) => agent.name);
    agents.forEach(({ name, effort_of }, i) => {
      if (effort_of !== undefined && (effort_of === name || !agentNames.includes(effort_of)))
        refuse(['agents', i, 'effort_of'], `"${effort_of}" is no other arm of this suite`);
    });
    for (const [path, names] of [
      ['ablations', ablations.agents],
      ['gate', gate.arms],
    ] as const)
      names?.forEach((each, i) => {
        if (!agentNames.includes(each))
          refuse([path, path === 'gate' ? 'arms' : 'agents', i], `"${each}" is no agent of this suite`);
      });
    if (agents.length === 0 && !baselines.noop && !baselines.golden && !baselines.scripted && !baselines.human)
      refuse(['agents'], 'there is nothing to run: name an agent or a baseline');
    if (!ablations.all_on && (ablations.leave_one_out || ablations.all_off))
      refuse(['ablations', 'all_on'], 'what is left out is compared with everything on, so that has to be run too');
    if (!ablations.all_on && ablations.listed.length === 0)
      refuse(['ablations', 'all_on'], 'leaves no configuration to run');
    if (suite.pilot && suite.pilot.stage_1.trials > suite.pilot.stage_2.trials)
      refuse(['pilot', 'stage_1', 'trials'], `are more than those of stage 2 (${suite.pilot.stage_2.trials})`);
    if (suite.pilot && suite.pilot.stage_2.trials >= suite.trials)
      refuse(['pilot', 'stage_2', 'trials'], `stage 3 increases them: the suite needs more trials (${suite.trials})`);
    if (suite.pilot && suite.order !== 'randomised') refuse(['order'], 'a pilot has a randomised order');
    const { total_usd, task_usd, run_usd } = suite.budget;
    const envelopes = [
      ['task_usd', task_usd, 'total_usd', total_usd],
      ['run_usd', run_usd, 'task_usd', task_usd],
      ['run_usd', run_usd, 'total_usd', total_usd],
    ] as const;
    for (const [lesser, less, greater, more] of envelopes)
      if (less !== undefined && more !== undefined && less > more)
        refuse(['budget', lesser], `is more than ${greater}, so no attempt could be begun`);
    if (typeof suite.concurrency === 'object')
      for (const [id, weight] of Object.entries(suite.concurrency.weights))
        if (weight > suite.concurrency.width)
          refuse(['concurrency', 'weights', id], `is more than the width (${suite.concurrency.width})`);
    if (gate.fail_on !== 'never' && agents.length === 0)
      refuse(['gate', 'fail_on'], 'there is no agent whose attempts could be judged; baselines never are');
    if (suite.analysis.k !== undefined && suite.analysis.k > suite.trials)
      refuse(['analysis', 'k'], `is more than the trials (${suite.trials}): pass_hat_k would be undefined everywhere`);
    if ((gate.extra_trials ?? 0) > 0 && gate.fail_on !== 'regression')
      refuse(['gate', 'extra_trials'], 'is for `fail_on: regression`');
    if (gate.min_strength !== undefined && gate.fail_on !== 'gates')
      refuse(['gate', 'min_strength'], 'is for `fail_on: gates`');
    for (const key of ['alpha', 'tolerance', 'minimum_history'] as const)
      if (gate[key] !== undefined && gate.fail_on !== 'regression')
        refuse(['gate', key], 'is for `fail_on: regression`');
  })
  .describe('suite of contracts, agents, baselines and ablations');
export type Suite = z.output<typeof suiteSchema>;

/** Suite as read from its file, with the lines of its fields. */
export interface LoadedSuite {
  suite: Suite;
  /** Absolute path of the file, its path as messages show it, and the folder that its relative paths refer to. */
  path: string;
  shown: string;
  folder: string;
  lines: Record<string, number>;
  sha256: string;
}
