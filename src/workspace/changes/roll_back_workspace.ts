import { copyFileSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MachineError } from '../../system/is_code_fault.js';
import { createOwnedFolder, type WorkspaceCache } from '../cache/workspace_cache.js';
import { type GitOptions, readBlobs, runGitOrThrow, toBytePath } from '../git/run_git.js';
import type { Workspace } from '../workspace.js';
import { giveToOwner } from '../workspace_owner.js';
import { existsWithoutSymlinks, removeFilesSafely, writeFileSafely, writeLinkSafely } from '../write_file_safely.js';
import { restoreFolderPermissions } from './extract_patch.js';
import { listTrackedPaths, selectPatchFiles, writePatchTree } from './select_patch_files.js';
import { getTreeObjectsPath } from './tree_reader.js';
import { findWorkspaceChanges } from './workspace_changes.js';

/** Result of a rollback. */
export interface RollbackResult {
  /** Tree ids before and after. */
  from: string;
  to: string;
  /** Files that were put back as they were, and files that were not there then. */
  written: number;
  removed: number;
  /** Files that no tree contains and that stay unchanged: ignored, created by setup, or too large. */
  kept: number;
}

/** Maximum number of rounds: restored ignore rules may reveal further files, which the next round handles. */
const ROUNDS = 4;

/**
 * Restores the files of a workspace to an earlier tree. No process may act in the workspace meanwhile. `.git` and files
 * that no patch includes stay unchanged.
 *
 * @param tree tree taken by the workspace's reader; null = the initial one
 * @throws {MachineError} if the workspace does not match the tree afterwards
 */
export async function rollBackWorkspace(
  workspace: Workspace,
  cache: WorkspaceCache,
  tree: string | null,
): Promise<RollbackResult> {
  const { layer, scratch_folder: room } = workspace;
  const index = join(room, 'rollback.index');
  const call = {
    store: cache.store,
    objects: createOwnedFolder(getTreeObjectsPath(room)),
    readable_objects: layer.objects,
    index,
  };
  const inside = { ...call, work_tree: workspace.path, prefix: workspace.prefix, as_owner: true };
  const target_tree = tree ?? layer.tree;
  const target_paths = new Set((await listDifferences(layer.tree, target_tree, call)).map(({ path }) => path));
  const counts = { written: 0, removed: 0 };
  let first_tree: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    restoreFolderPermissions(workspace);
    copyFileSync(layer.index, index);
    giveToOwner(index);
    const changes = await selectPatchFiles(
      workspace,
      findWorkspaceChanges(workspace),
      await listTrackedPaths(call),
      inside,
      false,
    );
    const now = await writePatchTree(changes, inside);
    first_tree ??= now;
    if (now === target_tree) return { from: first_tree, to: target_tree, ...counts, kept: changes.ignored.length };
    const differences = await listDifferences(now, target_tree, call);
    const removed_paths = differences.flatMap(({ path, mode }) => (mode === undefined ? [path] : []));
    removeFilesSafely(workspace.view, removed_paths);
    counts.removed += removed_paths.length;
    counts.written += await restoreFiles(
      differences.filter((one): one is TreeFile => one.mode !== undefined),
      target_paths,
      workspace,
      call,
    );
  }
  throw new MachineError(`the workspace cannot be taken back to the tree ${target_tree}`);
}

interface TreeFile {
  /** Latin-1 bytes. */
  path: string;
  mode: string;
  blob: string;
}

/**
 * Lists the differences between two trees, with mode and blob of the second; without both if the path is missing there.
 */
async function listDifferences(
  from: string,
  to: string,
  call: GitOptions,
): Promise<(TreeFile | { path: string; mode?: undefined })[]> {
  const out = await runGitOrThrow(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to], call);
  const fields = out.toString('latin1').split('\0');
  const files: (TreeFile | { path: string; mode?: undefined })[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [raw = '', path = ''] = fields.slice(i, i + 2);
    const [, mode = '', , blob = ''] = raw.split(' ');
    files.push(mode === '000000' ? { path } : { path, mode, blob });
  }
  return files;
}

/**
 * Writes files of a tree.
 * @param own paths that differ from the snapshot in the tree; all others are restored as setup left them
 */
async function restoreFiles(
  files: readonly TreeFile[],
  own: ReadonlySet<string>,
  { view, layer }: Workspace,
  call: GitOptions,
): Promise<number> {
  const blobs = await readBlobs(
    files.flatMap(({ path, blob }) => (own.has(path) ? [blob] : [])),
    call,
  );
  for (const { path, mode, blob } of files) {
    if (!own.has(path)) restoreFromLayer(view, path, layer.tree_path);
    else if (mode === '120000') writeLinkSafely(view, path, blobs.get(blob)!);
    else writeFileSafely(view, path, blobs.get(blob)!, mode === '100755');
  }
  return files.length;
}

function restoreFromLayer(view: string, path: string, layer: string): void {
  if (!existsWithoutSymlinks(layer, path)) {
    removeFilesSafely(view, [path]);
    return;
  }
  const source = toBytePath(layer, path);
  const stat = lstatSync(source);
  if (stat.isSymbolicLink()) writeLinkSafely(view, path, readlinkSync(source, { encoding: 'buffer' }));
  else writeFileSafely(view, path, readFileSync(source), (stat.mode & 0o100) !== 0);
}
