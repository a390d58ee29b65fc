import { copyFileSync, type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../record/json/compute_digest.js';
import { createOwnedFolder, type WorkspaceCache } from '../cache/workspace_cache.js';
import { type GitOptions, lstatIfPresent, runGit, runGitOrThrow, toBytePath } from '../git/run_git.js';
import type { Workspace } from '../workspace.js';
import { giveToOwner } from '../workspace_owner.js';
import { listTrackedPaths, selectPatchFiles, writePatchTree } from './select_patch_files.js';
import { findWorkspaceChanges } from './workspace_changes.js';

/** State of a workspace, as a patch taken now would have it. */
export interface TreeState {
  /** git tree id of the snapshot with the changes. */
  tree: string;
  /** Digest over the dependency files of that tree. */
  manifests: string;
}

/** Reader that takes the tree of one workspace repeatedly, at low cost. */
export interface TreeReader {
  /** Null when it is not known: too much has changed, or files changed while they were read. Never throws for that. */
  take(): Promise<TreeState | null>;
  /**
   * Reads the differences between pairs of trees, as diffs for a person: binary files are only named.
   * @param objects further store with some of the trees
   * @returns null for a pair with an unknown tree
   */
  diffs(pairs: readonly TreePair[], objects?: string): Promise<(TreeDiff | null)[]>;
}

/** Ids of the tree before and the tree after. */
type TreePair = readonly [from: string, to: string];

/** Text of a diff; incomplete if it is longer than the limit. */
export interface TreeDiff {
  text: Buffer;
  complete: boolean;
}

/** Bytes of a diff after which it is cut off. */
const DIFF_BYTES = 2 * 2 ** 20;

/** More entries than this, or more bytes, are not looked at again and again. */
const MAX_ENTRIES = 5000;
const MAX_BYTES = 64 * 2 ** 20;
/** Timeout of git while an agent may be changing the workspace, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Resolution of the kernel's clock, in milliseconds: two changes within one tick leave the same times, so a younger
 * fingerprint is not reliable.
 */
const TICK_MS = 20;

/** Patterns of the files that declare a project's dependencies. */
const MANIFESTS = [
  'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock',
  'requirements*.txt pyproject.toml poetry.lock uv.lock Pipfile Pipfile.lock setup.py setup.cfg go.mod',
  'go.sum Cargo.toml Cargo.lock Gemfile Gemfile.lock *.gemspec composer.json composer.lock pom.xml',
  'build.gradle build.gradle.kts',
]
  .flatMap((names) => names.split(' '))
  .map((name) => `:(glob)**/${name}`);

/**
 * Creates a reader that takes trees with its own index; it never reads the agent's `.git`. As long as nothing in the
 * upper directory changes, the last tree is returned after a walk over the directory.
 */
export function createTreeReader(workspace: Workspace, cache: WorkspaceCache): TreeReader {
  const { layer, scratch_folder: room } = workspace;
  const index = join(room, 'tree.index');
  const objects = createOwnedFolder(getTreeObjectsPath(room));
  const outside = { store: cache.store, objects, readable_objects: layer.objects, index, timeout_ms: PATIENCE_MS };
  const inside = { ...outside, work_tree: workspace.path, prefix: workspace.prefix, as_owner: true };
  let tracked: Set<string> | undefined;
  let last: { mark: string; state: TreeState } | undefined;

  async function take(): Promise<TreeState | null> {
    const fingerprint = computeFingerprint(workspace.upper ?? workspace.view);
    if (fingerprint === undefined) return null;
    if (fingerprint.mark === last?.mark) return last.state;
    copyFileSync(layer.index, index);
    giveToOwner(index);
    tracked ??= await listTrackedPaths(outside);
    const tree = await writePatchTree(
      await selectPatchFiles(workspace, findWorkspaceChanges(workspace), tracked, inside, false),
      inside,
    );
    const listed = await runGitOrThrow(['ls-files', '-s', '-z', '--', ...MANIFESTS], { ...outside, as_owner: true });
    const state = { tree, manifests: sha256(listed) };
    // What changed meanwhile may be half in it.
    if (computeFingerprint(workspace.upper ?? workspace.view)?.mark !== fingerprint.mark) return null;
    last = fingerprint.settled ? { mark: fingerprint.mark, state } : undefined;
    return state;
  }
  // There is one index: who asks while another answer is on its way is next.
  let turn: Promise<TreeState | null> = Promise.resolve(null);
  return {
    take() {
      turn = turn.then(take).catch(() => null);
      return turn;
    },
    async diffs(pairs, further) {
      const readable_objects = further === undefined ? layer.objects : `${layer.objects}:${further}`;
      const call = { ...outside, readable_objects, as_owner: true };
      // One process for all as a rule: to start one for each takes longer than all diffs.
      const { stdout, ok } = await runGit([...DIFF, '--stdin'], {
        ...call,
        input: pairs.map((pair) => `${pair.join(' ')}\n`).join(''),
        output_bytes: pairs.length * DIFF_BYTES,
      });
      const texts = splitByPairs(stdout, pairs, ok);
      return Promise.all(pairs.map(async (pair, i) => truncateDiff(texts[i] ?? (await readDiff(pair, call)))));
    },
  };
}

const DIFF = ['diff-tree', '-p', '-r', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

const NEWLINE = 10;

/**
 * Splits the output of `runGit diff-tree --stdin` by pairs, each below a line with its ids; undefined = missing, or
 * possibly cut.
 */
function splitByPairs(output: Buffer, pairs: readonly TreePair[], whole: boolean): (Buffer | undefined)[] {
  const starts: { head: number; text: number }[] = [];
  let offset = 0;
  for (const pair of pairs) {
    const line = Buffer.from(`${pair.join(' ')}\n`);
    // Lines of a diff begin with signs and words, never with an id.
    const position = output.indexOf(line, offset);
    const is_header = position === 0 || (position > 0 && output[position - 1] === NEWLINE);
    starts.push(is_header ? { head: position, text: position + line.length } : { head: -1, text: -1 });
    if (is_header) offset = position + line.length;
  }
  return starts.map(({ text }, i) => {
    if (text === -1) return undefined;
    const next = starts.slice(i + 1).find(({ head }) => head !== -1);
    return next || whole ? output.subarray(text, next?.head) : undefined;
  });
}

/** Reads one diff; null if a tree is missing. */
async function readDiff(pair: TreePair, call: GitOptions): Promise<Buffer | null> {
  const { ok, exit_code, stdout } = await runGit([...DIFF, ...pair], { ...call, output_bytes: DIFF_BYTES });
  return ok || (exit_code === null && stdout.length >= DIFF_BYTES) ? stdout : null;
}

const truncateDiff = (text: Buffer | null): TreeDiff | null =>
  text && { text: text.subarray(0, DIFF_BYTES), complete: text.length < DIFF_BYTES };

/** Returns the folder for the objects of all trees that were taken of a workspace. */
export const getTreeObjectsPath = (room: string) => join(room, 'tree.objects');

/** Computes a fingerprint that changes with every entry below a folder; undefined if there are too many entries. */
function computeFingerprint(root: string): { mark: string; settled: boolean } | undefined {
  const lines: string[] = [];
  const now = Date.now();
  let newest = 0;
  let bytes = 0;
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    let entries: Dirent[];
    try {
      entries = readdirSync(toBytePath(root, folder), {
        withFileTypes: true,
        encoding: 'latin1',
      }) as unknown as Dirent[];
    } catch {
      entries = [];
    }
    for (const { name } of entries) {
      const path = folder ? `${folder}/${name}` : (name as string);
      if (path === '.git') continue;
      const stat = lstatIfPresent(root, path);
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
