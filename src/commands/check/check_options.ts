import { z } from 'zod';
import type { ContractCheck } from '../../publish/report/view/contract_check.js';
import { runOptionsSchema } from '../study/run_options.js';

const { contracts, out, earlier, cache, way_out, search_path, concurrency, sandbox, unsafe, repos, json } =
  runOptionsSchema.shape;

/** Options of `check`. */
export const checkOptionsSchema = z.strictObject({
  contracts: contracts.unwrap().min(1),
  ...{ out, earlier, cache, way_out, search_path, concurrency, sandbox, unsafe, repos, json },
});
export type CheckOptions = z.output<typeof checkOptionsSchema>;

/** Outcome of `check`. Exit codes: 0 all contracts work, 1 any does not, 3 any undecided, 130 interrupted. */
export interface ContractCheckOutcome {
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  contracts: readonly ContractCheck[];
}
