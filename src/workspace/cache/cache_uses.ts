import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { getOwnerTag, isOwnerGone } from '../../system/get_owner_tag.js';
import { MachineError } from '../../system/is_code_fault.js';

/**
 * Kind of a cache entry: repositories' objects, results of setup, installed agents, observations of reference
 * solutions, drafts of contracts that are not proven yet, leftovers.
 */
export type CacheEntryKind = 'objects' | 'layer' | 'agent' | 'reference' | 'draft' | 'leftover';

/** Part of a cache that can be removed on its own. */
export interface CacheEntry {
  kind: CacheEntryKind;
  /** Path below the cache. */
  path: string;
  bytes: number;
  /** Time of the last known use: milliseconds since the epoch. */
  used_ms: number;
}

const FOLDERS: readonly (readonly [kind: CacheEntryKind, folder: string])[] = [
  ['layer', 'layers'],
  ['agent', 'agents'],
  ['reference', 'references'],
  ['draft', 'drafts'],
  ['leftover', 'scratch'],
];

/** Lists the entries of a cache, the least recently used first. Skips unreadable ones. */
export function listCacheEntries(root: string): CacheEntry[] {
  const objects = readEntry(root, 'objects.git', 'objects');
  const further_entries = FOLDERS.flatMap(([kind, folder]) =>
    listNames(join(root, folder)).map((name) => readEntry(root, join(folder, name), kind)),
  );
  return [objects, ...further_entries].filter((entry) => entry !== undefined).sort((a, b) => a.used_ms - b.used_ms);
}

/** Files that are touched by a use: a layer's facts whenever it is used; objects come into new folders. */
const STAMPS: Partial<Record<CacheEntryKind, readonly string[]>> = {
  layer: ['layer.json'],
  objects: ['objects', 'objects/pack'],
};

function readEntry(root: string, path: string, kind: CacheEntryKind): CacheEntry | undefined {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return undefined;
  const stamps = STAMPS[kind] ?? [];
  const stamp_times = stamps.map((name) => lstatSync(join(root, path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return { kind, path, bytes: measureSize(join(root, path)), used_ms: Math.max(stat.mtimeMs, ...stamp_times) };
}

/** Bytes on disk of a file or a tree; links are not followed. */
function measureSize(path: string): number {
  let bytes = 0;
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (!stat) continue;
    bytes += stat.blocks * 512;
    if (stat.isDirectory()) for (const name of listNames(next)) open.push(join(next, name));
  }
  return bytes;
}

/** Lists the names in a folder; empty if it cannot be read. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Folder that records the uses of a cache, so that no entry in use is removed.
 *
 * A user writes its mark before it reads an entry; a remover takes the lock before it reads the marks. One of the two
 * therefore always sees the other.
 *
 *   uses/<mark>           a process has the cache open
 *   uses/<mark>.<layer>   the process uses this layer
 *   uses/.lock            a process removes an entry (held during one rename)
 *   uses/.lock.taking     a process removes a stale lock
 */
const USES = 'uses';
const LOCK = '.lock';
const TAKEOVER_SUFFIX = '.taking';
/** Age at which a mark of another pid namespace (container) is stale, since its process cannot be looked up. */
const FOREIGN_MS = 7 * 24 * 3_600_000;
const POLL_MS = 20;
/** Time after which a process stops waiting for the lock, in milliseconds. Removals hold it only briefly. */
const PATIENCE_MS = 30_000;
/** Age at which the marker of a lock removal counts as orphaned, in milliseconds; a removal takes microseconds. */
const TAKEOVER_MS = 5_000;

/** Uses of a cache by living processes. */
export interface CacheUses {
  /** Processes that have it open, this one not counted. */
  processes: number;
  layers: ReadonlySet<string>;
}

/**
 * Marks a cache as open, or one of its layers as in use, until this process ends. Waits while another process removes
 * entries.
 */
export async function markCacheUse(root: string, layer?: string): Promise<void> {
  const folder = join(root, USES);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, layer === undefined ? getOwnerTag() : `${getOwnerTag()}.${layer}`), '');
  while (isLocked(join(folder, LOCK))) await new Promise((resume) => setTimeout(resume, POLL_MS));
}

/** Records that a layer is used now. */
export function touchLayer(facts: string): void {
  try {
    utimesSync(facts, new Date(), new Date());
  } catch {
    // Of another user: it is younger than it looks, and may be made again.
  }
}

/** Returns the uses by living processes. Removes marks of dead ones if permitted. */
export function readCacheUses(root: string, now: number): CacheUses {
  const folder = join(root, USES);
  const layers = new Set<string>();
  let processes = 0;
  for (const name of listNames(folder)) {
    const [, mark, layer] = /^(\d+-\d+-\d+)(?:\.([0-9a-f]+))?$/.exec(name) ?? [];
    if (mark === undefined) continue;
    const path = join(folder, name);
    const isOld = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FOREIGN_MS;
    if (isOwnerGone(mark) || (isOld && !isOwnNamespace(mark))) {
      removeIfPossible(path);
      continue;
    }
    if (layer !== undefined) layers.add(layer);
    else if (mark !== getOwnerTag()) processes += 1;
  }
  return { processes, layers };
}

/**
 * Runs a function while no process can start to use an entry. It should be short, since users wait.
 * @throws if a stale lock cannot be removed, or another process holds the lock too long
 */
export async function runWhileUnused<T>(root: string, body: () => T): Promise<T> {
  const folder = join(root, USES);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const path = join(folder, LOCK);
  const deadline = Date.now() + PATIENCE_MS;
  while (!createOwnMark(path)) {
    if (Date.now() > deadline)
      throw new MachineError(`the lock ${path} is held for longer than ${PATIENCE_MS / 1000} seconds`);
    removeStaleLock(path);
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
  try {
    return body();
  } finally {
    removeOwnMark(path);
  }
}

/** Leaves this process' mark in a file. @returns false when there is one */
function createOwnMark(path: string): boolean {
  try {
    writeFileSync(path, getOwnerTag(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes a stale lock. One process at a time does so, and checks the lock while no other can: of two processes that
 * saw a stale lock, the first may already hold a new one.
 *
 * @throws if it may not be removed
 */
function removeStaleLock(path: string): void {
  if (isLocked(path)) return;
  const taking = `${path}${TAKEOVER_SUFFIX}`;
  try {
    if (!createOwnMark(taking)) {
      const stats = statSync(taking, { throwIfNoEntry: false });
      if (stats && Date.now() - stats.mtimeMs > TAKEOVER_MS) removeIfPossible(taking);
      return;
    }
    try {
      if (existsSync(path) && !isLocked(path)) rmSync(path, { force: true });
    } finally {
      removeOwnMark(taking);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new MachineError(
      `the lock ${path} is left of a process that is gone, and cannot be removed (${code ?? message})`,
    );
  }
}

function removeOwnMark(path: string): void {
  if (readMark(path) === getOwnerTag()) removeIfPossible(path);
}

function readMark(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns true if a living process holds the lock. */
function isLocked(path: string): boolean {
  try {
    const mark = readFileSync(path, 'utf8');
    if (mark === '') return Date.now() - statSync(path).mtimeMs < 1000;
    const isStale = !isOwnNamespace(mark) && Date.now() - statSync(path).mtimeMs > 60_000;
    return !isOwnerGone(mark) && !isStale;
  } catch {
    return false;
  }
}

const isOwnNamespace = (mark: string) => mark.split('-')[0] === getOwnerTag().split('-')[0];

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is another user's.
  }
}
