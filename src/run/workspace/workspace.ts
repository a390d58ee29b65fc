import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { type Cache, ownedFolder, removeTree, scratch } from './cache.js';
import type { Layer } from './layer.js';
import { asRoot } from './owner.js';

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
  layer: Layer;
  /** Modification time of everything that was laid into it; undefined = as it was written. */
  laid_at?: Date;
  /** Files that came here by a merge: they travel, whatever ignore rules came with others. Latin-1 strings. */
  carried?: ReadonlySet<string>;
  /** A folder of this workspace outside the tree: report files, object stores, indexes. */
  room: string;
  dispose(): Promise<void>;
}

/**
 * Opens a fresh workspace on a layer, or above another workspace: then it begins as that one stands, which must not change meanwhile, and
 * `upper` holds what changed against that one. No patch is taken of such a view.
 */
export async function openWorkspace(
  layer: Layer,
  cache: Cache,
  method: Method,
  beneath?: Workspace,
): Promise<Workspace> {
  const room = scratch(cache);
  const path = join(room, 'tree');
  const upper = join(room, 'upper');
  if (method === 'copy') {
    await execa('cp', ['-a', '--reflink=auto', beneath?.path ?? layer.tree_path, path]);
    return { method, path, view: path, prefix: [], layer, room, dispose: () => removeTree(room) };
  }
  mkdirSync(path);
  ownedFolder(upper);
  ownedFolder(join(room, 'work'));
  const lower = [...(beneath?.upper ? [beneath.upper] : []), layer.tree_path].map(escaped).join(':');
  // Without its index the kernel lets the upper directory beneath stay mounted where it is.
  const options = `${beneath ? 'index=off,' : ''}lowerdir=${lower},upperdir=${escaped(upper)},workdir=${escaped(join(room, 'work'))}`;
  if (method === 'overlay') {
    await execa('mount', ['-n', '-t', 'overlay', 'overlay', '-o', options, path]);
    return {
      method,
      path,
      view: path,
      prefix: [],
      upper,
      layer,
      room,
      dispose: async () => {
        await execa('umount', ['-n', path], { reject: false }).then((done) =>
          done.failed ? execa('umount', ['-n', '-l', path], { reject: false }) : done,
        );
        await removeTree(room);
      },
    };
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
