import { z } from 'zod';
import type { ContractPlace } from '../publish/github/annotations.js';
import type { StyledLine } from '../publish/report/styled_text.js';
import type { View } from '../publish/report/view.js';
import type { PlannedGate } from '../record/plan.js';
import type { Result } from '../record/result.js';
import type { Ask } from '../run/escalation/operator.js';
import { modelsOrderSchema } from './models_order.js';
import { wayOutSchema } from './way_out.js';

/** Bits of strength that a pass must have. */
export const minStrength = z.int().min(1, 'must be at least 1').max(64, 'must be at most 64').optional();

/** What `run` is asked to do, whoever asks: the command line and the Action fill the same order. */
export const runOrderSchema = z
  .strictObject({
    suite: z
      .string()
      .min(1)
      .optional()
      .describe('suite file, in place of contracts, agents and what is said about them'),
    plan: z.string().min(1).optional().describe('plan that was made before: its attempts are made, and no others'),
    contracts: z.array(z.string().min(1)).default([]).describe('paths or globs of contract files'),
    agents: z
      .array(z.string().min(1))
      .default([])
      .describe('noop, golden, pull-request, patch:FILE, command:"…" or a name'),
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
    way_out: wayOutSchema.prefault({}).describe('how this machine reaches others'),
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
        'further tries of an attempt that failed by the machine or the network; every try is kept; default: those of the suite, or 0',
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
        'for fail_on: regression: further attempts of a contract that is not decided; default: those of the suite, or 0',
      ),
    extra_usd: z
      .number()
      .positive()
      .optional()
      .describe(
        'for fail_on: regression: what these may cost together; default: as the suite says, or no limit of their own',
      ),
    min_strength: minStrength.describe(
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
    models: modelsOrderSchema.prefault({}).describe('models that agents can reach, and on what terms'),
    require_proof: z.boolean().default(false).describe('refuse contracts without a contract.lock that holds'),
    ask: z.boolean().default(true).describe('false: questions to a person are denied at once'),
    json: z.boolean().default(false),
  })
  .superRefine(({ suite, contracts, agents }, ctx) => {
    if (suite !== undefined) return;
    if (contracts.length === 0) ctx.addIssue({ code: 'custom', path: ['contracts'], message: 'name at least one' });
    if (agents.length === 0) ctx.addIssue({ code: 'custom', path: ['agents'], message: 'name at least one' });
  });
export type RunOrder = z.output<typeof runOrderSchema>;
/** An order as a shell writes it, before defaults. */
export type RunOrderInput = z.input<typeof runOrderSchema>;

/** Where a command writes and how it is stopped. Shells own the streams; commands never touch `process`. */
export interface RunOutput {
  /** Prints one line of standard output; a line break within it is no line break. JSON comes from `jsonText`. */
  log(line: string): void;
  /** Prints one line of standard error. */
  error(line: string): void;
  /** Prints one line of standard output with styles. Absent = the output has none. */
  styled?: ((line: StyledLine) => void) | undefined;
  /** Shows a line at the foot of the terminal, in place of the one before; undefined takes it away. Absent = nobody watches. */
  status?: ((line: string | undefined) => void) | undefined;
  signal: AbortSignal;
  terminal: { columns: number; colour: boolean };
  /** Values of the caller's environment that must not be stored, should they turn up. */
  secrets?: readonly string[];
  /** A value of the caller's environment that an order names: a key. Absent = it has none. */
  variable?: ((name: string) => string | undefined) | undefined;
  /**
   * Places where people can be asked for a decision (R12). `file: false` = nobody can reach the run directory; otherwise it is
   * always one of them.
   */
  people?: { terminal?: Ask | undefined; github?: Ask | undefined; file?: boolean };
}

/** What `run` hands back. Exit codes: 0 gate satisfied, 1 not, 2 user error, 3 indecisive, 130 interrupted. */
export interface RunOutcome {
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  results: Result[];
  missing: string[];
  report_path: string;
  html_path: string;
  results_path: string;
  places: Record<string, ContractPlace>;
  /** What decided: of the order, or of its suite. */
  fail_on: PlannedGate['fail_on'];
  /** What the reports show; absent when nothing was run. */
  view?: View;
}
