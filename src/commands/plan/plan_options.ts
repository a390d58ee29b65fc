import { z } from 'zod';
import type { Plan } from '../../record/planning/plan.js';
import { createOptionSchema } from '../options/create_option_schema.js';
import { runOptionsSchema } from '../study/run_options.js';
import { getMostShards, JOB_FILE_FORMATS } from './job_files/render_job_file.js';
import type { PlanSummary } from './plan_summary.js';

const { suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents } =
  runOptionsSchema.shape;
const { cache, way_out, search_path, repos, pull_request, models, json } = runOptionsSchema.shape;

/** Maximum number of jobs in a GitHub matrix. */
const MAX_SHARDS = 256;

/** Options of `plan`. */
export const planOptionsSchema = z
  .strictObject({
    ...{ suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents },
    ...{ cache, way_out, search_path, repos, pull_request, models, json },
    out: z.string().min(1).default('plan.json').describe('file for the plan'),
    max_shards: createOptionSchema('max_shards').unwrap().default(1),
    durations: createOptionSchema('durations'),
    reuse: createOptionSchema('reuse'),
    format: z
      .enum(JOB_FILE_FORMATS)
      .optional()
      .describe('engine that runs a job per shard; without one, the matrix of a workflow of GitHub is printed'),
    job_file: z.string().min(1).optional().describe('file for the jobs of `format`'),
    image: z
      .string()
      .regex(/^[\x21-\x7e]{1,500}$/, 'must be the name of an image, without spaces')
      .optional()
      .describe('container image of the jobs of `format`'),
    program: z
      .array(z.string().min(1))
      .min(1, 'must name a program')
      .default(['gatebench'])
      .describe('words that start gatebench in the jobs of `format`'),
  })
  .superRefine(({ max_shards, format, job_file, image }, context) => {
    const most = format === undefined ? MAX_SHARDS : getMostShards(format);
    const suffix = format === undefined ? '' : ` with --format ${format}`;
    if (max_shards > most)
      context.addIssue({ code: 'custom', path: ['max_shards'], message: `must be at most ${most}${suffix}` });
    if (format === undefined && (job_file ?? image) !== undefined)
      context.addIssue({
        code: 'custom',
        path: [job_file === undefined ? 'image' : 'job_file'],
        message: `needs --format ${JOB_FILE_FORMATS.join(' | ')}`,
      });
  });
export type PlanOptions = z.output<typeof planOptionsSchema>;
export type PlanOptionsInput = z.input<typeof planOptionsSchema>;

/** Entry of a workflow's matrix. */
export interface MatrixEntry {
  shard: string;
  attempts: number;
  expected_minutes: number | null;
}

/** Outcome of `plan`. */
export interface PlanOutcome extends PlanSummary {
  plan: Plan;
  /** Matrix, for `fromJSON` in a workflow. */
  matrix: { include: MatrixEntry[] };
  /** Ids of attempts that earlier records already have. */
  reusable: string[];
  warnings: string[];
  /** Summary for people, without what is trivial. */
  lines: string[];
  plan_path: string;
  /** File with the jobs of `format`; null = no format was asked for. */
  job_file: string | null;
}
