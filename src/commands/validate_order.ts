import { z } from 'zod';
import type { Lock } from '../contract/lock.js';
import type { BenchmarkReport } from '../judge/analysis/abc.js';
import { PROTOCOL_SEED } from '../run/attempt/order.js';
import { runOrderSchema } from './orders.js';

const { contracts, out, earlier, cache, way_out, search_path, concurrency, seed, repos, json } = runOrderSchema.shape;

/** What `validate` is asked to do. */
export const validateOrderSchema = z.strictObject({
  contracts: contracts.unwrap().min(1),
  out,
  earlier,
  cache,
  way_out,
  search_path,
  concurrency: concurrency.unwrap().default(1),
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
  checklist: z.string().optional().describe('YAML file with what people found of the benchmark'),
  lock: z
    .enum(['write', 'renew', 'never'])
    .default('write')
    .describe('write: where none holds; renew: also where one holds; never: leave the folders of contracts alone'),
});
export type ValidateOrder = z.output<typeof validateOrderSchema>;
export type ValidateOrderInput = z.input<typeof validateOrderSchema>;

/** What `validate` found for one contract. */
export interface ContractProof {
  contract: string;
  path: string;
  version: string;
  verdict: 'proven' | 'refuted' | 'undecided';
  wall_ms: number;
  attempts: number;
  reruns: number;
  proof: Omit<Lock, 'schema' | 'digest' | 'contract' | 'harness' | 'sandbox' | 'tools' | 'snapshot' | 'made_at'>;
  lock: { path: string; state: 'written' | 'kept' | 'none' | 'contradicted' };
}

/** Exit codes: 0 all proven · 1 any refuted · 3 any undecided, or interrupted before the end (130). */
export interface ValidateOutcome {
  exit_code: 0 | 1 | 3 | 130;
  proofs: ContractProof[];
  benchmark: BenchmarkReport;
}
