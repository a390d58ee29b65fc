import { posix } from 'node:path';
import type { ComparedCommits } from './compared_commits.js';
import type { EvaluatedContract } from './published_pair.js';

/**
 * Says why results do not hold for what the base is now, given which files it gained or changed since the commit that they were
 * made by. Files are compared, not versions: a version is a digest over a contract and the files that it names, all of which lie in its
 * folder, and GitHub cannot compute it. So any change in the folder of an evaluated contract counts, also one that leaves its version
 * alone, and so does a new file of a contract's name, at any depth below the same top folder: it was not asked. A contract elsewhere in
 * the repository is none of this evaluation.
 *
 * @returns undefined when every contract is what it was
 */
export function contractChange(
  contracts: readonly EvaluatedContract[],
  { status, paths, added, complete }: Pick<ComparedCommits, 'status' | 'paths' | 'added' | 'complete'>,
): string | undefined {
  if (status === 'identical') return undefined;
  if (status !== 'ahead') return 'its base was rewritten since: the evaluated commit is no longer part of it';
  if (!complete) return 'its base changed in too many files since to tell whether a contract is among them';
  const folders = new Set(contracts.map(({ path }) => posix.dirname(path)));
  const changed = paths.find((path) => [...folders].some((folder) => folder === '.' || path.startsWith(`${folder}/`)));
  if (changed !== undefined) return `its base has another version of a contract now: ${changed} changed`;
  const names = new Set(contracts.map(({ path }) => posix.basename(path)));
  const tops = new Set(contracts.map(({ path }) => topOf(path)));
  const fresh = added.find((path) => names.has(posix.basename(path)) && tops.has(topOf(path)));
  return fresh === undefined ? undefined : `its base has a contract now that was not asked: ${fresh}`;
}

/** Returns the first folder of a path; that of a contract in the root is the root, which has been asked in whole. */
const topOf = (path: string): string => path.slice(0, Math.max(0, path.indexOf('/')));
