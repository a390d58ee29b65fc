import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { runGitOrThrow } from '../git/run_git.js';

/**
 * Creates the tree that holds only some files of another one. Paths that are not there are left out.
 * @param paths files, and folders with all that is in them, as UTF-8; none = the empty tree
 * @returns id of the tree in the cache's object store
 */
export async function selectTreeFiles(tree: string, paths: readonly string[], cache: WorkspaceCache): Promise<string> {
  const names = paths.map((path) => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''));
  const folder = createScratchFolder(cache);
  const call = { store: cache.store, index: `${folder}/index` };
  try {
    const all = names.some((name) => name === '' || name === '.') ? [] : names;
    await runGitOrThrow(['read-tree', '--empty'], call);
    // ls-tree takes no path for all paths.
    if (names.length === 0) return (await runGitOrThrow(['write-tree'], call)).toString().trim();
    const list = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', tree, '--', ...all];
    await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input: await runGitOrThrow(list, call) });
    return (await runGitOrThrow(['write-tree'], call)).toString().trim();
  } finally {
    await removeTree(folder);
  }
}
