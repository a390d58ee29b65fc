import { join } from 'node:path';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { type GitOptions, runGitOrThrow } from '../git/run_git.js';

/** File that is added to a commit, or replaces one of it; its path counts from the root of the repository. */
export interface CommittedFile {
  path: string;
  content: Uint8Array;
  executable: boolean;
}

/**
 * Commits files over a tree of the store, and returns the id of the commit. It has no parent, and no branch of any
 * repository has it: the cache alone does.
 */
export async function commitFiles(
  tree: string,
  files: readonly CommittedFile[],
  cache: WorkspaceCache,
  signal?: AbortSignal,
): Promise<string> {
  const room = createScratchFolder(cache);
  const call: GitOptions = { store: cache.store, index: join(room, 'index'), signal };
  const run = async (args: readonly string[], input?: Uint8Array) =>
    (await runGitOrThrow(args, { ...call, ...(input ? { input } : {}) })).toString().trim();
  try {
    await run(['read-tree', tree]);
    const entries: string[] = [];
    for (const { path, content, executable } of files)
      entries.push(
        `${executable ? '100755' : '100644'} ${await run(['hash-object', '-w', '--stdin'], content)}\t${path}\0`,
      );
    await run(['update-index', '-z', '--index-info'], Buffer.from(entries.join('')));
    return await run(['commit-tree', '-m', 'gatebench', await run(['write-tree'])]);
  } finally {
    await removeTree(room);
  }
}
