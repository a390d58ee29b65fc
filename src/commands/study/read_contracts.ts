import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { findContracts, readContract } from '../../run/contract_files/read_contract.js';

/** Reads the contracts that the patterns name. @throws {UserError} if one cannot be read, or two have the same id */
export function readContracts(patterns: readonly string[], cwd: string): LoadedContract[] {
  return readContractFiles(findContracts(patterns, cwd), cwd);
}

/** Reads contracts by their files. @throws {UserError} if one cannot be read, or two have the same id */
export function readContractFiles(paths: readonly string[], cwd: string): LoadedContract[] {
  const contracts = [...new Set(paths)].map((path) => readContract(path, cwd));
  const places = new Map<string, string>();
  for (const { contract, shown } of contracts) {
    const place = places.get(contract.id);
    if (place)
      throw new UserError(
        `${shown}: id "${contract.id}" is also the id of ${place}`,
        'Give each contract an id of its own.',
      );
    places.set(contract.id, shown);
  }
  return contracts;
}
