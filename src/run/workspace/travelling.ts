import { chmodSync, lstatSync, type Stats } from 'node:fs';
import { bytesOf } from './byte_path.js';
import type { Changes } from './changes.js';
import { type GitCall, git, gitOrThrow } from './git.js';
import { findPathFault } from './path_limits.js';
import { removeFiles } from './place.js';
import { sameFile } from './same_file.js';
import type { Workspace } from './workspace.js';

/** Sizes above which files do not travel, in bytes: one file, and all of them. A sparse file takes no disk, but is read whole. */
const MAX_FILE = 100 * 2 ** 20;
const MAX_FILES = 512 * 2 ** 20;
/** Paths that no file system takes everywhere which go into a patch: it is refused for one, and git walks all their folders again and again. */
const MAX_UNWRITABLE = 5;

/** What of a workspace's changes belongs into the index of its patch; paths as latin-1 strings. */
export interface Travelling {
  removed: string[];
  update: string[];
  /** Changes that do not travel, with the reason in front. */
  ignored: string[];
  /** Paths of those that would travel if they were not too large. */
  left_out: string[];
}

/**
 * Sorts the changes of a workspace: changes to tracked files travel, and new files that the repository's ignore rules do not
 * exclude; `.git`, special files, what setup had made and what is too large do not.
 *
 * @param call git over the workspace, with an index of ours
 * @param tracked the snapshot's paths
 * @param closed no process of the workspace is left: files may be made readable, and pipes removed that git would wait for
 */
export async function travelling(
  workspace: Workspace,
  { touched, gone }: Changes,
  tracked: ReadonlySet<string>,
  call: GitCall,
  closed: boolean,
): Promise<Travelling> {
  const { layer, view, carried } = workspace;
  const ignored: string[] = [];
  const large: string[] = [];
  const fresh: string[] = [];
  const update: string[] = [];
  let bytes = 0;
  let unwritable = 0;
  for (const path of touched) {
    const stat = lstat(view, path);
    const tooLong = findPathFault(path) !== undefined && ++unwritable > MAX_UNWRITABLE ? 'path too long' : undefined;
    const tooLarge = bytes + (stat?.size ?? 0) > MAX_FILES ? TOO_LARGE : undefined;
    const reason = untravellable(path, stat) ?? tooLong ?? tooLarge;
    bytes += reason ? 0 : (stat?.size ?? 0);
    // git would wait for a writer of a pipe that is called .gitignore.
    if (closed && reason === SPECIAL) removeFiles(view, [path]);
    else if (closed && stat?.isFile() && (stat.mode & 0o400) === 0) chmodSync(bytesOf(view, path), stat.mode | 0o600);
    if (reason === TOO_LARGE && (tracked.has(path) || !existed(layer.tree_path, path))) large.push(path);
    if (reason) ignored.push(`${reason}: ${path}`);
    else if (tracked.has(path) || carried?.has(path)) {
      // Setup may have changed it (npm rewrites lockfiles): written again as it was, it is no change of the agent's.
      if (!sameFile(bytesOf(view, path), bytesOf(layer.tree_path, path))) update.push(path);
    } else if (existed(layer.tree_path, path)) ignored.push(`made by setup: ${path}`);
    else fresh.push(path);
  }
  const excluded = await ignoredByRules([...fresh, ...large], call);
  for (const path of fresh) {
    if (excluded.has(path)) ignored.push(`ignored by .gitignore: ${path}`);
    else update.push(path);
  }
  return {
    removed: gone.filter((path) => tracked.has(path)),
    update,
    ignored,
    left_out: large.filter((path) => !excluded.has(path)),
  };
}

/** The paths of an index. */
export async function trackedPaths(call: GitCall): Promise<Set<string>> {
  return new Set((await gitOrThrow(['ls-files', '-z'], call)).toString('latin1').split('\0'));
}

/** Brings the changes into the index of `call`, and writes its tree. */
export async function treeWith({ removed, update }: Travelling, call: GitCall): Promise<string> {
  // Removals first and without a look at the disk, where a file or link may have taken the place of a folder.
  if (removed.length > 0)
    await gitOrThrow(['update-index', '--force-remove', '-z', '--stdin'], { ...call, input: listOf(removed) });
  if (update.length > 0)
    await gitOrThrow(['update-index', '--add', '--replace', '-z', '--stdin'], { ...call, input: listOf(update) });
  return (await gitOrThrow(['write-tree'], outside(call))).toString().trim();
}

/** The same call without the workspace: for what needs only index and objects. */
function outside({ work_tree: _, prefix: __, ...call }: GitCall): GitCall {
  return call;
}

const SPECIAL = 'special file';
const TOO_LARGE = 'too large';

function untravellable(path: string, stat: Stats | undefined): string | undefined {
  const parts = path.split('/');
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'git metadata';
  if (stat && !stat.isFile() && !stat.isSymbolicLink()) return SPECIAL;
  if (stat && stat.size > MAX_FILE) return TOO_LARGE;
  return undefined;
}

/** Whether the layer has a file here that the snapshot does not: then setup made it. */
const existed = (root: string, path: string) => lstat(root, path)?.isDirectory() === false;

export function lstat(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(bytesOf(root, path));
  } catch {
    return undefined; // absent, or a folder on the way is none
  }
}

const listOf = (paths: readonly string[]) => Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');

async function ignoredByRules(paths: readonly string[], call: GitCall): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const result = await git(['check-ignore', '-z', '--stdin'], { ...call, input: listOf(paths) });
  if (result.exit_code !== 0 && result.exit_code !== 1) throw new Error(`git check-ignore failed: ${result.stderr}`);
  return new Set(result.stdout.toString('latin1').split('\0').filter(Boolean));
}
