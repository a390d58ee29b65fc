import { resolve } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { RunOptions } from './run_options.js';

/**
 * Leaves out the contracts that a run cannot judge, if patterns found them beside others: the folder of a repository's
 * tasks holds the contract of its pull requests, and tasks that pin a commit. One that is named by its folder is kept;
 * files may come from a pattern that a shell has expanded.
 *
 * @returns the contracts, and a line for each that is left out
 */
export function omitUnfitContracts(
  contracts: readonly LoadedContract[],
  { contracts: patterns, agents, pull_request }: Pick<RunOptions, 'contracts' | 'agents' | 'pull_request'>,
  cwd: string,
): { contracts: readonly LoadedContract[]; warnings: string[] } {
  const judges_change = pull_request !== undefined && agents.every((agent) => agent === 'pull-request');
  const folders = new Set(patterns.map((pattern) => resolve(cwd, pattern)));
  const isUnfit = ({ contract, folder }: LoadedContract) => {
    if (folders.has(folder)) return false;
    return 'base' in contract.snapshot ? pull_request === undefined : judges_change;
  };
  const fit = contracts.filter((loaded) => !isUnfit(loaded));
  if (fit.length === 0) return { contracts, warnings: [] };
  const why = judges_change
    ? 'it pins a state of its own, and a pull request is judged on its base'
    : 'it judges pull requests, and this run has none (--base and --head)';
  return { contracts: fit, warnings: contracts.filter(isUnfit).map(({ shown }) => `${shown} is left out: ${why}`) };
}
