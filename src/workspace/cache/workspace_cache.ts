import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { locateProgram } from '../../system/find_program.js';
import { getOwnerTag, isOwnerGone } from '../../system/get_owner_tag.js';
import { runProgram, runProgramOrThrow } from '../../system/launcher/run_program.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { INERT_ATTRIBUTES, runGitOrThrow } from '../git/run_git.js';
import { giveToOwner, isRoot } from '../workspace_owner.js';
import { markCacheUse } from './cache_uses.js';

/**
 * Folders of snapshots, layers and workspaces between and during runs, never in the user's repository.
 *
 *   objects.git/    one object store for everything materialised here
 *   layers/<digest> frozen results of setup
 *   uses/<mark>     processes that have the cache open, and layers that they use
 *   scratch/<id>    upper directories, mounts and report folders of running attempts
 */
export interface WorkspaceCache {
  root: string;
  store: string;
  layers: string;
  scratch: string;
}

/**
 * Returns the default path of the cache. For root it must be reachable for the sandbox's user, which a home folder is
 * not.
 */
export const getDefaultCachePath = (): string =>
  isRoot ? '/var/cache/gatebench' : join(homedir(), '.cache', 'gatebench');

/**
 * Opens the cache, creating it if necessary. Removes scratch folders of dead processes.
 * @throws {UserError} if the folder cannot be used
 */
export async function openCache(path: string): Promise<WorkspaceCache> {
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
    await markCacheUse(root);
    if (!existsSync(join(cache.store, 'HEAD'))) await createStore(cache);
    writeAttributes(cache.store);
  } catch (error) {
    throw new UserError(
      `cache folder ${root} cannot be used: ${(error as Error).message}`,
      'Name another one with --cache DIR.',
    );
  }
  const closed = isRoot ? findClosedFolder(root) : undefined;
  if (closed)
    throw new UserError(
      `cache folder ${root} is out of the sandbox user's reach: ${closed} is closed to others`,
      'Open it (chmod o+x), or name another folder with --cache DIR.',
    );
  await removeOrphanedFolders(cache.scratch);
  return cache;
}

/**
 * Makes the object store aside and moves it into place: several processes may open a new cache at once, and one wins.
 */
async function createStore(cache: WorkspaceCache): Promise<void> {
  const aside = createScratchPath(cache); // must belong to this user, not to the sandbox's
  await runGitOrThrow(['init', '--quiet', '--bare', aside]);
  writeAttributes(aside);
  try {
    renameSync(aside, cache.store);
  } catch (error) {
    await removeTree(aside);
    if (!existsSync(join(cache.store, 'HEAD'))) throw error;
  }
}

/** Writes the attributes of a store if they differ: another process's git may be reading them. */
function writeAttributes(store: string): void {
  const path = join(store, 'info', 'attributes');
  if (existsSync(path) && readFileSync(path, 'utf8') === INERT_ATTRIBUTES) return;
  mkdirSync(join(store, 'info'), { recursive: true });
  writeAtomically(path, INERT_ATTRIBUTES);
}

/** Finds the first folder on a path that other users may not enter: the sandbox's user could not either. */
function findClosedFolder(path: string): string | undefined {
  const parts = path.split('/').filter(Boolean);
  return parts
    .map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
    .find((folder) => (statSync(folder).mode & 0o001) === 0);
}

/** Creates a folder for one workspace. Its name contains the owner tag, so that later processes recognise orphans. */
export const createScratchFolder = (cache: WorkspaceCache): string => createOwnedFolder(createScratchPath(cache));

const createScratchPath = (cache: WorkspaceCache): string =>
  join(cache.scratch, `${getOwnerTag()}-${randomBytes(6).toString('hex')}`);

/** Removes the folders of dead processes. */
async function removeOrphanedFolders(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const mark = /^\d+-\d+-\d+(?=-)/.exec(name)?.[0];
    if (mark && !isOwnerGone(mark)) continue;
    await removeMountedTree(join(folder, name));
  }
}

/** Unmounts everything below a folder and removes the folder. */
export async function removeMountedTree(path: string): Promise<void> {
  if (isRoot) await unmountBelow(path);
  await removeTree(path);
}

async function unmountBelow(path: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) =>
      (line.split(' ')[1] ?? '').replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))),
    )
    .filter((mount) => mount.startsWith(`${path}/`));
  for (const mount of mounts.reverse()) await runProgram(locateProgram('umount'), ['-l', mount]);
}

/** Removes a tree whatever its permissions. Also removes folders nested deeper than a path can be long. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    restorePermissions(path);
    await runProgramOrThrow(locateProgram('rm'), ['-rf', '--one-file-system', '--', path]);
  }
}

function restorePermissions(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) restorePermissions(join(folder, entry.name));
  } catch {
    // What cannot be opened is reported by the removal that follows.
  }
}

/** Creates a folder that belongs to the owner of workspaces. */
export function createOwnedFolder(path: string, mode = 0o755): string {
  mkdirSync(path, { mode, recursive: true });
  giveToOwner(path);
  return path;
}
