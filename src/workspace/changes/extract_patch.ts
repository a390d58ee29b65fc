import { chmodSync, copyFileSync, type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../record/events/event.js';
import { createOwnedFolder, type WorkspaceCache } from '../cache/workspace_cache.js';
import { readFileChanges } from '../git/read_file_changes.js';
import {
  GitError,
  type GitOptions,
  getFirstLine,
  lstatIfPresent,
  runGit,
  runGitOrThrow,
  toBytePath,
} from '../git/run_git.js';
import type { Layer, LayerSettings } from '../layer.js';
import type { Workspace } from '../workspace.js';
import { giveToOwner } from '../workspace_owner.js';
import { listTrackedPaths, selectPatchFiles, writePatchTree } from './select_patch_files.js';
import { findWorkspaceChanges } from './workspace_changes.js';

/** Change that an agent made, as a patch against the snapshot. */
export interface PatchExtraction {
  /** Binary-safe git diff; empty when nothing changed. */
  patch: Buffer;
  /** Tree id of the workspace. */
  tree: string;
  /** Tree id of the snapshot with the patch: applying it elsewhere must give the same. */
  patched_tree: string;
  files: FileChange[];
  /** Location of the change's objects, valid as long as the workspace. */
  call: GitOptions;
  /** Changes that do not travel, with the reason in front of the path. */
  ignored: { count: number; sample: string[] };
  /** Files of these that would travel if they were not too large. */
  left_out: { count: number; sample: string[] };
}

/**
 * Extracts the patch of a workspace whose processes have all ended. Includes changes to tracked files and new files
 * that the ignore rules do not exclude. Excludes `.git`, nested repositories, sockets, devices, and files that setup
 * created. Does not read the agent's own `.git`: index, objects and attributes are the harness's.
 */
export async function extractPatch(workspace: Workspace, cache: WorkspaceCache): Promise<PatchExtraction> {
  const { layer, scratch_folder: room } = workspace;
  const { tree, ignored, left_out, call } = await extractTree(workspace, cache);
  const patched_index = layer.settings && (await writePatchedIndex(layer, layer.settings, call, room));
  // Patches are those of the snapshot, whatever settings were laid into the layer.
  const [base, patched] = [layer.settings ?? layer, patched_index ?? { tree, call }];
  const isEmpty = patched.tree === base.tree;
  const patch = isEmpty ? Buffer.alloc(0) : await writePatchText(patched.tree, base, patched.call, room);
  const files = isEmpty ? [] : await readFileChanges(base.tree, patched.call);
  return { patch, tree, patched_tree: patched.tree, files, call, ignored, left_out };
}

/**
 * Writes the index of a workspace with the settings of the snapshot in place of those that were laid into its layer.
 *
 * @param call its index holds the tree of the workspace
 * @returns tree id, and the call with the index, which reads the objects of layer and snapshot
 */
async function writePatchedIndex(
  layer: Layer,
  { isSettings, index: snapshot, objects }: LayerSettings,
  call: GitOptions,
  room: string,
): Promise<{ tree: string; call: GitOptions }> {
  const index = join(room, 'patched.index');
  copyFileSync(snapshot, index);
  giveToOwner(index);
  const index_call = { ...call, index, readable_objects: [layer.objects, objects].map(quoteObjectFolder).join(':') };
  const readEntries = async (of: GitOptions) => {
    const listed = (await runGitOrThrow(['ls-files', '--stage', '-z'], of)).toString('latin1').split('\0');
    return new Set(listed.filter((line) => line !== '' && !isSettings(toText(getPath(line)))));
  };
  const [old_lines, new_lines] = [await readEntries({ ...call, index: layer.index }), await readEntries(call)];
  const paths = new Set([...new_lines].map(getPath));
  const lines = [
    ...[...old_lines].flatMap((line) => (paths.has(getPath(line)) ? [] : [`0 ${'0'.repeat(40)}\t${getPath(line)}`])),
    ...[...new_lines].filter((line) => !old_lines.has(line)),
  ];
  if (lines.length > 0) {
    const input = Buffer.from(lines.map((line) => `${line}\0`).join(''), 'latin1');
    await runGitOrThrow(['update-index', '--add', '--replace', '-z', '--index-info'], {
      ...index_call,
      as_owner: true,
      input,
    });
  }
  const tree = (await runGitOrThrow(['write-tree'], { ...index_call, as_owner: true })).toString().trim();
  return { tree, call: index_call };
}

/** Quotes a folder for git's list of object folders, which a colon separates. */
const quoteObjectFolder = (path: string) => (/[:"]/.test(path) ? JSON.stringify(path) : path);

/** Returns the path of a line of an index: everything behind mode, object and stage. */
const getPath = (line: string) => line.slice(line.indexOf('\t') + 1);

const toText = (path: string) => Buffer.from(path, 'latin1').toString('utf8');

/**
 * Extracts only the tree.
 * @param objects folder for its objects; default: a folder of the workspace
 */
export async function extractTree(
  workspace: Workspace,
  cache: WorkspaceCache,
  objects = createOwnedFolder(join(workspace.scratch_folder, 'extraction.objects')),
): Promise<Pick<PatchExtraction, 'tree' | 'ignored' | 'left_out' | 'call'>> {
  const { layer, scratch_folder: room } = workspace;
  const index = join(room, 'extraction.index');
  copyFileSync(layer.index, index);
  giveToOwner(index);
  const outside = { store: cache.store, objects, readable_objects: layer.objects, index };
  const inside = { ...outside, work_tree: workspace.path, prefix: workspace.prefix, as_owner: true };

  restoreFolderPermissions(workspace);
  const tracked = await listTrackedPaths(outside);
  const changes = await selectPatchFiles(workspace, findWorkspaceChanges(workspace), tracked, inside, true);
  const tree = await writePatchTree(changes, inside);
  return {
    tree,
    call: outside,
    ignored: createSample(changes.ignored),
    left_out: createSample(changes.left_out),
  };
}

const createSample = (lines: readonly string[]) => ({
  count: lines.length,
  sample: lines.slice(0, 20).map((text) => Buffer.from(text, 'latin1').toString('utf8')),
});

/**
 * Writes the difference as a patch that is known to apply. Renames make it shorter, but git cannot apply every rename
 * it writes (a link that moves into a folder of its own name); then it is written without renames.
 *
 * @throws {GitError} if git does not apply it, for which a large patch needs memory and time
 */
async function writePatchText(
  tree: string,
  layer: Pick<Layer, 'tree' | 'index'>,
  call: GitOptions,
  room: string,
): Promise<Buffer> {
  const complaint = 'the change cannot be written as a patch that applies';
  let fault: Error | undefined;
  for (const renames of ['--find-renames', '--no-renames']) {
    const text = await runGitOrThrow(
      [
        'diff-index',
        '--cached',
        '--binary',
        '--full-index',
        renames,
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '--patch',
        layer.tree,
      ],
      call,
    );
    const patch = quoteHeaders(text);
    const index = join(room, 'round-trip.index');
    copyFileSync(layer.index, index);
    giveToOwner(index);
    const again = { ...call, index, as_owner: true };
    const applied = await runGit(['apply', '--cached', '--whitespace=nowarn', '-'], { ...again, input: patch });
    if (applied.ok && (await runGitOrThrow(['write-tree'], again)).toString().trim() === tree) return patch;
    fault = applied.ok
      ? new Error(`${complaint}: it gives another tree`)
      : new GitError(`${complaint}: ${getFirstLine(applied.stderr)}`);
  }
  throw fault;
}

/**
 * Quotes the headers of empty files below a folder whose name ends in a space, which git could not read back otherwise.
 */
function quoteHeaders(patch: Buffer): Buffer {
  if (!patch.includes(' /')) return patch;
  const lines = patch.toString('latin1').split('\n');
  const quoted = lines.map((line) => {
    if (!line.startsWith('diff --git a/') || line.includes('"') || !line.includes(' /')) return line;
    const names = line.slice('diff --git '.length);
    const half = (names.length - 1) / 2;
    const [old_name, new_name] = [names.slice(0, half), names.slice(half + 1)];
    return old_name.slice(2) === new_name.slice(2) ? `diff --git "${old_name}" "${new_name}"` : line;
  });
  return Buffer.from(quoted.join('\n'), 'latin1');
}

/**
 * Restores the owner's permissions on folders, which a command may have revoked: their contents could not be read
 * otherwise.
 */
export function restoreFolderPermissions({ view, upper }: Workspace): void {
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const stat = lstatIfPresent(view, folder);
    if (stat?.isDirectory() && (stat.mode & 0o700) !== 0o700) chmodSync(toBytePath(view, folder), stat.mode | 0o700);
    for (const entry of listSubfolders(upper ?? view, folder)) pending.push(folder ? `${folder}/${entry}` : entry);
  }
}

function listSubfolders(root: string, folder: string): string[] {
  try {
    const entries = readdirSync(toBytePath(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name as string);
  } catch {
    return []; // too deep for a path: it cannot be in a patch either
  }
}
