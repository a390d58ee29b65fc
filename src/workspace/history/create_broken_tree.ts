import { join } from 'node:path';
import { completePatch } from '../../contract/input/complete_patch.js';
import { isKeepablePath } from '../../contract/input/is_keepable_path.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { readBlobs } from '../git/read_blobs.js';
import { type GitOptions, getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';
import type { PatchedFile } from './apply_patch_to_commit.js';

/** Files of a tree into which a patch has brought a bug, and the patch that takes it out again. */
interface BrokenTree {
  /** Every file; a link has its target as content. */
  files: (PatchedFile & { link: boolean })[];
  /** Patch from these files to those before the bug. */
  golden: Buffer;
  /** False if the tree had the bug already, so that its commit can be pinned. */
  changed: boolean;
}

/** Limits of one tree. */
const MAX_FILES = 20_000;
const MAX_BYTES = 256 * 2 ** 20;
const MAX_MS = 120_000;

/**
 * Creates the tree that a patch with a bug makes of another one, without a working tree. Where the patch is in the tree
 * already, only its reverse is made.
 *
 * @param tree id of the tree, which is in the store
 * @returns the reason if the patch applies neither way, or the tree cannot be kept as a folder
 */
export async function createBrokenTree(
  patch: string,
  tree: string,
  cache: WorkspaceCache,
  signal?: AbortSignal,
): Promise<BrokenTree | { problem: string }> {
  const folder = createScratchFolder(cache);
  const scratch: GitOptions = {
    ...{ store: cache.store, index: join(folder, 'index'), signal },
    objects: createOwnedFolder(join(folder, 'objects')),
    as_owner: true,
  };
  const apply = (...more: string[]) =>
    runGit(['apply', '--cached', '--whitespace=nowarn', ...more, '-'], {
      ...scratch,
      input: completePatch(patch),
      timeout_ms: MAX_MS,
    });
  try {
    await runGitOrThrow(['read-tree', tree], scratch);
    const forward = await apply();
    if (!forward.ok && !(await apply('--reverse')).ok)
      return { problem: getFirstLine(forward.stderr).replace(/^error: /, '') || 'git refuses it' };
    const other = (await runGitOrThrow(['write-tree'], scratch)).toString().trim();
    const [broken, whole] = forward.ok ? [other, tree] : [tree, other];
    const options = ['--binary', '--full-index', '--no-renames'];
    const golden = await runGitOrThrow(['diff-tree', '-r', '-p', ...options, broken, whole], scratch);
    if (golden.length === 0) return { problem: 'it changes no file' };
    if (!forward.ok) return { files: [], golden, changed: false };
    const listed = await listTree(broken, scratch);
    if ('problem' in listed) return listed;
    const blobs = await readBlobs(
      listed.entries.map(({ blob }) => blob),
      scratch,
    );
    const files = listed.entries.map(({ path, blob, mode }) => ({
      ...{ path, content: Buffer.from(blobs.get(blob)!), executable: mode === '100755', link: mode === '120000' },
    }));
    return { files, golden, changed: true };
  } finally {
    await removeTree(folder);
  }
}

interface TreeEntry {
  mode: string;
  blob: string;
  path: string;
}

async function listTree(tree: string, call: GitOptions): Promise<{ entries: TreeEntry[] } | { problem: string }> {
  const out = await runGitOrThrow(['ls-tree', '-r', '-l', '-z', '--full-tree', tree], call);
  const entries: TreeEntry[] = [];
  let bytes = 0;
  for (const line of out.toString('utf8').split('\0')) {
    const [, mode = '', type, blob = '', size, path = ''] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
    if (type === undefined) continue;
    if (type !== 'blob') return { problem: `${path} is a submodule` };
    if (!isKeepablePath(path)) return { problem: `${JSON.stringify(path)} is no name that can be kept` };
    bytes += Number(size);
    entries.push({ mode, blob, path });
  }
  if (entries.length > MAX_FILES) return { problem: `the repository has ${entries.length} files` };
  return bytes > MAX_BYTES ? { problem: `the repository has ${bytes} bytes` } : { entries };
}
