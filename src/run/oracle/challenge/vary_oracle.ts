import type { LoadedContract, OracleFile } from '../../../contract/loaded_contract.js';
import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { applyReplacements } from '../expectations/expectation_site.js';

/** Puts wrong expectations into the hidden files of a contract. File names and everything else stay. */
export function varyOracle(loaded: LoadedContract, wrong: readonly ChallengeVariant[]): LoadedContract {
  const files = loaded.oracle_files.map((file): OracleFile => {
    const pieces = wrong.filter((variant) => variant.file === file.path);
    if (pieces.length === 0) return file;
    const content = Buffer.from(applyReplacements(Buffer.from(file.content).toString('utf8'), pieces), 'utf8');
    return { ...file, content, sha256: sha256(content) };
  });
  return { ...loaded, oracle_files: files };
}
