import { join } from 'node:path';
import { type Cache, ownedFolder, removeTree, scratch } from '../workspace/cache.js';
import { type GitCall, git, gitOrThrow } from '../workspace/git.js';

/** A change of one file of a snapshot: its new content, or null to delete it. Paths are latin-1, one character per byte. */
export interface Edit {
  path: string;
  content: string | Uint8Array | null;
  executable?: boolean;
}

/** One file of a snapshot. */
export interface TreeFile {
  path: string;
  mode: string;
  blob: string;
}

/** The regular files of a tree. */
export async function treeFiles(tree: string, cache: Cache): Promise<TreeFile[]> {
  const listed = (await gitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'latin1',
  );
  return listed
    .split('\0')
    .map((line) => /^(100\d{3}) blob ([0-9a-f]+)\t(.*)$/s.exec(line))
    .flatMap((entry) => (entry ? [{ mode: entry[1]!, blob: entry[2]!, path: entry[3]! }] : []));
}

/** Content of a file of the snapshot as latin-1; undefined when it is absent or larger than `most` bytes. */
export async function readTreeFile(
  file: TreeFile | undefined,
  cache: Cache,
  most = 2 ** 20,
): Promise<string | undefined> {
  if (!file) return undefined;
  const size = await git(['cat-file', '-s', file.blob], { store: cache.store });
  if (!size.ok || Number(size.stdout.toString()) > most) return undefined;
  return (await gitOrThrow(['cat-file', 'blob', file.blob], { store: cache.store })).toString('latin1');
}

/** The patch that makes these edits to a tree, as git writes it. Its objects go into a folder of their own and are dropped. */
export async function patchOf(tree: string, edits: readonly Edit[], cache: Cache): Promise<Uint8Array> {
  const room = scratch(cache);
  const call: GitCall = { store: cache.store, index: join(room, 'index'), objects: ownedFolder(join(room, 'objects')) };
  try {
    await gitOrThrow(['read-tree', tree], call);
    const entries: string[] = [];
    for (const { path, content, executable } of edits) {
      if (content === null) {
        entries.push(`0 ${'0'.repeat(tree.length)}\t${path}\0`);
        continue;
      }
      const input = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
      const blob = (await gitOrThrow(['hash-object', '-w', '--stdin'], { ...call, input })).toString().trim();
      entries.push(`${executable ? '100755' : '100644'} ${blob}\t${path}\0`);
    }
    await gitOrThrow(['update-index', '-z', '--index-info'], {
      ...call,
      input: Buffer.from(entries.join(''), 'latin1'),
    });
    return await gitOrThrow(['diff-index', '--cached', '-p', '--binary', '--full-index', '--no-renames', tree], call);
  } finally {
    await removeTree(room);
  }
}
