import { join } from 'node:path';
import { checkOut } from '../workspace/apply.js';
import { type Cache, ownedFolder } from '../workspace/cache.js';
import { firstLine, type GitCall, git, gitOrThrow } from '../workspace/git.js';
import type { Layer } from '../workspace/layer.js';
import { removeFiles } from '../workspace/place.js';
import type { Workspace } from '../workspace/workspace.js';

/** Two changes of one tree together, or the paths over which they disagree. */
export type Merged = { tree: string } | { conflicts: string[]; because: string };

/** Puts the work of several workspaces together by git's objects alone: nobody's configuration, attributes or merge driver has a say. */
export interface Merger {
  /** Where the objects of all parts go, so that each can build on the others. */
  readonly objects: string;
  merge(base: string, ours: string, theirs: string): Promise<Merged>;
  /** The difference of two trees, as evidence. */
  patch(from: string, to: string): Promise<Buffer>;
  /** Brings a workspace that stands at one tree to another. */
  bring(workspace: Workspace, from: string, to: string): Promise<void>;
}

/** From this version on git merges trees without a workspace. */
const OLDEST_GIT = [2, 38] as const;

/** Whether this git can merge what several agents did. */
export function canMerge(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor >= OLDEST_GIT[1]);
}

/** @param room a folder that stays as long as what was merged is needed */
export function openMerger(layer: Layer, cache: Cache, room: string): Merger {
  const objects = ownedFolder(join(room, 'parts.objects'));
  const call: GitCall = { store: cache.store, objects, known: layer.objects, as_owner: true };
  const say = async (args: readonly string[]) => (await gitOrThrow(args, call)).toString().trim();
  const commit = (tree: string, ...parents: string[]) =>
    say(['commit-tree', '-m', 'part', ...parents.flatMap((parent) => ['-p', parent]), tree]);
  const namesOf = async (from: string, to: string): Promise<[status: string, path: string][]> => {
    const out = await gitOrThrow(['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to], call);
    const fields = out.toString('latin1').split('\0');
    return fields.flatMap((path, i) => (i % 2 === 1 ? [[fields[i - 1]!, path] as [string, string]] : []));
  };

  return {
    objects,
    async merge(base, ours, theirs) {
      if (theirs === base || theirs === ours) return { tree: ours };
      if (ours === base) return { tree: theirs };
      // Older versions find the base by history only.
      const root = await commit(base);
      const sides = [await commit(ours, root), await commit(theirs, root)];
      // A folder that one side renamed is nobody's reason to move what the other one adds.
      const command = ['-c', 'merge.directoryRenames=false', 'merge-tree', '--write-tree', '-z', '--name-only'];
      const merged = await git([...command, '--no-messages', ...sides], call);
      const [tree = '', ...paths] = merged.stdout.toString('latin1').split('\0').filter(Boolean);
      if (merged.ok) return { tree };
      if (merged.exit_code !== 1)
        return { conflicts: [], because: `git cannot merge it: ${firstLine(merged.stderr).slice(0, 300)}` };
      // Where a file stands against a folder git invents a name for the file.
      const own = paths.map((path) => sides.reduce((name, side) => name.split(`~${side}`)[0]!, path));
      const conflicts = [...new Set(own)].map((path) => Buffer.from(path, 'latin1').toString('utf8'));
      return { conflicts, because: 'it contradicts what was merged before' };
    },
    patch: (from, to) =>
      gitOrThrow(
        ['diff-tree', '-p', '--binary', '--full-index', '--find-renames', '--no-ext-diff', '--no-textconv', from, to],
        call,
      ),
    async bring(workspace, from, to) {
      if (from !== to) {
        const names = await namesOf(from, to);
        const [removed, written] = [true, false].map((gone) =>
          names.filter(([status]) => (status === 'D') === gone).map(([, path]) => path),
        ) as [string[], string[]];
        const index = join(workspace.room, 'merged.index');
        await gitOrThrow(['read-tree', to], { ...call, index });
        removeFiles(workspace.view, removed);
        if (written.length > 0) await checkOut(written, { ...call, index }, workspace);
      }
      const added = (await namesOf(workspace.layer.tree, to)).filter(([status]) => status === 'A');
      workspace.carried = new Set(added.map(([, path]) => path));
    },
  };
}
