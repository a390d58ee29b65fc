import { resolve } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';

/**
 * Leaves out the contracts that need a pull request where a run has none, if patterns found them beside others: the
 * folder of a repository's tasks also holds the contract that judges its pull requests. One that is named is kept.
 *
 * @returns the contracts, and a line for each that is left out
 */
export function omitPullRequestContracts(
  contracts: readonly LoadedContract[],
  patterns: readonly string[],
  cwd: string,
): { contracts: readonly LoadedContract[]; warnings: string[] } {
  const named = new Set(patterns.map((pattern) => resolve(cwd, pattern)));
  const isOmitted = ({ contract, path, folder }: LoadedContract) =>
    'base' in contract.snapshot && !named.has(path) && !named.has(folder);
  const kept = contracts.filter((loaded) => !isOmitted(loaded));
  if (kept.length === 0) return { contracts, warnings: [] };
  return {
    contracts: kept,
    warnings: contracts
      .filter(isOmitted)
      .map(({ shown }) => `${shown} is left out: it judges pull requests, and this run has none (--base and --head)`),
  };
}
