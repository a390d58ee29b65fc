import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMakerGone, makerMark } from './maker.js';

/** One line of /proc/self/mountinfo, as far as it matters here (proc_pid_mountinfo(5)). */
export interface CgroupMount {
  version: 1 | 2;
  /** Controllers of a v1 hierarchy. */
  controllers: string[];
  /** Path of the hierarchy that is mounted, and where. */
  from: string;
  at: string;
}

export function cgroupMounts(root: string): CgroupMount[] {
  return readFileSync(join(root, 'proc/self/mountinfo'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ');
      const [type, , options = ''] = after.split(' ');
      const [, , , from = '', at = ''] = before.split(' ');
      if (type !== 'cgroup' && type !== 'cgroup2') return [];
      return [{ version: type === 'cgroup' ? 1 : 2, controllers: options.split(','), from, at } as const];
    });
}

/** Path of a process (default: this one) in a hierarchy: `controller` of v1, or the unified one for the empty string. */
export function ownCgroupPath(root: string, controller: string, pid: number | 'self' = 'self'): string | undefined {
  for (const line of readFileSync(join(root, `proc/${pid}/cgroup`), 'utf8').split('\n')) {
    const [, controllers, ...path] = line.split(':');
    if (controllers?.split(',').includes(controller)) return path.join(':');
  }
  return undefined;
}

/** The directory of a path of a hierarchy under one of its mounts. Undefined when the path is outside the mount. */
export function cgroupDirectory(root: string, mount: CgroupMount, path: string): string | undefined {
  if (mount.from === '/') return join(root, mount.at, path);
  if (path === mount.from || path.startsWith(`${mount.from}/`)) {
    return join(root, mount.at, path.slice(mount.from.length));
  }
  return undefined;
}

/** Draws a name for a group, with the mark of its maker. Its members can read it, so no number in it may count. */
export const groupName = (): string => `gatebench-${makerMark()}-${randomBytes(6).toString('hex')}`;

/** The maker's mark in a group's name; undefined when it is none of ours. */
export function makerOf(name: string): string | undefined {
  return /^gatebench-(\d+-\d+-\d+)-[0-9a-f]+$/.exec(name)?.[1];
}

/** Removes groups in `directory` whose maker is gone. */
export function sweepLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const mark = makerOf(name);
    if (mark === undefined || !isMakerGone(mark)) continue;
    const leftover = join(directory, name);
    try {
      rmdirSync(leftover);
    } catch {
      killQuietly(leftover); // it has members: the next sweep removes it
    }
  }
}

/** How long a group may take to stand still, in milliseconds. */
const FREEZE_MS = 5_000;

/** Asks again until a group stands still. @throws when it does not within 5 s */
export async function awaitFrozen(ask: () => boolean): Promise<void> {
  for (const until = performance.now() + FREEZE_MS; !ask(); await delay(2))
    if (performance.now() > until) throw new Error(`its processes do not stand still after ${FREEZE_MS} ms`);
}

/** Processes of a group. Those outside our pid namespace read as 0, which `kill` would take for ourselves. */
export function membersOf(directory: string): number[] {
  return readFileSync(join(directory, 'cgroup.procs'), 'utf8')
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Kills every member of a group, in rounds, since a member may fork meanwhile. */
export function killMembers(directory: string): void {
  for (let round = 0; round < 20; round += 1) {
    const members = membersOf(directory);
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

/** As `killMembers`, of a group that may be somebody else's. */
function killQuietly(directory: string): void {
  try {
    killMembers(directory);
  } catch {}
}

/** Removes group directories, waiting for members that are still dying. Gives up silently after about 2 s: the sweep. */
export async function removeGroups(directories: readonly string[]): Promise<void> {
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

/** Ancestors of a directory, itself first, up to and including `top`. */
export function upTo(top: string, directory: string): string[] {
  const chain = [directory];
  for (let path = directory; path !== top && path !== dirname(path); ) {
    path = dirname(path);
    chain.push(path);
  }
  return chain;
}
