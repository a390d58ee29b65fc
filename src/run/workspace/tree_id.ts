import { copyFileSync, type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../record/canonical.js';
import { bytesOf } from './byte_path.js';
import { type Cache, ownedFolder } from './cache.js';
import { changesOf } from './changes.js';
import { gitOrThrow } from './git.js';
import { giveToOwner } from './owner.js';
import { lstat, trackedPaths, travelling, treeWith } from './travelling.js';
import type { Workspace } from './workspace.js';

/** How a workspace stands, as a patch taken now would have it. */
export interface TreeState {
  /** git tree id of the snapshot with the changes. */
  tree: string;
  /** Digest over the dependency files of that tree. */
  manifests: string;
}

/** Takes the tree of one workspace again and again, cheaply. */
export interface TreeReader {
  /** Null when it is not known: too much has changed, or files changed while they were read. Never throws for that. */
  take(): Promise<TreeState | null>;
}

/** More entries than this, or more bytes, are not looked at again and again. */
const MAX_ENTRIES = 5000;
const MAX_BYTES = 64 * 2 ** 20;
/** A workspace may change under our hands while an agent works: git is not waited for longer than this. */
const PATIENCE_MS = 5000;

/** Two changes of a file within one tick of the kernel's clock leave the same times; a mark that young proves nothing. */
const TICK_MS = 20;

/** Files that say what a project depends on. */
const MANIFESTS =
  'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock requirements*.txt pyproject.toml poetry.lock uv.lock Pipfile Pipfile.lock setup.py setup.cfg go.mod go.sum Cargo.toml Cargo.lock Gemfile Gemfile.lock *.gemspec composer.json composer.lock pom.xml build.gradle build.gradle.kts'
    .split(' ')
    .map((name) => `:(glob)**/${name}`);

/**
 * Trees by a shadow index (design §3, step 4): the agent's own `.git` is not read. As long as nothing in the upper directory changed, the
 * last answer holds and costs a walk over it.
 */
export function treeReader(workspace: Workspace, cache: Cache): TreeReader {
  const { layer, room } = workspace;
  const index = join(room, 'tree.index');
  const objects = ownedFolder(join(room, 'tree.objects'));
  const outside = { store: cache.store, objects, known: layer.objects, index, timeout_ms: PATIENCE_MS };
  const inside = { ...outside, work_tree: workspace.path, prefix: workspace.prefix, as_owner: true };
  let tracked: Set<string> | undefined;
  let last: { mark: string; state: TreeState } | undefined;

  async function take(): Promise<TreeState | null> {
    const before = fingerprint(workspace.upper ?? workspace.view);
    if (before === undefined) return null;
    if (before.mark === last?.mark) return last.state;
    copyFileSync(layer.index, index);
    giveToOwner(index);
    tracked ??= await trackedPaths(outside);
    const tree = await treeWith(await travelling(workspace, changesOf(workspace), tracked, inside, false), inside);
    const listed = await gitOrThrow(['ls-files', '-s', '-z', '--', ...MANIFESTS], { ...outside, as_owner: true });
    const state = { tree, manifests: sha256(listed) };
    // What changed meanwhile may be half in it.
    if (fingerprint(workspace.upper ?? workspace.view)?.mark !== before.mark) return null;
    last = before.settled ? { mark: before.mark, state } : undefined;
    return state;
  }
  // There is one index: who asks while another answer is on its way is next.
  let turn: Promise<TreeState | null> = Promise.resolve(null);
  return {
    take() {
      turn = turn.then(take).catch(() => null);
      return turn;
    },
  };
}

/** A mark that changes whenever an entry below the folder does; undefined when there is too much to look at. */
function fingerprint(root: string): { mark: string; settled: boolean } | undefined {
  const lines: string[] = [];
  const now = Date.now();
  let newest = 0;
  let bytes = 0;
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    let found: Dirent[];
    try {
      found = readdirSync(bytesOf(root, folder), { withFileTypes: true, encoding: 'latin1' }) as unknown as Dirent[];
    } catch {
      found = [];
    }
    for (const { name } of found) {
      const path = folder ? `${folder}/${name}` : (name as string);
      if (path === '.git') continue;
      const stat = lstat(root, path);
      if (!stat) continue;
      bytes += stat.isFile() ? stat.size : 0;
      newest = Math.max(newest, stat.ctimeMs);
      lines.push(`${path} ${stat.ino} ${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`);
      if (lines.length > MAX_ENTRIES || bytes > MAX_BYTES) return undefined;
      if (stat.isDirectory()) pending.push(path);
    }
  }
  return { mark: sha256(lines.sort().join('\n')), settled: now - newest > TICK_MS };
}
