import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { SessionOrder } from '../sandbox/backend.js';
import { diskUsage } from '../sandbox/disk_usage.js';
import { type Cache, ownedFolder, removeTree, scratch } from './cache.js';
import type { Layer } from './layer.js';
import { asRoot } from './owner.js';
import { openVolume, unmount, type Volume } from './volume.js';

/** How workspaces come to be on this machine: an overlay mount, one in a user namespace, or a copy. */
export type Method = 'overlay' | 'overlay-userns' | 'copy';

/**
 * One attempt's or one evaluation's own view of a layer. What is written goes to `upper`; the layer never changes.
 */
export interface Workspace {
  method: Method;
  /** Path of the tree in the mount namespace of `holder` (ours when there is none): what is mounted into sandboxes. */
  path: string;
  /** Path under which we reach the same tree with file calls. */
  view: string;
  /** Process in whose namespaces the tree is mounted. */
  holder?: number;
  /** Command in front of another one that has to see the tree. */
  prefix: readonly string[];
  /** What changed against the layer; undefined for a copy. */
  upper?: string;
  /** File system of a bounded size on which everything lies that commands write; undefined = the cache's own. */
  volume?: Volume;
  /** Size of the tree as it came from the layer; only of a copy. */
  before_bytes?: number;
  layer: Layer;
  /** Modification time of everything that was laid into it; undefined = as it was written. */
  laid_at?: Date;
  /** Files that came here by a merge: they travel, whatever ignore rules came with others. Latin-1 strings. */
  carried?: ReadonlySet<string>;
  /** A folder of this workspace outside the tree, for what we write: object stores, indexes. */
  room: string;
  dispose(): Promise<void>;
}

export interface WorkspaceOptions {
  /** Workspace that this one is a view on. */
  beneath?: Workspace | undefined;
  /** What commands may write: then it lies on a volume of that size. Overlay mounts of root only. */
  volume_bytes?: number | undefined;
}

/**
 * Opens a fresh workspace on a layer, or above another workspace: then it begins as that one stands, which must not change meanwhile, and
 * `upper` holds what changed against that one. No patch is taken of such a view.
 */
export async function openWorkspace(
  layer: Layer,
  cache: Cache,
  method: Method,
  { beneath, volume_bytes }: WorkspaceOptions = {},
): Promise<Workspace> {
  const room = scratch(cache);
  const path = join(room, 'tree');
  if (method === 'copy') {
    const source = beneath?.path ?? layer.tree_path;
    await execa('cp', ['-a', '--reflink=auto', source, path]);
    const before_bytes = await (beneath ? diskUsage(path) : sizeOf(layer));
    return { method, path, view: path, prefix: [], before_bytes, layer, room, dispose: () => removeTree(room) };
  }
  mkdirSync(path);
  const on_volume = volume_bytes !== undefined && method === 'overlay';
  const written = on_volume ? join(room, 'volume') : room;
  const [upper, work] = [join(written, 'upper'), join(written, 'work')];
  const lower = [...(beneath?.upper ? [beneath.upper] : []), layer.tree_path].map(escaped).join(':');
  // Without its index the kernel lets the upper directory beneath stay mounted where it is.
  const options = `${beneath ? 'index=off,' : ''}lowerdir=${lower},upperdir=${escaped(upper)},workdir=${escaped(work)}`;
  const mounted = { method, path, view: path, prefix: [], upper, layer, room };
  if (on_volume) {
    // Tools compare devices of files: those of both file systems look like one.
    const volume = await openVolume(written, volume_bytes, { path, options: `${options},xino=on` }).catch(
      async (error) => {
        await removeTree(room);
        throw error;
      },
    );
    const dispose = async () => {
      const gone = volume.dispose().then(() => removeTree(room));
      gone.catch(() => undefined); // told by whoever waits
      leaving.add(gone);
    };
    return { ...mounted, volume, dispose };
  }
  ownedFolder(upper);
  ownedFolder(work);
  if (method === 'overlay') {
    await execa('mount', ['-n', '-t', 'overlay', 'overlay', '-o', options, path]);
    return { ...mounted, dispose: () => unmount(path).then(() => removeTree(room)) };
  }
  const holder = await hold(['mount', '-n', '-t', 'overlay', 'overlay', '-o', `${options},userxattr`, path]);
  return {
    method,
    path,
    view: `/proc/${holder.pid}/root${path}`,
    holder: holder.pid,
    prefix: ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', '--'],
    upper,
    layer,
    room,
    dispose: async () => {
      await holder.end();
      await removeTree(room);
    },
  };
}

/** Workspaces on volumes that are being removed: the kernel takes its time for it, and nobody has to wait. */
const leaving = new Set<Promise<void>>();

/**
 * Waits until everything is gone of workspaces that were disposed of.
 *
 * @throws what went wrong meanwhile
 */
export async function awaitRemovals(): Promise<void> {
  const pending = [...leaving];
  const ends = await Promise.allSettled(pending);
  for (const one of pending) leaving.delete(one);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

const sizes = new WeakMap<Layer, Promise<number>>();

/** Layers do not change: each is measured once. */
function sizeOf(layer: Layer): Promise<number> {
  const size = sizes.get(layer) ?? diskUsage(layer.tree_path);
  sizes.set(layer, size);
  return size;
}

/** How a session finds a workspace, and what of it is held against the limit of disk. */
export function workspaceOrder({
  path,
  holder,
  upper,
  volume,
  before_bytes,
}: Workspace): Pick<SessionOrder, 'workspace' | 'holder' | 'upper' | 'volumes' | 'before_bytes'> {
  return {
    workspace: path,
    ...(holder ? { holder } : {}),
    ...(upper ? { upper } : {}),
    ...(volume ? { volumes: [volume] } : {}),
    ...(before_bytes === undefined ? {} : { before_bytes }),
  };
}

/** Commas and colons separate mount options and lower directories. */
const escaped = (path: string) => path.replace(/[\\,:]/g, (character) => `\\${character}`);

/**
 * Starts a process with namespaces of its own, runs a command in them, and keeps them alive until `end`. It lives by its
 * standard input: when we die, it reads the end of the file and is gone, and the mount with it.
 */
async function hold(command: readonly string[]): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      '"$@" && echo ready && read -r _',
      'sh',
      ...command,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' },
  );
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready')) resolve();
    });
    void gone.then(() => reject(new Error(`overlay in a user namespace: ${complaint.trim() || 'ended early'}`)));
  });
  const end = () => {
    child.stdin.end('\n');
    return gone;
  };
  return { pid: child.pid!, end };
}

let known: Promise<Method> | undefined;

/** The best method that works here, found by trying; once per process. */
export function workspaceMethod(cache: Cache): Promise<Method> {
  known ??= probe(cache);
  return known;
}

async function probe(cache: Cache): Promise<Method> {
  for (const method of asRoot ? (['overlay'] as const) : (['overlay-userns'] as const)) {
    const room = scratch(cache);
    const layer = { tree_path: ownedFolder(join(room, 'layer')) } as Layer;
    ownedFolder(join(layer.tree_path, 'folder'));
    try {
      const workspace = await openWorkspace(layer, cache, method);
      await workspace.dispose();
      return method;
    } catch {
      // This machine forbids it; the next method is slower and always works.
    } finally {
      await removeTree(room);
    }
  }
  return 'copy';
}
