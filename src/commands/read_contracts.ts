import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { findContracts } from '../run/contracts/find.js';
import { readContract } from '../run/contracts/read.js';

/**
 * The contracts that these patterns name, read.
 *
 * @throws {UserError} when one cannot be read, or when two have the same id
 */
export function readContracts(patterns: readonly string[], cwd: string): LoadedContract[] {
  return readEach(findContracts(patterns, cwd), cwd);
}

/** Contracts by their files. @throws {UserError} as above */
export function readEach(paths: readonly string[], cwd: string): LoadedContract[] {
  const contracts = [...new Set(paths)].map((path) => readContract(path, cwd));
  const seen = new Map<string, string>();
  for (const { contract, shown } of contracts) {
    const other = seen.get(contract.id);
    if (other)
      throw new UserError(
        `${shown}: id "${contract.id}" is also the id of ${other}`,
        'Give each contract an id of its own.',
      );
    seen.set(contract.id, shown);
  }
  return contracts;
}
