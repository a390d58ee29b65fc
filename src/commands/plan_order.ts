import { z } from 'zod';
import type { Plan } from '../record/plan.js';
import { runOrderSchema } from './orders.js';
import type { PlanSummary } from './plan_summary.js';

const { suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents } = runOrderSchema.shape;
const { cache, way_out, search_path, repos, pull_request, models, require_proof, json } = runOrderSchema.shape;

/** As many jobs as one matrix may have. */
export const MOST_SHARDS = 256;

/** What `plan` is asked to do. */
export const planOrderSchema = z.strictObject({
  ...{ suite, contracts, agents, ablations, trials, seed, coordination_rules, install_agents },
  ...{ cache, way_out, search_path, repos, pull_request, models, require_proof, json },
  out: z.string().min(1).default('plan.json').describe('file for the plan'),
  max_shards: z
    .int()
    .min(1, 'must be at least 1')
    .max(MOST_SHARDS, `must be at most ${MOST_SHARDS}`)
    .default(1)
    .describe('shards are no more than this, and no more than there are attempts'),
  durations: z
    .array(z.string().min(1))
    .default([])
    .describe('results of earlier runs, for how long attempts take: results.jsonl, or folders with one'),
  reuse: z.array(z.string().min(1)).default([]).describe('folders of earlier runs whose records could be used again'),
});
export type PlanOrder = z.output<typeof planOrderSchema>;
export type PlanOrderInput = z.input<typeof planOrderSchema>;

/** One leg of a matrix, as a workflow reads it. */
export interface Leg {
  shard: string;
  attempts: number;
  expected_minutes: number | null;
}

/** What `plan` hands back. */
export interface PlanOutcome extends PlanSummary {
  plan: Plan;
  /** For `fromJSON` in a workflow. */
  matrix: { include: Leg[] };
  /** Ids of attempts that were found among earlier records. */
  reusable: string[];
  warnings: string[];
  plan_path: string;
}
