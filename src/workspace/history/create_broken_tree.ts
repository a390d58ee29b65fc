import { join } from 'node:path';
import { completePatch, isKeepablePath } from '../../contract/input/get_workspace_root.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { readFileChanges } from '../git/read_file_changes.js';
import { type GitOptions, getFirstLine, readBlobs, runGit, runGitOrThrow } from '../git/run_git.js';

/** File as a patch leaves it. */
export interface PatchedFile {
  path: string;
  content: Buffer;
  executable: boolean;
}

/** Files that a patch changes in a tree, or the reason why it does not apply. */
type PatchedFiles = { files: PatchedFile[]; removed: string[] } | { problem: string };

/** Most files of one patch. */
const MAX_PATCH_FILES = 2000;
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
    if (changes.length > MAX_PATCH_FILES) return { problem: `it changes ${changes.length} files` };
    const odd = changes.find(({ new_mode }) => new_mode === '120000' || new_mode === '160000');
    if (odd) return { problem: `${odd.path} is a link or a submodule` };
    const present_changes = changes.filter(({ new_blob }) => new_blob !== null);
    const unsafe = present_changes.find(({ path }) => !isKeepablePath(path));
    if (unsafe) return { problem: `${JSON.stringify(unsafe.path)} is no name that can be kept` };
    const blobs = await readBlobs(
      present_changes.map(({ new_blob }) => new_blob!),
      scratch,
    );
    const removed = changes.flatMap(({ path, old_path, new_blob }) => [
      ...(old_path === undefined ? [] : [old_path]),
      ...(new_blob === null ? [path] : []),
    ]);
    const files = present_changes.map(({ path, new_blob, new_mode }) => ({
      ...{ path, content: Buffer.from(blobs.get(new_blob!)!) },
      executable: new_mode === '100755',
    }));
    return { files, removed };
  } finally {
    await removeTree(folder);
  }
}

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
    const patched_tree = (await runGitOrThrow(['write-tree'], scratch)).toString().trim();
    const [broken, whole] = forward.ok ? [patched_tree, tree] : [tree, patched_tree];
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
    (await runGitOrThrow(args, { ...call, ...omitUndefined({ input }) })).toString().trim();
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
    const link = files
      .toString('latin1')
      .split('\0')
      .find((line) => line.startsWith('160000'));
    if (link !== undefined)
      throw new UserError(
        `${folder} holds a repository of its own in ${link.split('\t')[1]}`,
        'Remove its .git folder, or use a git snapshot with submodules.',
      );
    return tree.toString().trim();
  } finally {
    await removeTree(scratch_folder);
  }
}
