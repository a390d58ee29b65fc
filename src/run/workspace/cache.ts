import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { UserError } from '../../contract/user_error.js';
import { isMakerGone, makerMark } from '../sandbox/maker.js';
import { markUse } from './cache_uses.js';
import { gitOrThrow, INERT_ATTRIBUTES } from './git.js';
import { asRoot, giveToOwner } from './owner.js';

/**
 * Where snapshots, layers and workspaces live between and during runs: never in the user's repository.
 *
 *   objects.git/    one object store for everything materialised here
 *   layers/<digest> frozen results of setup
 *   uses/<mark>     which processes have it open, and which layers they use
 *   scratch/<id>    upper directories, mounts and report folders of running attempts
 */
export interface Cache {
  root: string;
  store: string;
  layers: string;
  scratch: string;
}

/** As root the folder must be reachable for the sandbox's user, which a home folder is not. */
export const defaultCache = (): string => (asRoot ? '/var/cache/gatebench' : join(homedir(), '.cache', 'gatebench'));

/** @throws {UserError} when the folder cannot be used */
export async function openCache(path: string): Promise<Cache> {
  const root = resolve(path);
  const cache = {
    root,
    store: join(root, 'objects.git'),
    layers: join(root, 'layers'),
    scratch: join(root, 'scratch'),
  };
  try {
    for (const folder of [root, cache.layers, cache.scratch]) {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
    }
    await markUse(root);
    if (!existsSync(join(cache.store, 'HEAD'))) await gitOrThrow(['init', '--quiet', '--bare', cache.store]);
    mkdirSync(join(cache.store, 'info'), { recursive: true });
    writeFileSync(join(cache.store, 'info', 'attributes'), INERT_ATTRIBUTES);
  } catch (error) {
    throw new UserError(
      `cache folder ${root} cannot be used: ${(error as Error).message}`,
      'Name another one with --cache DIR.',
    );
  }
  const closed = asRoot ? unreachable(root) : undefined;
  if (closed)
    throw new UserError(
      `cache folder ${root} is out of the sandbox user's reach: ${closed} is closed to others`,
      'Open it (chmod o+x), or name another folder with --cache DIR.',
    );
  await sweep(cache.scratch);
  return cache;
}

/** The first folder on the way to a path that others may not enter: the sandbox's user is such an other. */
function unreachable(path: string): string | undefined {
  const parts = path.split('/').filter(Boolean);
  return parts
    .map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
    .find((folder) => (statSync(folder).mode & 0o001) === 0);
}

/** A fresh folder for one workspace. Its name carries a mark of ours, so that leftovers of dead processes are found. */
export function scratch(cache: Cache): string {
  const path = join(cache.scratch, `${makerMark()}-${randomBytes(6).toString('hex')}`);
  return ownedFolder(path);
}

/** Removes what processes that are gone left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const mark = /^\d+-\d+-\d+(?=-)/.exec(name)?.[0];
    if (mark && !isMakerGone(mark)) continue;
    await removeLeftover(join(folder, name));
  }
}

/** Removes what an attempt or an installation left: mounts first, then files. */
export async function removeLeftover(path: string): Promise<void> {
  if (asRoot) await unmountBelow(path);
  await removeTree(path);
}

async function unmountBelow(path: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) =>
      (line.split(' ')[1] ?? '').replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    )
    .filter((mount) => mount.startsWith(`${path}/`));
  for (const mount of mounts.reverse()) await execa('umount', ['-l', mount], { reject: false });
}

/** Deletes a tree, also where a command took away its own permissions, or nested folders deeper than a path can be long. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    openUp(path);
    await execa('rm', ['-rf', '--one-file-system', '--', path]);
  }
}

function openUp(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) openUp(join(folder, entry.name));
  } catch {
    // What cannot be opened is reported by the removal that follows.
  }
}

/** A folder that the owner of workspaces may write to. */
export function ownedFolder(path: string, mode = 0o755): string {
  mkdirSync(path, { mode, recursive: true });
  giveToOwner(path);
  return path;
}
