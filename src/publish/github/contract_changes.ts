import { posix } from 'node:path';
import type { ComparedCommits } from './compared_commits.js';
import type { EvaluatedContract } from './published_pair.js';

/**
 * Says why results do not hold for what the base is now, given what it gained since the commit that they were made by.
 * A contract and all files that it names lie in one folder, so its version is the same while no file in there changed. A
 * contract that is new beside the evaluated ones was not asked.
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
  const parents = new Set([...folders].map((folder) => posix.dirname(folder)));
  const fresh = added.find(
    (path) => names.has(posix.basename(path)) && parents.has(posix.dirname(posix.dirname(path))),
  );
  return fresh === undefined ? undefined : `its base has a contract now that was not asked: ${fresh}`;
}
