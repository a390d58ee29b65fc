import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { measureDiskUsage } from '../sandbox/disk/measure_disk_usage.js';
import type { SessionOptions } from '../sandbox/sandbox_backend.js';
import { locateProgram } from '../system/find_program.js';
import { MachineError } from '../system/is_code_fault.js';
import { runProgramOrThrow } from '../system/launcher/run_program.js';
import { rememberPromise } from '../system/remember_promise.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { unmountPaths } from './flush_and_unmount.js';
import type { Layer } from './layer.js';
import { openVolume, type Volume } from './volume.js';
import { isRoot } from './workspace_owner.js';

/** Way of creating workspaces on this machine: an overlay mount, an overlay mount in a user namespace, or a copy. */
export type WorkspaceMethod = 'overlay' | 'overlay-userns' | 'copy';

/** One attempt's or evaluation's writable view of a layer. Writes go to `upper`; the layer never changes. */
export interface Workspace {
  method: WorkspaceMethod;
  /** Path of the tree in the mount namespace of `holder` (this process's without one), for mounting into sandboxes. */
  path: string;
  /** Path under which this process reaches the same tree. */
  view: string;
  /** Process in whose namespaces the tree is mounted. */
  holder?: number;
  /** Command in front of another one that has to see the tree. */
  prefix: readonly string[];
  /** Changes against the layer; undefined for a copy. */
  upper?: string;
  /** File system of a bounded size on which everything lies that commands write; undefined = the cache's own. */
  volume?: Volume;
  /** Initial size of the tree; only for a copy. */
  before_bytes?: number;
  layer: Layer;
  /** Modification time of everything that was laid into it; undefined = as it was written. */
  oracle_mtime?: Date;
  /** Files added by a merge: patches include them whatever the ignore rules. Latin-1 strings. */
  merged_paths?: ReadonlySet<string>;
  /** Folder of this workspace outside the tree, for object stores and indexes of the harness. */
  scratch_folder: string;
  dispose(): Promise<void>;
}

/** Options of a new workspace. */
export interface WorkspaceOptions {
  /** Workspace that this one is a view on. */
  base?: Workspace | undefined;
  /** Size of a volume for files that commands write. Overlay mounts of root only. */
  volume_bytes?: number | undefined;
}

/**
 * Opens a new workspace on a layer, or on top of another workspace. In the latter case it begins with that workspace's
 * state, which must not change meanwhile, and `upper` holds the changes against it. Patches cannot be extracted from
 * such a view.
 */
export async function openWorkspace(
  layer: Layer,
  cache: WorkspaceCache,
  method: WorkspaceMethod,
  { base, volume_bytes }: WorkspaceOptions = {},
): Promise<Workspace> {
  const folder = createScratchFolder(cache);
  const path = join(folder, 'tree');
  const common = { method, path, view: path, prefix: [], layer, scratch_folder: folder };
  if (method === 'copy') {
    await runProgramOrThrow(locateProgram('cp'), ['-a', '--reflink=auto', base?.path ?? layer.tree_path, path]);
    const before_bytes = await (base ? measureDiskUsage(path) : measureLayer(layer));
    return { ...common, before_bytes, dispose: () => removeTree(folder) };
  }
  mkdirSync(path);
  const on_volume = volume_bytes !== undefined && method === 'overlay';
  const writable_folder = on_volume ? join(folder, 'volume') : folder;
  const [upper, work] = [join(writable_folder, 'upper'), join(writable_folder, 'work')];
  const options = formatOverlayOptions({ layer, base, upper, work });
  // Tools compare devices of files: those of both file systems look like one.
  if (on_volume)
    return openOnVolume({ ...common, upper }, writable_folder, volume_bytes, { path, options: `${options},xino=on` });
  createOwnedFolder(upper);
  createOwnedFolder(work);
  const mount = ['-n', '-t', 'overlay', 'overlay', '-o'];
  if (method === 'overlay') {
    await runProgramOrThrow(locateProgram('mount'), [...mount, options, path]);
    return { ...common, upper, dispose: () => unmountPaths([path]).then(() => removeTree(folder)) };
  }
  const holder = await openNamespaceHolder(['mount', ...mount, `${options},userxattr`, path]);
  const enter = [
    locateProgram('nsenter'),
    '--target',
    String(holder.pid),
    '--user',
    '--mount',
    '--preserve-credentials',
    '--',
  ];
  const dispose = () => holder.end().then(() => removeTree(folder));
  return { ...common, view: `/proc/${holder.pid}/root${path}`, holder: holder.pid, prefix: enter, upper, dispose };
}

/** Formats the options of an overlay mount. */
function formatOverlayOptions({
  layer,
  base,
  upper,
  work,
}: {
  layer: Layer;
  base: Workspace | undefined;
  upper: string;
  work: string;
}): string {
  const lower = [...(base?.upper ? [base.upper] : []), layer.tree_path].map(escapeMountPath).join(':');
  // Without its index the kernel lets the upper directory beneath stay mounted where it is.
  const index = base ? 'index=off,' : '';
  return `${index}lowerdir=${lower},upperdir=${escapeMountPath(upper)},workdir=${escapeMountPath(work)}`;
}

/** Opens a workspace whose changes lie on a volume. Its removal takes time, which nobody waits for. */
async function openOnVolume(
  workspace: Omit<Workspace, 'dispose'>,
  path: string,
  volume_bytes: number,
  overlay: { path: string; options: string },
): Promise<Workspace> {
  const remove = () => removeTree(workspace.scratch_folder);
  const volume = await openVolume(path, volume_bytes, overlay).catch(async (error) => {
    await remove();
    throw error;
  });
  const dispose = async () => {
    const removal = volume
      .dispose()
      .then(remove)
      .then(() => void pendingRemovals.delete(removal));
    removal.catch(() => undefined); // `awaitWorkspaceRemovals` reports it
    pendingRemovals.add(removal);
  };
  return { ...workspace, volume, dispose };
}

/** Removals of workspaces on volumes that are under way. The kernel takes its time, and callers need not wait. */
const pendingRemovals = new Set<Promise<void>>();

/**
 * Waits until disposed workspaces are removed.
 *
 * @param left number of workspaces that may still be on their way
 * @throws the first error of a removal
 */
export async function awaitWorkspaceRemovals(left = 0): Promise<void> {
  const pending = [...pendingRemovals].slice(0, Math.max(0, pendingRemovals.size - left));
  const ends = await Promise.allSettled(pending);
  for (const one of pending) pendingRemovals.delete(one);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const sizes = new WeakMap<Layer, Promise<number>>();

/** Layers do not change: each is measured once. */
function measureLayer(layer: Layer): Promise<number> {
  const size = sizes.get(layer) ?? measureDiskUsage(layer.tree_path);
  sizes.set(layer, size);
  return size;
}

/** Returns the session options that mount a workspace and limit its disk usage. */
export function toSessionOptions({
  path,
  holder,
  upper,
  volume,
  before_bytes,
}: Workspace): Pick<SessionOptions, 'workspace' | 'holder' | 'upper' | 'volumes' | 'before_bytes'> {
  return {
    workspace: path,
    ...omitUndefined({ holder, upper, volumes: volume && [volume], before_bytes }),
  };
}

/** Commas and colons separate mount options and lower directories. */
const escapeMountPath = (path: string) => path.replace(/[\\,:]/g, (character) => `\\${character}`);

/**
 * Runs a command in new namespaces and keeps them alive until `end`. The holder process reads its standard input, so it
 * ends if this process dies, and the mount with it.
 */
async function openNamespaceHolder(command: readonly string[]): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn(
    locateProgram('unshare'),
    [
      ...['--user', '--map-root-user', '--mount', '--propagation', 'private'],
      ...['sh', '-c', '"$@" && echo ready && read -r _', 'sh', ...command],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' },
  );
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes('ready')) resolve();
    });
    void exit.then(() => reject(new MachineError(`overlay in a user namespace: ${stderr.trim() || 'ended early'}`)));
  });
  const end = () => {
    child.stdin.end('\n');
    return exit;
  };
  return { pid: child.pid!, end };
}

/** Finds the best method that works here, by trying; once per process. */
export const detectWorkspaceMethod: (cache: WorkspaceCache) => Promise<WorkspaceMethod> = rememberPromise(tryMethods);

async function tryMethods(cache: WorkspaceCache): Promise<WorkspaceMethod> {
  for (const method of isRoot ? (['overlay'] as const) : (['overlay-userns'] as const)) {
    const folder = createScratchFolder(cache);
    const layer = { tree_path: createOwnedFolder(join(folder, 'layer')) } as Layer;
    createOwnedFolder(join(layer.tree_path, 'folder'));
    try {
      const workspace = await openWorkspace(layer, cache, method);
      await workspace.dispose();
      return method;
    } catch {
      // This machine forbids it; the next method is slower and always works.
    } finally {
      await removeTree(folder);
    }
  }
  return 'copy';
}

/** Inputs of a fresh workspace. */
interface WorkspaceOrder {
  layer: Layer;
  cache: WorkspaceCache;
  method: WorkspaceMethod;
  options: WorkspaceOptions;
}

/** Fresh workspaces of attempts at one contract. The next ones are mounted while the tests of those before run. */
export interface WorkspacePool {
  /** Returns a workspace that nobody had before; it belongs to the caller. */
  take(order: WorkspaceOrder): Promise<Workspace>;
  /** Begins to open what will be taken next. Call when commands run: until then it would hold up the attempt. */
  refill(): void;
  /** Removes workspaces that nobody took. */
  close(): Promise<void>;
}

/** Workspaces of all pools of a run that wait to be taken. */
interface WaitingWorkspaces {
  count: number;
  most: number;
}

/**
 * Creates a pool that opens a workspace ahead for each attempt that is expected. Only what was taken before is opened
 * ahead, and only overlays on volumes: a copy takes as much of the disk as the repository.
 *
 * @param expected attempts that will take a workspace
 * @param shared limit that several pools share
 */
export function createWorkspacePool(expected: number, shared: WaitingWorkspaces): WorkspacePool {
  const waiting: { key: string; workspace: Promise<Workspace> }[] = [];
  let last: WorkspaceOrder | undefined;
  let taken_count = 0;
  let closed = false;

  return {
    async take(order) {
      last = canWait(order) ? order : undefined;
      taken_count++;
      const match = waiting.findIndex(({ key }) => key === computeKey(order));
      if (match < 0) return open(order);
      const [{ workspace }] = waiting.splice(match, 1) as [(typeof waiting)[number]];
      shared.count--;
      // What could not be opened ahead is tried again, so that the error reaches who needs it.
      return (await workspace.catch(() => undefined)) ?? open(order);
    },
    refill() {
      while (last && !closed && shared.count < shared.most && waiting.length < expected - taken_count) {
        const workspace = open(last);
        workspace.catch(() => undefined); // `take` tries again
        waiting.push({ key: computeKey(last), workspace });
        shared.count++;
      }
    },
    async close() {
      closed = true;
      const left = waiting.splice(0);
      shared.count -= left.length;
      for (const one of await Promise.allSettled(left.map(({ workspace }) => workspace)))
        if (one.status === 'fulfilled') await one.value.dispose();
    },
  };
}

const open = ({ layer, cache, method, options }: WorkspaceOrder) => openWorkspace(layer, cache, method, options);

const canWait = ({ method, options }: WorkspaceOrder): boolean =>
  method === 'overlay' && options.volume_bytes !== undefined && options.base === undefined;

const computeKey = ({ layer, cache, options }: WorkspaceOrder): string =>
  [cache.scratch, layer.tree_path, options.volume_bytes].join('\0');
