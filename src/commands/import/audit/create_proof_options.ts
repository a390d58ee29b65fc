import { join } from 'node:path';
import { validateOptionsSchema } from '../../validate/validate_options.js';
import type { ImportOptions } from '../options/import_options.js';

/** Duration of the search for wrong expectations of tests that passed before: they give no strength. */
const SEARCH_OF_OTHERS = '1s';

/**
 * Creates the options of a proof.
 *
 * @param id id of the contract
 */
export function createProofOptions(options: ImportOptions, path: string, id: string, records: string, cache: string) {
  const { search_path, way_out, repos, concurrency, reruns, mutants, calibration } = options;
  return validateOptionsSchema.parse({
    ...{ contracts: [path], search_path, way_out, repos, concurrency, reruns, mutants },
    ...{ calibration: SEARCH_OF_OTHERS, calibration_limit: `${calibration}ms` },
    ...{ out: join(records, 'proofs', id), earlier: 'replace', lock: 'renew', cache },
  });
}
