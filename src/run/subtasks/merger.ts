import { join } from 'node:path';
import { createOwnedFolder, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { type GitOptions, getFirstLine, runGit, runGitOrThrow } from '../../workspace/git/run_git.js';
import type { Layer } from '../../workspace/layer.js';
import { checkOutFiles } from '../../workspace/patch/apply_patch.js';
import type { Workspace } from '../../workspace/workspace.js';
import { removeFilesSafely } from '../../workspace/write_file_safely.js';

/** Merged tree of two changes, or the paths in conflict. */
type MergeResult = { tree: string } | { conflicts: string[]; because: string };

/** Merger of several workspaces by git objects alone: no configuration, attributes or merge driver has influence. */
export interface Merger {
  /** Folder of the objects of all subtasks, so that each can build on the others. */
  readonly objects: string;
  merge(base: string, ours: string, theirs: string): Promise<MergeResult>;
  /** Returns the diff of two trees, as evidence. */
  patch(from: string, to: string): Promise<Buffer>;
  /** Changes a workspace from one tree to another. */
  bring(workspace: Workspace, from: string, to: string): Promise<void>;
}

/** Oldest version of git that merges trees without a workspace. */
const OLDEST_GIT = [2, 38] as const;

/** Tells whether this version of git can merge trees. */
export function canMergeTrees(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor >= OLDEST_GIT[1]);
}

/**
 * Creates a merger.
 *
 * @param room folder that must stay as long as the merged trees are needed
 */
export function createMerger(layer: Layer, cache: WorkspaceCache, room: string): Merger {
  const objects = createOwnedFolder(join(room, 'parts.objects'));
  const call: GitOptions = { store: cache.store, objects, readable_objects: layer.objects, as_owner: true };
  const say = async (args: readonly string[]) => (await runGitOrThrow(args, call)).toString().trim();
  const commit = (tree: string, ...parents: string[]) =>
    say(['commit-tree', '-m', 'part', ...parents.flatMap((parent) => ['-p', parent]), tree]);
  const namesOf = async (from: string, to: string): Promise<[status: string, path: string][]> => {
    const out = await runGitOrThrow(['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to], call);
    const fields = out.toString('latin1').split('\0');
    return fields.flatMap((path, i) => (i % 2 === 1 ? [[fields[i - 1]!, path] as [string, string]] : []));
  };

  return {
    objects,
    async merge(base, ours, theirs) {
      if (theirs === base || theirs === ours) return { tree: ours };
      if (ours === base) return { tree: theirs };
      // Older versions of git find the base only by history.
      const root = await commit(base);
      const sides = [await commit(ours, root), await commit(theirs, root)];
      // A folder renamed on one side must not move files added on the other.
      const command = ['-c', 'merge.directoryRenames=false', 'merge-tree', '--write-tree', '-z', '--name-only'];
      const merged = await runGit([...command, '--no-messages', ...sides], call);
      const [tree = '', ...paths] = merged.stdout.toString('latin1').split('\0').filter(Boolean);
      if (merged.ok) return { tree };
      if (merged.exit_code !== 1)
        return { conflicts: [], because: `git cannot merge it: ${getFirstLine(merged.stderr).slice(0, 300)}` };
      // If a file conflicts with a folder, git invents a name for the file.
      const names = paths.map((path) => sides.reduce((name, side) => name.split(`~${side}`)[0]!, path));
      const conflicts = [...new Set(names)].map((path) => Buffer.from(path, 'latin1').toString('utf8'));
      return { conflicts, because: 'it contradicts what was merged before' };
    },
    patch: (from, to) =>
      runGitOrThrow(
        ['diff-tree', '-p', '--binary', '--full-index', '--find-renames', '--no-ext-diff', '--no-textconv', from, to],
        call,
      ),
    async bring(workspace, from, to) {
      if (from !== to) {
        const names = await namesOf(from, to);
        const [removed, writes] = [true, false].map((gone) =>
          names.filter(([status]) => (status === 'D') === gone).map(([, path]) => path),
        ) as [string[], string[]];
        const index = join(workspace.scratch_folder, 'merged.index');
        await runGitOrThrow(['read-tree', to], { ...call, index });
        removeFilesSafely(workspace.view, removed);
        if (writes.length > 0) await checkOutFiles(writes, { ...call, index }, workspace);
      }
      const added = (await namesOf(workspace.layer.tree, to)).filter(([status]) => status === 'A');
      workspace.merged_paths = new Set(added.map(([, path]) => path));
    },
  };
}
