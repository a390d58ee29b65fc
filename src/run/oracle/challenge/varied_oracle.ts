import type { LoadedContract, OracleFile } from '../../../contract/loaded.js';
import type { ChallengeVariant } from '../../../contract/lock.js';
import { sha256 } from '../../../record/canonical.js';
import { applyReplacements } from '../expectations/expectation_sites.js';

/** Returns the contract with wrong expectations in its hidden files, which keep their names; nothing else is different. */
export function varyOracle(loaded: LoadedContract, wrong: readonly ChallengeVariant[]): LoadedContract {
  const files = loaded.oracle_files.map((file): OracleFile => {
    const pieces = wrong.filter((variant) => variant.file === file.path);
    if (pieces.length === 0) return file;
    const content = Buffer.from(applyReplacements(Buffer.from(file.content).toString('utf8'), pieces), 'utf8');
    return { ...file, content, sha256: sha256(content) };
  });
  return { ...loaded, oracle_files: files };
}
