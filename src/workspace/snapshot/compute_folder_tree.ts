import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';

/**
 * Computes the git tree id of a folder on disk: all files, modes and links, regardless of ignore files.
 * @throws {UserError} if git cannot read the folder, or it contains a repository
 */
export async function computeFolderTree(folder: string, cache: WorkspaceCache, signal?: AbortSignal): Promise<string> {
  const scratch_folder = createScratchFolder(cache);
  const index = join(scratch_folder, 'index');
  try {
    const call = { store: cache.store, work_tree: folder, index, signal };
    const added = await runGit(['add', '--all', '--force', '--', '.'], call);
    if (!added.ok) throw new UserError(`${folder} cannot be read as a repository: ${getFirstLine(added.stderr)}`);
    const reading = [runGitOrThrow(['ls-files', '--stage', '-z'], call), runGitOrThrow(['write-tree'], call)] as const;
    await Promise.allSettled(reading); // both use the folder that is removed below
    const [files, tree] = await Promise.all(reading);
    const links = files
      .toString('latin1')
      .split('\0')
      .filter((line) => line.startsWith('160000'));
    if (links.length > 0)
      throw new UserError(
        `${folder} holds a repository of its own in ${links[0]!.split('\t')[1]}`,
        'Remove its .git folder, or use a git snapshot with submodules.',
      );
    return tree.toString().trim();
  } finally {
    await removeTree(scratch_folder);
  }
}
