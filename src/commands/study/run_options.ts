import { z } from 'zod';
import { variationSchema } from '../../record/manifest/manifest.js';
import type { PlannedGate } from '../../record/planning/plan.js';
import type { JudgementOutcome } from '../io/command_context.js';
import { outboundOptionsSchema } from '../io/read_outbound_network.js';
import { modelOptionsSchema } from '../models/model_options.js';
import { createOptionSchema } from '../options/create_option_schema.js';

/** Schema of the full id of a commit. */
const commitSchema = z.string().regex(/^[0-9a-f]{40,64}$/, 'must be a full commit id');

/** Options of `run`, for the command line and the Action. */
export const runOptionsSchema = z
  .strictObject({
    suite: createOptionSchema('suite'),
    plan: createOptionSchema('plan'),
    contracts: createOptionSchema('contracts'),
    agents: createOptionSchema('agents'),
    ablations: createOptionSchema('ablations').unwrap().min(1).optional(),
    trials: createOptionSchema('trials'),
    out: createOptionSchema('out').unwrap(),
    cache: createOptionSchema('cache'),
    way_out: outboundOptionsSchema.prefault({}).describe('how this machine reaches others'),
    record_stubs: createOptionSchema('record_stubs'),
    otlp: createOptionSchema('otlp'),
    otlp_headers: z.string().optional().describe('headers for the collector: NAME=VALUE, with ","'),
    search_path: z.string().optional().describe('PATH of the caller, where declared tools are looked for'),
    resume: createOptionSchema('resume'),
    earlier: z
      .enum(['refuse', 'set-aside', 'replace'])
      .default('set-aside')
      .describe('what becomes of results that the folder holds, where nothing is resumed'),
    reuse: createOptionSchema('reuse'),
    install_agents: z
      .boolean()
      .default(false)
      .describe('install agents that come from npm and are not there, before anything runs'),
    fail_on: createOptionSchema('fail_on'),
    baseline: createOptionSchema('baseline'),
    coordination_rules: z
      .string()
      .min(1)
      .optional()
      .describe('file with further guardrail rules (YAML), for all attempts of this run'),
    extra_trials: createOptionSchema('extra_trials'),
    dry_run: createOptionSchema('dry_run'),
    sandbox: createOptionSchema('sandbox').unwrap().default('auto'),
    unsafe: createOptionSchema('unsafe'),
    concurrency: createOptionSchema('concurrency'),
    shard: createOptionSchema('shard'),
    seed: createOptionSchema('seed'),
    repos: createOptionSchema('repos'),
    pull_request: z
      .strictObject({
        base_sha: commitSchema.describe('base commit'),
        head_sha: commitSchema.describe('head commit'),
        workspace: z.string().min(1).describe('clone that has both commits'),
        number: z.int().positive().optional().describe('number of the pull request'),
        base_ref: z.string().min(1).max(1024).optional().describe('branch that it is to be merged into'),
      })
      .optional()
      .describe('the change under judgement, for contracts with `base: pull-request`'),
    compare_settings: z
      .strictObject({
        agents: z.array(z.string().min(1)).default([]),
        trials: createOptionSchema('trials'),
        alpha: createOptionSchema('alpha'),
        fork: z.boolean().default(false).describe('head is of another repository: refuse to run it with keys'),
      })
      .optional()
      .describe(
        'compare the settings of agents in base and head of `pull_request`: see `gatebench compare --settings`',
      ),
    models: modelOptionsSchema.prefault({}).describe('models that agents can reach, and on what terms'),
    replicate: z
      .strictObject({
        run: z.string().min(1).describe('run directory, output folder with one attempt, or results file with one line'),
        vary: z.array(variationSchema).default([]).describe('what differs from the record, declared beforehand'),
      })
      .optional()
      .describe('recorded attempt whose configuration is repeated; what the options leave out is taken from it'),
    ask: createOptionSchema('ask').unwrap().default(true),
    json: createOptionSchema('json'),
  })
  .superRefine(({ suite, contracts, agents, replicate, ...others }, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['replicate'], message });
    if (replicate !== undefined) {
      if (suite !== undefined || others.plan !== undefined) refuse('takes no suite and no plan');
      if (others.compare_settings !== undefined) refuse('compares no settings');
      if (agents.length > 1 || (others.ablations?.length ?? 0) > 1)
        refuse('repeats one attempt: name one agent and one configuration of mechanisms at most');
    }
    if (suite !== undefined || replicate !== undefined) return;
    if (contracts.length === 0) ctx.addIssue({ code: 'custom', path: ['contracts'], message: 'name at least one' });
    if (agents.length === 0) ctx.addIssue({ code: 'custom', path: ['agents'], message: 'name at least one' });
  });
export type RunOptions = z.output<typeof runOptionsSchema>;
/** Options of `run` before defaults. */
export type RunOptionsInput = z.input<typeof runOptionsSchema>;

/** Outcome of `run`. */
export interface RunOutcome extends JudgementOutcome {
  /** Ids of planned attempts without a result. */
  missing: string[];
  /** Condition under which the run fails, of the options or of the suite. */
  fail_on: PlannedGate['fail_on'];
}
