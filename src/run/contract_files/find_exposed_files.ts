import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { findRubricCopies } from './find_rubric_copies.js';

/** Files shorter than this are too common to be an answer. */
const MIN_REVEALING_BYTES = 64;

/**
 * Finds files of the snapshot that reveal the reference solution, a hidden file or a rubric: the contract lies in the
 * repository that it pins. An agent could read them. Compares contents, so spelling of paths does not matter. A hidden
 * file that the snapshot has at its target path is public anyway.
 */
export async function findExposedFiles(loaded: LoadedContract, tree: string, cache: WorkspaceCache): Promise<string[]> {
  const secrets = new Map<string, string>();
  const add = (content: Uint8Array, target: string) => {
    if (content.length >= MIN_REVEALING_BYTES) secrets.set(computeBlobId(content, tree.length), target);
  };
  if (loaded.golden) add(loaded.golden, '');
  for (const file of loaded.oracle_files) add(file.content, file.path);
  const listed = (await runGitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'utf8',
  );
  const blobs = new Map<string, string>();
  for (const line of listed.split('\0')) {
    const [, blob, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (blob !== undefined && path !== undefined) blobs.set(path, blob);
  }
  const revealing = [...blobs].flatMap(([path, blob]) => {
    const target = secrets.get(blob);
    return target !== undefined && isRevealing(path, target) ? [path] : [];
  });
  const { model_checks = [] } = loaded.contract;
  const rubrics = await Promise.all(model_checks.map(({ prompt }) => findRubricCopies(prompt, tree, blobs, cache)));
  return [...new Set([...revealing, ...rubrics.flat()])];
}

/** Returns true if a path reveals a secret: the golden patch anywhere, a hidden file under its own name elsewhere. */
function isRevealing(path: string, target: string): boolean {
  return target === '' || (path !== target && posix.basename(path) === posix.basename(target));
}

/** Computes the object id of a file in the repository's hash algorithm. */
function computeBlobId(content: Uint8Array, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
