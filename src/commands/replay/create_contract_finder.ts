import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { readContractFiles, readContracts } from '../study/read_contracts.js';

/** Finds the contract of a record, or says why it is not the same. */
type ContractFinder = (manifest: Manifest) => LoadedContract | { refused: string };

/**
 * Creates a function that finds the contract of a record. Hidden tests are no part of a record, so that records can be
 * published; the digests in it say whether a contract is the same.
 *
 * @param patterns contracts of the caller; none = the path in each record, from the working folder
 * @throws {UserError} if a contract of the caller cannot be read
 */
export function createContractFinder(patterns: readonly string[], cwd: string): ContractFinder {
  const given = patterns.length === 0 ? undefined : readContracts(patterns, cwd);
  return ({ contract: { id, path, version }, oracle_files }) => {
    const found = given ? given.find(({ contract }) => contract.id === id) : readRecordedPath(path, cwd);
    if (found === undefined) return { refused: `none of the contracts has the id "${id}"` };
    if ('refused' in found) return found;
    if (found.contract.id !== id)
      return { refused: `${found.shown} is the contract "${found.contract.id}", not "${id}"` };
    if (found.version === version) return found;
    const changed = describeChangedFiles(oracle_files, found);
    return { refused: `${found.shown} is another version than the record's (${version.slice(0, 12)})${changed}` };
  };
}

function readRecordedPath(path: string, cwd: string): LoadedContract | { refused: string } {
  try {
    return readContractFiles([path], cwd)[0]!;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refused: `${error.message}; name the contract with --contract` };
  }
}

/** Describes which hidden files differ; nothing if the contract itself does. */
function describeChangedFiles(recorded: Readonly<Record<string, string>>, { oracle_files }: LoadedContract): string {
  const now = new Map(oracle_files.map(({ path, sha256 }) => [path, sha256]));
  const paths = [...new Set([...Object.keys(recorded), ...now.keys()])].filter(
    (path) => recorded[path] !== now.get(path),
  );
  if (paths.length === 0) return '';
  return `: hidden ${paths.slice(0, 3).join(', ')} ${paths.length > 3 ? `and ${paths.length - 3} more differ` : 'differ'}`;
}
