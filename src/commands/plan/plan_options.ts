import { z } from 'zod';
import type { Plan } from '../../record/planning/plan.js';
import { runOptionsSchema } from '../study/run_options.js';
import type { PlanSummary } from './plan_summary.js';

const { suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents } =
  runOptionsSchema.shape;
const { cache, way_out, search_path, repos, pull_request, models, require_proof, json } = runOptionsSchema.shape;

/** Maximum number of jobs in a GitHub matrix. */
const MAX_SHARDS = 256;

/** Options of `plan`. */
export const planOptionsSchema = z.strictObject({
  ...{ suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents },
  ...{ cache, way_out, search_path, repos, pull_request, models, require_proof, json },
  out: z.string().min(1).default('plan.json').describe('file for the plan'),
  max_shards: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_SHARDS, `must be at most ${MAX_SHARDS}`)
    .default(1)
    .describe('shards are no more than this, and no more than there are attempts'),
  durations: z
    .array(z.string().min(1))
    .default([])
    .describe('results of earlier runs, for how long attempts take: results.jsonl, or folders with one'),
  reuse: z.array(z.string().min(1)).default([]).describe('folders of earlier runs whose records could be used again'),
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
  plan_path: string;
}
