import { z } from 'zod';
import { durationOptionSchema } from '../../contract/input/duration_schema.js';
import type { ProofFindings } from '../../judge/validation/proof_findings.js';
import type { BenchmarkReport } from '../../judge/validation/report_benchmark.js';
import { PROTOCOL_SEED } from '../../run/attempt/attempt_spec.js';
import { createOptionSchema } from '../options/create_option_schema.js';
import { runOptionsSchema } from '../study/run_options.js';

const { contracts, out, earlier, resume, cache, way_out, search_path, concurrency, seed, repos, json } =
  runOptionsSchema.shape;

/** Options of `validate`. */
export const validateOptionsSchema = z.strictObject({
  ...{ out, earlier, resume, cache, way_out, search_path, repos, json },
  contracts: contracts.unwrap().min(1),
  concurrency: concurrency.unwrap().default(2),
  seed: seed.unwrap().default(PROTOCOL_SEED),
  reruns: createOptionSchema('reruns'),
  mutants: createOptionSchema('mutants').unwrap().default(24),
  calibration: durationOptionSchema()
    .optional()
    .describe('time after which wrong expectations are searched only for tests that begin to pass'),
  calibration_limit: durationOptionSchema().optional().describe('longest search for wrong expectations'),
  base: createOptionSchema('base'),
  checklist: createOptionSchema('checklist'),
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
