import { z } from 'zod';
import type { ContractPlace } from '../publish/github/annotations.js';
import type { EvaluatedContract } from '../publish/github/published_pair.js';
import type { View } from '../publish/report/view.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import type { Result } from '../record/result.js';
import { minStrength } from './orders.js';

/** What `report` is asked to do, whoever asks. */
export const reportOrderSchema = z.strictObject({
  folders: z
    .array(z.string().min(1))
    .min(1, 'name at least one')
    .describe('output folders of `run`, or what holds them'),
  out: z.string().min(1).describe('folder for the merged results and the reports'),
  plan: z.string().min(1).optional().describe('plan of the attempts, where it is not in the folders'),
  history: z.string().min(1).optional().describe('file that gets one line of this run of the suite'),
  adjudications: z.string().min(1).optional().describe('CSV file with what people decided on attempts'),
  fail_on: z
    .enum(['gates', 'regression', 'never'])
    .optional()
    .describe('what makes the exit code 1; default: as the plan says, else gates'),
  min_strength: minStrength.describe(
    'for fail_on: gates: strength that a pass must have, in bits; default: as the plan says',
  ),
  verify: z.boolean().default(false).describe('look at the whole record of every attempt'),
  tell_unverified: z.boolean().default(false).describe('say in the report that records were not verified'),
  allow_mixed_versions: z.boolean().default(false).describe('merge results of different versions of a contract'),
  /** What the history says of the run. */
  commit: z.string().nullable().default(null),
  run_url: z.string().nullable().default(null),
  json: z.boolean().default(false),
});
export type ReportOrder = z.output<typeof reportOrderSchema>;
export type ReportOrderInput = z.input<typeof reportOrderSchema>;

/** What a verb that judges attempts hands to those who publish it. */
export interface Judgement {
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  view: View;
  /** Those that are shown: all, or the worst of many. */
  results: readonly Result[];
  places: Record<string, ContractPlace>;
  report_path: string;
  html_path: string;
  results_path: string;
}

export interface ReportOutcome extends Judgement {
  warnings: string[];
  /** Attempts of the plan without a result, and shards without any. */
  missing: number;
  missing_shards: number[];
  /** False: no plan says what is missing. */
  planned: boolean;
  /** Pull requests that attempts were made for, each once; null = attempts of none. */
  pull_requests: (PullRequestPair | null)[];
  /** Contracts of all attempts, each version once. */
  contracts: EvaluatedContract[];
}
