import { z } from 'zod';
import type { EvaluatedContract } from '../../publish/github/pair/published_pair.js';
import type { PullRequestPair } from '../../record/manifest/manifest.js';
import type { JudgementOutcome } from '../io/judgement_outcome.js';
import { createOptionSchema } from '../options/create_option_schema.js';

/** Options of `report`. */
export const reportOptionsSchema = z.strictObject({
  folders: z
    .array(z.string().min(1))
    .min(1, 'name at least one')
    .describe('output folders of `run`, or what holds them'),
  out: z.string().min(1).describe('folder for the merged results and the reports'),
  plan: z.string().min(1).optional().describe('plan of the attempts, where it is not in the folders'),
  history: z.string().min(1).optional().describe('file that gets one line of this run of the suite'),
  adjudications: createOptionSchema('adjudications'),
  fail_on: createOptionSchema('fail_on'),
  min_strength: createOptionSchema('min_strength'),
  verify: z.boolean().default(false).describe('look at the whole record of every attempt'),
  tell_unverified: z.boolean().default(false).describe('say in the report that records were not verified'),
  allow_missing_records: z
    .boolean()
    .default(false)
    .describe('with verify and a plan: attempts whose records did not come along have no result'),
  allow_mixed_versions: z.boolean().default(false).describe('merge results of different versions of a contract'),
  /** Commit and workflow run for the line of the history. */
  commit: z.string().nullable().default(null),
  run_url: z.string().nullable().default(null),
  json: createOptionSchema('json'),
});
export type ReportOptions = z.output<typeof reportOptionsSchema>;

/** Outcome of `report`. */
export interface ReportOutcome extends JudgementOutcome {
  warnings: string[];
  /** Number of planned attempts without a result. */
  missing: number;
  /** Shards without any result. */
  missing_shards: number[];
  /** False if no plan says what is missing. */
  planned: boolean;
  /** Pull requests of the attempts, each once; null = attempts of none. */
  pull_requests: (PullRequestPair | null)[];
  /** Contracts of all attempts, each version once. */
  contracts: EvaluatedContract[];
}
