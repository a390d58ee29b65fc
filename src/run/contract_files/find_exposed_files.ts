import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';

/** Files shorter than this are too common to be an answer. */
const MIN_REVEALING_BYTES = 64;

/**
 * Finds files of the snapshot that reveal the reference solution, a hidden file or a rubric: the contract lies in the repository
 * that it pins. An agent could read them. Compares contents, so spelling of paths does not matter. A hidden file that
 * the snapshot has at its target path is public anyway.
 */
export async function findExposedFiles(loaded: LoadedContract, tree: string, cache: WorkspaceCache): Promise<string[]> {
  const secrets = new Map<string, string>();
  const add = (content: Uint8Array, target: string) => {
    if (content.length >= MIN_REVEALING_BYTES) secrets.set(computeBlobId(content, tree.length), target);
  };
  if (loaded.golden) add(loaded.golden, '');
  for (const file of loaded.oracle_files) add(file.content, file.path);
  // The rubric of a judge model stands in the contract itself.
  if (loaded.contract.model_checks) add(readFileSync(loaded.path), '');
  const listed = (await runGitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'utf8',
  );
  return listed
    .split('\0')
    .map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line))
    .flatMap((entry) => {
      const target = entry && secrets.get(entry[1]!);
      return entry && target !== null && target !== undefined && isRevealing(entry[2]!, target) ? [entry[2]!] : [];
    });
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
