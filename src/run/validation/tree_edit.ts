import { join } from 'node:path';
import {
  createOwnedFolder,
  createScratchFolder,
  removeTree,
  type WorkspaceCache,
} from '../../workspace/cache/workspace_cache.js';
import { type GitOptions, runGit, runGitOrThrow } from '../../workspace/git/run_git.js';

/** Edit of one file of a snapshot: its new content, or null to delete it. Paths are latin-1, one character per byte. */
export interface TreeEdit {
  path: string;
  content: string | Uint8Array | null;
  executable?: boolean;
}

/** File of a snapshot. */
export interface TreeFile {
  path: string;
  mode: string;
  blob: string;
}

/** Lists the regular files of a tree. */
export async function listTreeFiles(tree: string, cache: WorkspaceCache): Promise<TreeFile[]> {
  const listed = (await runGitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'latin1',
  );
  return listed.split('\0').flatMap((line) => {
    const [, mode, blob, path] = /^(100\d{3}) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return mode === undefined || blob === undefined || path === undefined ? [] : [{ mode, blob, path }];
  });
}

/**
 * Reads a file of the snapshot as latin-1.
 *
 * @returns undefined if it is absent or larger than `most` bytes
 */
export async function readTreeFile(
  file: TreeFile | undefined,
  cache: WorkspaceCache,
  most = 2 ** 20,
): Promise<string | undefined> {
  if (!file) return undefined;
  const size = await runGit(['cat-file', '-s', file.blob], { store: cache.store });
  if (!size.ok || Number(size.stdout.toString()) > most) return undefined;
  return (await runGitOrThrow(['cat-file', 'blob', file.blob], { store: cache.store })).toString('latin1');
}

/**
 * Creates the patch that makes these edits to a tree, as git writes it. Its objects are written to a temporary folder.
 */
export async function createTreePatch(
  tree: string,
  edits: readonly TreeEdit[],
  cache: WorkspaceCache,
): Promise<Uint8Array> {
  const room = createScratchFolder(cache);
  const call: GitOptions = {
    store: cache.store,
    index: join(room, 'index'),
    objects: createOwnedFolder(join(room, 'objects')),
  };
  try {
    await runGitOrThrow(['read-tree', tree], call);
    const entries: string[] = [];
    for (const { path, content, executable } of edits) {
      if (content === null) {
        entries.push(`0 ${'0'.repeat(tree.length)}\t${path}\0`);
        continue;
      }
      const input = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
      const blob = (await runGitOrThrow(['hash-object', '-w', '--stdin'], { ...call, input })).toString().trim();
      entries.push(`${executable ? '100755' : '100644'} ${blob}\t${path}\0`);
    }
    await runGitOrThrow(['update-index', '-z', '--index-info'], {
      ...call,
      input: Buffer.from(entries.join(''), 'latin1'),
    });
    return await runGitOrThrow(
      ['diff-index', '--cached', '-p', '--binary', '--full-index', '--no-renames', tree],
      call,
    );
  } finally {
    await removeTree(room);
  }
}
