import { posix } from 'node:path';
import type { CommitComparison } from './compare_commits.js';
import type { EvaluatedContract } from './published_pair.js';

/**
 * Finds a change of the base that makes the results invalid. It compares files, not versions: a version is a digest
 * over a contract and the files that it names, which all lie in its folder, and GitHub cannot compute it. Two changes
 * count: any change in the folder of an evaluated contract, and a new file with a contract's name below the same top
 * folder. Contracts elsewhere in the repository do not belong to this evaluation.
 *
 * @returns undefined if every contract is unchanged
 */
export function findContractChange(
  contracts: readonly EvaluatedContract[],
  { status, paths, added, complete }: Pick<CommitComparison, 'status' | 'paths' | 'added' | 'complete'>,
): string | undefined {
  if (status === 'identical') return undefined;
  if (status !== 'ahead') return 'its base was rewritten since: the evaluated commit is no longer part of it';
  if (!complete) return 'its base changed in too many files since to tell whether a contract is among them';
  const folders = new Set(contracts.map(({ path }) => posix.dirname(path)));
  const changed = paths.find((path) => [...folders].some((folder) => folder === '.' || path.startsWith(`${folder}/`)));
  if (changed !== undefined) return `its base has another version of a contract now: ${changed} changed`;
  const names = new Set(contracts.map(({ path }) => posix.basename(path)));
  const tops = new Set(contracts.map(({ path }) => getTopFolder(path)));
  const fresh = added.find((path) => names.has(posix.basename(path)) && tops.has(getTopFolder(path)));
  return fresh === undefined ? undefined : `its base has a contract now that was not asked: ${fresh}`;
}

/** Returns the first folder of a path; for a contract in the root, the root. */
const getTopFolder = (path: string): string => path.slice(0, Math.max(0, path.indexOf('/')));
