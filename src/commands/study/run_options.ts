import { z } from 'zod';
import { variationSchema } from '../../record/manifest/replicated_attempt.js';
import type { PlannedGate } from '../../record/planning/plan.js';
import type { JudgementOutcome } from '../io/judgement_outcome.js';
import { outboundOptionsSchema } from '../io/read_outbound_network.js';
import { modelOptionsSchema } from '../models/model_options.js';

/** Strength that a pass must have, in bits. */
export const minStrengthSchema = z.int().min(1, 'must be at least 1').max(64, 'must be at most 64').optional();

/** Options of `run`, for the command line and the Action. */
export const runOptionsSchema = z
  .strictObject({
    suite: z
      .string()
      .min(1)
      .optional()
      .describe('suite file, in place of contracts, agents and what is said about them'),
    plan: z.string().min(1).optional().describe('plan that was made before: its attempts are made, and no others'),
    pilot_results: z
      .array(z.string().min(1))
      .default([])
      .describe('for a stage of a pilot: folders with its results so far; default: those beside `out`'),
    deviation: z
      .strictObject({
        because: z.string().trim().min(10, 'say why the stage begins, in ten letters or more').max(1000),
        by: z.string().min(1),
      })
      .optional()
      .describe('for a stage of a pilot: why it begins although entry criteria are not met, and who says so'),
    contracts: z.array(z.string().min(1)).default([]).describe('paths or globs of contract files'),
    agents: z
      .array(z.string().min(1))
      .default([])
      .describe('noop, golden, pull-request, patch:FILE, predictions:FILE, command:"…" or a name'),
    ablations: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'configurations: none, all, or mechanisms to switch off; every attempt is made once in each; default: none',
      ),
    coordination_rules: z
      .string()
      .min(1)
      .optional()
      .describe('file with further guardrail rules (YAML), for all attempts of this run'),
    install_agents: z
      .boolean()
      .default(false)
      .describe('install agents that come from npm and are not there, before anything runs'),
    trials: z
      .int()
      .min(1, 'must be at least 1')
      .max(1000, 'must be at most 1000')
      .optional()
      .describe('attempts per contract and agent; default: 1'),
    out: z.string().min(1).describe('folder for records and reports'),
    cache: z
      .string()
      .min(1)
      .optional()
      .describe('folder for prepared layers; default: /var/cache/gatebench as root, else ~/.cache/gatebench'),
    way_out: outboundOptionsSchema.prefault({}).describe('how this machine reaches others'),
    record_stubs: z
      .boolean()
      .default(false)
      .describe('reach the allowed hosts of contracts with recorded responses, and record them'),
    search_path: z.string().optional().describe('PATH of the caller, where declared tools are looked for'),
    resume: z.boolean().default(false).describe('reuse sealed attempts with the same key'),
    earlier: z
      .enum(['refuse', 'set-aside', 'replace'])
      .default('set-aside')
      .describe('what becomes of results that the folder holds, where nothing is resumed'),
    reuse: z
      .array(z.string().min(1))
      .default([])
      .describe('folders of earlier runs, whose decided attempts with the same key are copied instead of made again'),
    retries: z
      .int()
      .min(0)
      .max(10, 'must be at most 10')
      .optional()
      .describe(
        'further tries of an attempt that failed by the machine or the network; every try is kept; default: those ' +
          'of the suite, or 0',
      ),
    fail_on: z
      .enum(['gates', 'regression', 'never'])
      .optional()
      .describe('default: that of the suite; gates without one'),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe('for fail_on: regression: output folder of an earlier run, or a history; default: that of the suite'),
    extra_trials: z
      .int()
      .min(0)
      .max(100, 'must be at most 100')
      .optional()
      .describe(
        'for fail_on: regression: further attempts of a contract that is not decided; default: those of the ' +
          'suite, or 0',
      ),
    extra_usd: z
      .number()
      .positive()
      .optional()
      .describe(
        'for fail_on: regression: what these may cost together; default: as the suite says, or no limit of their own',
      ),
    min_strength: minStrengthSchema.describe(
      'for fail_on: gates: strength that a pass must have, in bits; default: that of the suite, or any',
    ),
    dry_run: z.boolean().default(false).describe('say what would run, run nothing'),
    sandbox: z.enum(['auto', 'bubblewrap', 'docker', 'podman', 'none']).default('auto'),
    unsafe: z.boolean().default(false).describe('needed for sandbox: none'),
    concurrency: z
      .int()
      .min(1, 'must be at least 1')
      .max(256, 'must be at most 256')
      .optional()
      .describe('weight that runs side by side; default: that of the suite, or 1'),
    shard: z
      .string()
      .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be I/N, for example 2/8')
      .refine((shard) => Number(shard.split('/')[0]) <= Number(shard.split('/')[1]), 'I must not be above N')
      .optional(),
    seed: z.int().min(0).optional().describe('default: 20260307'),
    repos: z.array(z.string().min(1)).default([]).describe('folders with local mirrors of git snapshots'),
    keep: z.boolean().default(false).describe('keep workspaces after the run'),
    pull_request: z
      .strictObject({
        base_sha: z.string().regex(/^[0-9a-f]{40,64}$/, 'must be a full commit id (--base)'),
        head_sha: z.string().regex(/^[0-9a-f]{40,64}$/, 'must be a full commit id (--head)'),
        workspace: z.string().min(1).describe('clone that has both commits'),
        number: z.int().positive().optional().describe('number of the pull request'),
        base_ref: z.string().min(1).max(1024).optional().describe('branch that it is to be merged into'),
      })
      .optional()
      .describe('the change under judgement, for contracts with `base: pull-request`'),
    compare_settings: z
      .strictObject({
        patterns: z.array(z.string().min(1).max(500)).max(100).default([]),
        agents: z.array(z.string().min(1)).default([]),
        trials: z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000').optional(),
        alpha: z.number().gt(0, 'must be above 0').lt(0.5, 'must be below 0.5').optional(),
        total_usd: z.number().positive('must be above 0').optional(),
        fork: z.boolean().default(false).describe('head is of another repository: refuse to run it with keys'),
      })
      .optional()
      .describe('compare the settings of agents in base and head of `pull_request`: see `gatebench compare-config`'),
    models: modelOptionsSchema.prefault({}).describe('models that agents can reach, and on what terms'),
    replicate: z
      .strictObject({
        run: z.string().min(1).describe('run directory, output folder with one attempt, or results file with one line'),
        vary: z.array(variationSchema).default([]).describe('what differs from the record, declared beforehand'),
      })
      .optional()
      .describe('recorded attempt whose configuration is repeated; what the options leave out is taken from it'),
    require_proof: z.boolean().default(false).describe('refuse contracts without a contract.lock that holds'),
    ask: z.boolean().default(true).describe('false: questions to a person are denied at once'),
    json: z.boolean().default(false),
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
