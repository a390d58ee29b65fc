import { chmodSync, type Stats } from 'node:fs';
import { GitError, type GitOptions, lstatIfPresent, runGit, runGitOrThrow, toBytePath } from '../git/run_git.js';
import type { Layer } from '../layer.js';
import { findPathFault } from '../patch/patch_text.js';
import type { Workspace } from '../workspace.js';
import { removeFilesSafely } from '../write_file_safely.js';
import { isSameFile } from './is_same_file.js';
import type { WorkspaceChanges } from './workspace_changes.js';

/**
 * Sizes above which files do not travel, in bytes: one file, and all of them. A sparse file takes no disk, but is read
 * whole.
 */
const MAX_FILE_BYTES = 100 * 2 ** 20;
const MAX_TOTAL_BYTES = 512 * 2 ** 20;
/**
 * Paths that no file system takes everywhere which go into a patch: it is refused for one, and git walks all their
 * folders again and again.
 */
const MAX_UNWRITABLE = 5;

/** Changes of a workspace that its patch includes; paths as latin-1 strings. */
interface PatchFiles {
  removed: string[];
  update: string[];
  /** Changes that do not travel, with the reason in front. */
  ignored: string[];
  /** Paths that were excluded only because of their size. */
  left_out: string[];
}

/**
 * Selects the changes that a patch includes: changes to tracked files, and new files that the ignore rules do not
 * exclude. Excludes `.git`, special files, files that setup created, files that are too large, and settings of agents
 * that were laid into the layer.
 *
 * @param call git on the workspace, with an index of the harness
 * @param tracked the snapshot's paths
 * @param closed no process of the workspace is left: files may be made readable, and pipes removed that would block git
 */
export async function selectPatchFiles(
  workspace: Workspace,
  { changed: touched, deleted: gone }: WorkspaceChanges,
  tracked: ReadonlySet<string>,
  call: GitOptions,
  closed: boolean,
): Promise<PatchFiles> {
  const { layer, view, merged_paths: carried } = workspace;
  const ignored: string[] = [];
  const large: string[] = [];
  const fresh: string[] = [];
  const update: string[] = [];
  let bytes = 0;
  let unwritable = 0;
  for (const path of touched) {
    const stat = lstatIfPresent(view, path);
    const tooLong = findPathFault(path) !== undefined && ++unwritable > MAX_UNWRITABLE ? 'path too long' : undefined;
    const tooLarge = bytes + (stat?.size ?? 0) > MAX_TOTAL_BYTES ? TOO_LARGE : undefined;
    const settings = isSettings(path, layer) ? 'settings of the agent' : undefined;
    const reason = findExclusionReason(path, stat) ?? tooLong ?? tooLarge ?? settings;
    bytes += reason ? 0 : (stat?.size ?? 0);
    // git would wait for a writer of a pipe that is called .gitignore.
    if (closed && reason === SPECIAL) removeFilesSafely(view, [path]);
    else if (closed && stat?.isFile() && (stat.mode & 0o400) === 0)
      chmodSync(toBytePath(view, path), stat.mode | 0o600);
    if (reason === TOO_LARGE && (tracked.has(path) || !existsInLayer(layer.tree_path, path))) large.push(path);
    if (reason) ignored.push(`${reason}: ${path}`);
    else if (tracked.has(path) || carried?.has(path)) {
      // Setup may have changed it (npm rewrites lockfiles): written again as it was, it is no change of the agent's.
      if (!isSameFile(toBytePath(view, path), toBytePath(layer.tree_path, path))) update.push(path);
    } else if (existsInLayer(layer.tree_path, path)) ignored.push(`made by setup: ${path}`);
    else fresh.push(path);
  }
  const excluded = await findIgnoredPaths([...fresh, ...large], call);
  for (const path of fresh) {
    if (excluded.has(path)) ignored.push(`ignored by .gitignore: ${path}`);
    else update.push(path);
  }
  return {
    removed: gone.filter((path) => tracked.has(path) && !isSettings(path, layer)),
    update,
    ignored,
    left_out: large.filter((path) => !excluded.has(path)),
  };
}

/** Lists the paths of an index. */
export async function listTrackedPaths(call: GitOptions): Promise<Set<string>> {
  return new Set((await runGitOrThrow(['ls-files', '-z'], call)).toString('latin1').split('\0'));
}

/** Adds the changes to the index of `call` and writes the tree of the index. */
export async function writePatchTree(
  { removed, update }: Pick<PatchFiles, 'removed' | 'update'>,
  call: GitOptions,
): Promise<string> {
  // Removals first and without a look at the disk, where a file or link may have taken the place of a folder.
  if (removed.length > 0)
    await runGitOrThrow(['update-index', '--force-remove', '-z', '--stdin'], { ...call, input: toPathList(removed) });
  if (update.length > 0)
    await runGitOrThrow(['update-index', '--add', '--replace', '-z', '--stdin'], {
      ...call,
      input: toPathList(update),
    });
  return (await runGitOrThrow(['write-tree'], removeWorkTree(call))).toString().trim();
}

/** Removes the workspace from a call that needs only index and objects. */
function removeWorkTree({ work_tree: _, prefix: __, ...call }: GitOptions): GitOptions {
  return call;
}

/** Tells whether a path is one of the settings that were laid into the layer. */
const isSettings = (path: string, { settings }: Layer) =>
  settings?.isSettings(Buffer.from(path, 'latin1').toString('utf8')) ?? false;

const SPECIAL = 'special file';
const TOO_LARGE = 'too large';

function findExclusionReason(path: string, stat: Stats | undefined): string | undefined {
  const parts = path.split('/');
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'git metadata';
  if (stat && !stat.isFile() && !stat.isSymbolicLink()) return SPECIAL;
  if (stat && stat.size > MAX_FILE_BYTES) return TOO_LARGE;
  return undefined;
}

/** Returns true if the layer has a file that the snapshot does not: setup created it. */
const existsInLayer = (root: string, path: string) => lstatIfPresent(root, path)?.isDirectory() === false;

const toPathList = (paths: readonly string[]) => Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');

async function findIgnoredPaths(paths: readonly string[], call: GitOptions): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const result = await runGit(['check-ignore', '-z', '--stdin'], { ...call, input: toPathList(paths) });
  if (result.exit_code !== 0 && result.exit_code !== 1) throw new GitError(`git check-ignore failed: ${result.stderr}`);
  return new Set(result.stdout.toString('latin1').split('\0').filter(Boolean));
}
