import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMakerGone, makerMark } from '../sandbox/maker.js';

/**
 * Who uses what of a cache, so that nothing is removed under a run.
 *
 * A user leaves its mark and only then looks at what it uses; whoever removes takes the lock and only then looks at marks. So
 * one of the two always sees the other.
 *
 *   uses/<mark>           a process that has the cache open
 *   uses/<mark>.<layer>   it uses this layer
 *   uses/.lock            somebody removes, for the moment of a rename
 *   uses/.lock.taking     somebody removes a lock that is left over
 */
const USES = 'uses';
const LOCK = '.lock';
const TAKING = '.taking';
/** Marks of other pid namespaces (containers) cannot be asked; a run does not last longer than this. */
const FOREIGN_MS = 7 * 24 * 3_600_000;
const POLL_MS = 20;
/** The lock is held for a moment. After so long whoever waits for it gives up. */
const PATIENCE_MS = 30_000;
/** What is left where a process was killed while it removed a lock that was left over; it takes microseconds. */
const TAKING_MS = 5_000;

/** What living processes use of a cache. */
export interface CacheUses {
  /** Processes that have it open, this one not counted. */
  processes: number;
  layers: ReadonlySet<string>;
}

/** Marks a cache as open, or one of its layers as in use, for as long as this process lives. Waits while something is removed. */
export async function markUse(root: string, layer?: string): Promise<void> {
  const folder = join(root, USES);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, layer === undefined ? makerMark() : `${makerMark()}.${layer}`), '');
  while (isLocked(join(folder, LOCK))) await new Promise((resume) => setTimeout(resume, POLL_MS));
}

/** Notes that a layer was used just now. */
export function touchLayer(facts: string): void {
  try {
    utimesSync(facts, new Date(), new Date());
  } catch {
    // Of another user: it is younger than it looks, and may be made again.
  }
}

/** Returns what living processes use. Marks of processes that are gone are removed where that is allowed. */
export function livingUses(root: string, now: number): CacheUses {
  const folder = join(root, USES);
  const layers = new Set<string>();
  let processes = 0;
  for (const name of namesIn(folder)) {
    const [, mark, layer] = /^(\d+-\d+-\d+)(?:\.([0-9a-f]+))?$/.exec(name) ?? [];
    if (mark === undefined) continue;
    const path = join(folder, name);
    const isOld = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FOREIGN_MS;
    if (isMakerGone(mark) || (isOld && !isOwnNamespace(mark))) {
      remove(path);
      continue;
    }
    if (layer !== undefined) layers.add(layer);
    else if (mark !== makerMark()) processes += 1;
  }
  return { processes, layers };
}

/**
 * Runs something while nobody can begin to use anything. Keep it short: users wait.
 *
 * @throws when a lock that is left over cannot be removed, or somebody holds it for too long
 */
export async function whileUnused<T>(root: string, body: () => T): Promise<T> {
  const folder = join(root, USES);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const path = join(folder, LOCK);
  const until = Date.now() + PATIENCE_MS;
  while (!makeOwn(path)) {
    if (Date.now() > until) throw new Error(`the lock ${path} is held for longer than ${PATIENCE_MS / 1000} seconds`);
    removeLeftOver(path);
    await new Promise((resume) => setTimeout(resume, POLL_MS));
  }
  try {
    return body();
  } finally {
    removeOwn(path);
  }
}

/** Leaves this process' mark in a file. @returns false when there is one */
function makeOwn(path: string): boolean {
  try {
    writeFileSync(path, makerMark(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes a lock that holds nothing any more. One process at a time does so, and looks at the lock when no other can: what two saw left over may be held again
 * by the first of them when the second comes to remove it.
 *
 * @throws when it may not be removed
 */
function removeLeftOver(path: string): void {
  if (isLocked(path)) return;
  const taking = `${path}${TAKING}`;
  try {
    if (!makeOwn(taking)) {
      const made = statSync(taking, { throwIfNoEntry: false });
      if (made && Date.now() - made.mtimeMs > TAKING_MS) remove(taking);
      return;
    }
    try {
      if (existsSync(path) && !isLocked(path)) rmSync(path, { force: true });
    } finally {
      removeOwn(taking);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`the lock ${path} is left of a process that is gone, and cannot be removed (${code ?? message})`);
  }
}

function removeOwn(path: string): void {
  if (markIn(path) === makerMark()) remove(path);
}

function markIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A lock of a process that is gone holds nothing. */
function isLocked(path: string): boolean {
  try {
    const mark = readFileSync(path, 'utf8');
    if (mark === '') return Date.now() - statSync(path).mtimeMs < 1000;
    const isStale = !isOwnNamespace(mark) && Date.now() - statSync(path).mtimeMs > 60_000;
    return !isMakerGone(mark) && !isStale;
  } catch {
    return false;
  }
}

const isOwnNamespace = (mark: string) => mark.split('-')[0] === makerMark().split('-')[0];

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is another user's.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
