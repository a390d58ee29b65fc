import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getOwnerTag, isOwnerGone } from '../../system/get_owner_tag.js';
import { MachineError } from '../../system/is_code_fault.js';

/**
 * Creates a name for a group, with the owner tag. The name is random, since its members can read it and a number would
 * tell how many there were.
 */
export const createCgroupName = (): string => `gatebench-${getOwnerTag()}-${randomBytes(6).toString('hex')}`;

/**
 * Parses the owner tag of a group's name.
 * @returns undefined for names of other programs
 */
export function parseCgroupOwner(name: string): string | undefined {
  return /^gatebench-(\d+-\d+-\d+)-[0-9a-f]+$/.exec(name)?.[1];
}

/** Removes groups in `directory` whose owner has died. */
export function removeOrphanedCgroups(directory: string): void {
  for (const name of readdirSync(directory)) {
    const mark = parseCgroupOwner(name);
    if (mark === undefined || !isOwnerGone(mark)) continue;
    const leftover = join(directory, name);
    try {
      rmdirSync(leftover);
    } catch {
      killQuietly(leftover); // it has members: the next sweep removes it
    }
  }
}

/** Maximum time for freezing a group, in milliseconds. */
const FREEZE_MS = 5_000;

/**
 * Polls until a group is frozen.
 * @throws if it is not frozen within 5 s
 */
export async function waitUntilFrozen(ask: () => boolean): Promise<void> {
  for (const deadline = performance.now() + FREEZE_MS; !ask(); await delay(2))
    if (performance.now() > deadline) throw new MachineError(`its processes do not stand still after ${FREEZE_MS} ms`);
}

/**
 * Lists the processes of a group. Skips processes of outer pid namespaces: the kernel shows them as 0, and `kill` would
 * take 0 for this process's own group. A group that is removed meanwhile has none.
 */
export function listCgroupMembers(directory: string): number[] {
  return readMembers(directory)
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

function readMembers(directory: string): string {
  try {
    return readFileSync(join(directory, 'cgroup.procs'), 'utf8');
  } catch (error) {
    // ENODEV: the directory is there no more, and its file was open.
    if (['ENOENT', 'ENODEV'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** Kills all members of a group repeatedly, since members may fork meanwhile. */
export function killCgroupMembers(directory: string): void {
  for (let round = 0; round < 20; round += 1) {
    const members = listCgroupMembers(directory);
    if (members.length === 0) return;
    for (const pid of members) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
  }
}

/** Kills the members of a group that may belong to another user. Ignores errors. */
function killQuietly(directory: string): void {
  try {
    killCgroupMembers(directory);
  } catch {}
}

/**
 * Removes group directories, and waits for dying members. Gives up silently after about 2 s: a later process removes
 * the rest.
 */
export async function removeCgroups(directories: readonly string[]): Promise<void> {
  for (const directory of directories) {
    for (let pause = 1; pause <= 1024; pause *= 2) {
      try {
        rmdirSync(directory);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') break;
        await delay(pause);
      }
    }
  }
}
