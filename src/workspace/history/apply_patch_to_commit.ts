import { join } from 'node:path';
import { completePatch } from '../../contract/input/complete_patch.js';
import { isKeepablePath } from '../../contract/input/is_keepable_path.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { readBlobs } from '../git/read_blobs.js';
import { readFileChanges } from '../git/read_file_changes.js';
import { type GitOptions, getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';

/** File as a patch leaves it. */
export interface PatchedFile {
  path: string;
  content: Buffer;
  executable: boolean;
}

/** Files that a patch changes in a tree, or the reason why it does not apply. */
type PatchedFiles = { files: PatchedFile[]; removed: string[] } | { problem: string };

/** Most files of one patch. */
const MAX_FILES = 2000;
const MAX_MS = 120_000;

/**
 * Applies a patch of an external benchmark to a tree in the store, without a working tree, and reads the whole files
 * that it writes. It is applied as strictly as the patch of an agent.
 *
 * @param tree id of the tree, which is in the store
 */
export async function applyPatchToCommit(
  patch: string,
  tree: string,
  cache: WorkspaceCache,
  signal?: AbortSignal,
): Promise<PatchedFiles> {
  const folder = createScratchFolder(cache);
  const scratch: GitOptions = {
    ...{ store: cache.store, index: join(folder, 'index'), signal },
    // New objects stay out of the shared store, and git runs with bounded time and memory: the patch is somebody's.
    objects: createOwnedFolder(join(folder, 'objects')),
    as_owner: true,
  };
  try {
    await runGitOrThrow(['read-tree', tree], scratch);
    const applied = await runGit(['apply', '--cached', '--whitespace=nowarn', '-'], {
      ...scratch,
      input: completePatch(patch),
      timeout_ms: MAX_MS,
    });
    if (!applied.ok) return { problem: getFirstLine(applied.stderr).replace(/^error: /, '') || 'git refuses it' };
    const changes = await readFileChanges(tree, scratch);
    if (changes.length > MAX_FILES) return { problem: `it changes ${changes.length} files` };
    const odd = changes.find(({ new_mode }) => new_mode === '120000' || new_mode === '160000');
    if (odd) return { problem: `${odd.path} is a link or a submodule` };
    const written = changes.filter(({ new_blob }) => new_blob !== null);
    const unsafe = written.find(({ path }) => !isKeepablePath(path));
    if (unsafe) return { problem: `${JSON.stringify(unsafe.path)} is no name that can be kept` };
    const blobs = await readBlobs(
      written.map(({ new_blob }) => new_blob!),
      scratch,
    );
    const removed = changes.flatMap(({ path, old_path, new_blob }) => [
      ...(old_path === undefined ? [] : [old_path]),
      ...(new_blob === null ? [path] : []),
    ]);
    const files = written.map(({ path, new_blob, new_mode }) => ({
      ...{ path, content: Buffer.from(blobs.get(new_blob!)!) },
      executable: new_mode === '100755',
    }));
    return { files, removed };
  } finally {
    await removeTree(folder);
  }
}
