import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution } from '../record/events/event.js';
import { computeDigest } from '../record/json/compute_digest.js';
import { locateProgram } from '../system/find_program.js';
import { runProgram, runProgramOrThrow } from '../system/launcher/run_program.js';
import { writeAtomically } from '../system/write_atomically.js';
import { markCacheUse, touchLayer } from './cache/cache_uses.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { getFirstLine, INERT_ATTRIBUTES, lstatIfPresent, runGitOrThrow, toBytePath } from './git/run_git.js';
import { giveToOwner, workspaceOwner } from './workspace_owner.js';

/**
 * Snapshot after setup, frozen. Every attempt and evaluation is an overlay on a layer; no process writes to it. Its key
 * is the digest of all inputs, so that trials and evaluation share one setup.
 */
export interface Layer {
  digest: string;
  /** The repository after setup, with its synthetic commit in `.git`. */
  tree_path: string;
  /** Index of the snapshot before setup, the base of all patches. */
  index: string;
  /** The snapshot's objects and no others: all that a patch may build on. */
  objects: string;
  /** Tree id of the snapshot. */
  tree: string;
  made: LayerFacts;
  /** Settings of agents that were laid into it; undefined = those of the snapshot. */
  settings?: LayerSettings | undefined;
}

/** Settings in a layer. Patches leave them out. */
export interface LayerSettings {
  isSettings(path: string): boolean;
  /** The snapshot with its own settings, which patches are applied to: tree id, index and objects. */
  tree: string;
  index: string;
  objects: string;
}

/** Facts about the creation of a layer, stored with it. */
interface LayerFacts {
  tree: string;
  tools: Record<string, string>;
  steps: Execution[];
  /** Every setup step ran without a network, so it can be made again anywhere. */
  replayable: boolean;
  /** Digest over path, size, mode and time of every file when it was frozen. */
  seal: string;
}

/** Facts by which a layer is recognised on another machine. */
interface LayerOrigin {
  /** Digest over the content of all files, the facts excepted. */
  content: string;
  /**
   * Time when this machine last changed the folder of the tree, in nanoseconds. No archive can set it, so a layer that
   * came out of one is recognised.
   */
  changed_ns: string;
}

const FORMAT = 2;

/** Name of the file with the facts of a layer. */
const FACTS = 'layer.json';

/** Computes the digest that identifies a layer. */
export function computeLayerDigest(inputs: {
  tree: string;
  environment: unknown;
  setup: unknown;
  sandbox_class: string;
  tools: Record<string, string>;
}): string {
  return computeDigest({ format: FORMAT, owner: workspaceOwner?.uid ?? 'self', ...inputs });
}

/**
 * Finds the layer of a digest if its seal still matches. Removes a damaged one. A layer that this machine did not make,
 * such as one out of a runner's cache, must match byte for byte.
 */
export async function findLayer(cache: WorkspaceCache, digest: string): Promise<Layer | undefined> {
  const path = join(cache.layers, digest);
  await markCacheUse(cache.root, digest);
  if (!existsSync(path)) return undefined;
  const layer = await readWholeLayer(path, digest);
  if (layer) {
    touchLayer(join(path, FACTS));
    return layer;
  }
  const folder = createScratchFolder(cache); // orphans are removed from there if this process dies
  renameSync(path, join(folder, 'damaged'));
  await removeTree(folder);
  return undefined;
}

async function readWholeLayer(path: string, digest: string): Promise<Layer | undefined> {
  const [tree_path, index, objects] = [join(path, 'tree'), join(path, 'index'), join(path, 'objects')];
  try {
    const stored = JSON.parse(readFileSync(join(path, FACTS), 'utf8')) as LayerFacts & LayerOrigin;
    const { content, changed_ns, ...facts } = stored;
    if (!existsSync(index) || !existsSync(objects) || (await computeSeal(tree_path)) !== facts.seal) return undefined;
    const changed_here_ns = readChangeTime(tree_path);
    if (changed_here_ns !== changed_ns) {
      if ((await computeContentDigest(path, [FACTS])) !== content) return undefined;
      writeAtomically(join(path, FACTS), JSON.stringify({ ...stored, changed_ns: changed_here_ns }));
    }
    return { digest, tree_path, index, objects, tree: facts.tree, made: facts };
  } catch {
    return undefined; // facts or files are missing or unreadable: made again like any other damage
  }
}

/** Layer under construction. The caller must end it with `freeze` or `abandon`. */
export interface LayerDraft {
  tree_path: string;
  /** Lays the files of another layer over the snapshot. Returns why that cannot be done, or undefined. */
  layOver(layer: Layer): Promise<string | undefined>;
  /** Writes files of the snapshot again, by their paths as UTF-8. */
  restore(paths: readonly string[]): Promise<void>;
  /** Lists files of the snapshot that are not as they were, or not there. */
  listChangedFiles(): Promise<string[]>;
  freeze(facts: Omit<LayerFacts, 'seal' | 'tree'>): Promise<Layer>;
  abandon(): Promise<void>;
}

/** Files that a new layer begins with, in place of those of its tree. */
interface LayerSource {
  /** Tree of a frozen layer, whose files are linked. */
  source: string;
  /** Changes the linked files without writing into any of them. Returns the tree id of the snapshot then. */
  change(tree_path: string): Promise<string>;
}

/**
 * Writes the snapshot's files and one synthetic commit, ready for setup. They belong to the owner of workspaces.
 *
 * @param from files of another layer to begin with
 */
export async function openLayerDraft(
  cache: WorkspaceCache,
  digest: string,
  snapshot: string,
  from?: LayerSource,
): Promise<LayerDraft> {
  const folder = createScratchFolder(cache);
  const draft = join(folder, 'layer');
  const tree_path = join(draft, 'tree');
  const index = join(draft, 'index');
  mkdirSync(from ? draft : tree_path, { recursive: true });
  const call = { store: cache.store, index };
  let tree = snapshot;
  if (from) {
    await runProgramOrThrow(locateProgram('cp'), ['-a', '--link', from.source, tree_path]);
    await removeTree(join(tree_path, '.git'));
    tree = await from.change(tree_path);
    await runGitOrThrow(['read-tree', tree], call);
  } else {
    await runGitOrThrow(['read-tree', tree], call);
    const all = ['checkout-index', '--all', '--force', `--prefix=${tree_path}/`];
    await runGitOrThrow(all, { ...call, work_tree: tree_path });
  }
  await writeSyntheticCommit(tree_path, tree, cache);
  await cp(join(tree_path, '.git', 'objects'), join(draft, 'objects'), { recursive: true });
  if (workspaceOwner)
    await runProgramOrThrow(locateProgram('chown'), [
      '-R',
      '--no-dereference',
      `${workspaceOwner.uid}:${workspaceOwner.gid}`,
      tree_path,
    ]);
  return {
    tree_path,
    layOver: (layer) => layOver(tree_path, layer.tree_path),
    restore: async (paths) => {
      const input = paths.map((path) => `${path}\0`).join('');
      await runGitOrThrow(['checkout-index', '--force', `--prefix=${tree_path}/`, '-z', '--stdin'], {
        ...{ ...call, work_tree: tree_path, input },
      });
      for (const path of paths) giveToOwner(join(tree_path, path));
    },
    listChangedFiles: async () => {
      const listed = await runGitOrThrow(['ls-files', '--modified', '-z'], { ...call, work_tree: tree_path });
      return [...new Set(listed.toString('latin1').split('\0').filter(Boolean))];
    },
    freeze: async (facts) => {
      const layer_facts: LayerFacts = { ...facts, tree, seal: await computeSeal(tree_path) };
      const origin: LayerOrigin = {
        content: await computeContentDigest(draft),
        changed_ns: readChangeTime(tree_path),
      };
      writeAtomically(join(draft, FACTS), JSON.stringify({ ...layer_facts, ...origin }));
      const path = join(cache.layers, digest);
      await markCacheUse(cache.root, digest);
      try {
        renameSync(draft, path);
      } catch (error) {
        // Another process froze an equal layer first.
        if (!existsSync(join(path, FACTS))) throw error;
      }
      await removeTree(folder);
      const toPath = (name: string) => join(path, name);
      return {
        digest,
        tree_path: toPath('tree'),
        index: toPath('index'),
        objects: toPath('objects'),
        tree,
        made: layer_facts,
      };
    },
    abandon: () => removeTree(folder),
  };
}

/**
 * Copies all files of a layer but its repository over a tree, as the owner of workspaces. A file replaces a link and
 * never goes through it.
 *
 * @returns what cp says where a folder stands in place of a file, or a file in place of a folder; else undefined
 */
async function layOver(tree_path: string, from: string): Promise<string | undefined> {
  const names = readdirSync(from, { encoding: 'latin1' }).filter((name) => name !== '.git');
  if (names.length === 0) return undefined;
  const options = ['--archive', '--reflink=auto', '--remove-destination'];
  // Names are bytes; xargs takes them as they are.
  const { exit_code, stderr, fault } = await runProgram(
    locateProgram('xargs'),
    ['-0', locateProgram('cp'), ...options, `--target-directory=${tree_path}`, '--'],
    { cwd: from, user: workspaceOwner, input: Buffer.from(names.join('\0'), 'latin1'), env: { LC_ALL: 'C' } },
  );
  return exit_code === 0 ? undefined : getFirstLine(stderr.toString('latin1')) || fault;
}

/**
 * Creates the agent's repository: one commit without remotes, tags, reflogs or other objects, so that it does not
 * contain later commits and with them the solution.
 */
async function writeSyntheticCommit(tree_path: string, tree: string, cache: WorkspaceCache): Promise<void> {
  const commit = (await runGitOrThrow(['commit-tree', '-m', 'snapshot', tree], { store: cache.store }))
    .toString()
    .trim();
  const store = join(tree_path, '.git');
  await runGitOrThrow(['init', '--quiet', '--initial-branch=main', '--template=', tree_path]);
  const pack = await runGitOrThrow(
    ['pack-objects', '--quiet', '--revs', '--stdout', '--delta-base-offset', '--window=0'],
    { store: cache.store, input: `${commit}\n` },
  );
  await runGitOrThrow(['index-pack', '--stdin', '--fix-thin'], { store, input: pack });
  await runGitOrThrow(['update-ref', '--create-reflog', 'refs/heads/main', commit], { store });
  await removeTree(join(store, 'logs'));
  mkdirSync(join(store, 'info'), { recursive: true });
  writeFileSync(join(store, 'info', 'attributes'), INERT_ATTRIBUTES);
  await runGitOrThrow(['read-tree', tree], { store });
  await runGitOrThrow(['update-index', '-q', '--refresh'], { store, work_tree: tree_path });
  await runGitOrThrow(['config', 'user.name', 'agent'], { store });
  await runGitOrThrow(['config', 'user.email', 'agent@localhost'], { store });
}

/**
 * Computes a digest over path, size, mode and modification time of every file of a tree. Works synchronously per
 * folder: a promise per file takes eight times as long for the tens of thousands of files of dependencies. Yields
 * between folders.
 */
async function computeSeal(root: string): Promise<string> {
  const lines: string[] = [];
  const folders = [''];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(toBytePath(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[]) {
      const path = `${folder}${entry.name}`;
      const stat = lstatSync(toBytePath(root, path), { bigint: true });
      lines.push(`${path}\0${stat.mode}\0${entry.isDirectory() ? '' : `${stat.size}\0${stat.mtimeNs}`}`);
      if (entry.isDirectory()) folders.push(`${path}/`);
    }
    if (++count % 100 === 0) await awaitNextTurn();
  }
  return computeDigest(lines.sort());
}

const readChangeTime = (path: string): string => String(lstatSync(path, { bigint: true }).ctimeNs);

const awaitNextTurn = () => new Promise((resume) => setImmediate(resume));

const listed = new WeakMap<Layer, Promise<ReadonlyMap<string, string>>>();

/**
 * Lists the tracked files of a layer: paths (latin-1 bytes) with the ids of their blobs. A layer never changes, so git
 * is asked once for all workspaces of it.
 */
export function listLayerFiles(layer: Layer, cache: WorkspaceCache): Promise<ReadonlyMap<string, string>> {
  const entries = listed.get(layer) ?? readIndex(layer, cache);
  listed.set(layer, entries);
  entries.catch(() => listed.delete(layer));
  return entries;
}

async function readIndex(layer: Layer, cache: WorkspaceCache): Promise<ReadonlyMap<string, string>> {
  const out = await runGitOrThrow(['ls-files', '--stage', '-z'], { store: cache.store, index: layer.index });
  const lines = out.toString('latin1').split('\0').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ', 2)[1] ?? '']));
}

/** Folders of installed packages, in which a new file can take the place of another one by resolution alone. */
const PACKAGE_FOLDERS = new Set(['node_modules', 'site-packages']);

/**
 * Finds paths of a patch (latin-1 bytes) that setup created, which the patch may not change: a modified test runner in
 * node_modules would decide the verdict. Extraction excludes such changes anyway; this check is for patches from
 * elsewhere.
 */
export async function findSetupPaths(paths: readonly string[], layer: Layer, cache: WorkspaceCache): Promise<string[]> {
  const files = await listLayerFiles(layer, cache);
  const folders = new Set([...files.keys()].flatMap(listParentFolders));
  return paths.filter((path) => {
    if (files.has(path)) return false;
    if (!folders.has(path) && lstatIfPresent(layer.tree_path, path)) return true;
    return listParentFolders(path).some((folder) => {
      if (folders.has(folder) || files.has(folder)) return false;
      const stat = lstatIfPresent(layer.tree_path, folder);
      return stat !== undefined && (!stat.isDirectory() || folder.split('/').some((name) => PACKAGE_FOLDERS.has(name)));
    });
  });
}

/** Lists the parent folders of a path: a/b/c → a, a/b. */
function listParentFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

const CHUNK_BYTES = 2 ** 20;

/**
 * Computes a digest over path, mode and content of everything below a folder, and over the targets of links. Reads
 * every byte, and follows no link. Yields between folders.
 *
 * @param except names directly below `root` that are left out
 */
async function computeContentDigest(root: string, except: readonly string[] = []): Promise<string> {
  const lines: string[] = [];
  const folders = [''];
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(toBytePath(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (except.includes(path)) continue;
      const file = toBytePath(root, path);
      lines.push(`${path}\0${lstatSync(file).mode}\0${describeContent(entry, file, buffer)}`);
      if (entry.isDirectory()) folders.push(`${path}/`);
    }
    await new Promise((resume) => setImmediate(resume));
  }
  return computeDigest(lines.sort());
}

function describeContent(entry: Dirent, at: Buffer, buffer: Buffer): string {
  if (entry.isSymbolicLink()) return readlinkSync(at, 'latin1');
  return entry.isFile() ? hashFile(at, buffer) : '';
}

function hashFile(at: Buffer, buffer: Buffer): string {
  const hash = createHash('sha256');
  const file = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer))
      hash.update(buffer.subarray(0, bytes));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
