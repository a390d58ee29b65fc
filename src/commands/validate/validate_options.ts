import { z } from 'zod';
import { durationOptionSchema } from '../../contract/input/duration_schema.js';
import type { ProofFindings } from '../../judge/validation/proof_findings.js';
import type { BenchmarkReport } from '../../judge/validation/report_benchmark.js';
import { PROTOCOL_SEED } from '../../run/attempt/attempt_spec.js';
import { runOptionsSchema } from '../study/run_options.js';

const { contracts, out, earlier, resume, cache, way_out, search_path, concurrency, seed, repos, json } =
  runOptionsSchema.shape;

/** Options of `validate`. */
export const validateOptionsSchema = z.strictObject({
  contracts: contracts.unwrap().min(1),
  out,
  earlier,
  resume: resume.describe('keep sealed, decided attempts of an interrupted proof in the folder'),
  cache,
  way_out,
  search_path,
  concurrency: concurrency.unwrap().default(2),
  seed: seed.unwrap().default(PROTOCOL_SEED),
  repos,
  json,
  reruns: z
    .int()
    .min(0)
    .max(1000, 'must be at most 1000')
    .optional()
    .describe("executions beyond the first; default: the contract's flakiness.reruns"),
  mutants: z
    .int()
    .min(0)
    .max(1000, 'must be at most 1000')
    .default(24)
    .describe('at most so many mutants per contract'),
  calibration: durationOptionSchema()
    .optional()
    .describe('time after which wrong expectations are searched only for tests that begin to pass'),
  base: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('revision of the working folder at which contracts with `base: pull-request` are proven'),
  calibration_limit: durationOptionSchema().optional().describe('longest search for wrong expectations'),
  checklist: z.string().optional().describe('YAML file with what people found of the benchmark'),
  lock: z
    .enum(['write', 'renew', 'never'])
    .default('write')
    .describe('write: where none holds; renew: also where one holds; never: leave the folders of contracts alone'),
});
export type ValidateOptions = z.output<typeof validateOptionsSchema>;

/** Result of `validate` for one contract. */
export interface ContractProof {
  contract: string;
  path: string;
  version: string;
  verdict: 'proven' | 'refuted' | 'undecided';
  wall_ms: number;
  attempts: number;
  reruns: number;
  proof: ProofFindings;
  lock: { path: string; state: 'written' | 'kept' | 'none' | 'contradicted' };
}

/** Outcome of `validate`. Exit codes: 0 all proven, 1 any refuted, 3 any undecided, 130 interrupted. */
export interface ValidateOutcome {
  exit_code: 0 | 1 | 3 | 130;
  proofs: ContractProof[];
  benchmark: BenchmarkReport;
}
