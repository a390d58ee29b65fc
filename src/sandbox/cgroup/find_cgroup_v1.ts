import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnerGone } from '../../system/get_owner_tag.js';
import { type CgroupMount, listCgroupMounts, readCgroupPath, resolveCgroupDirectory } from './cgroup_mount.js';
import type { CgroupHierarchy, ControlGroup } from './control_group.js';
import { createAttachWarmup } from './create_attach_warmup.js';
import {
  createCgroupName,
  killCgroupMembers,
  listCgroupMembers,
  parseCgroupOwner,
  removeCgroups,
  removeOrphanedCgroups,
  waitUntilFrozen,
} from './remove_cgroups.js';

/** The hierarchies a group is made in: limits for memory and processes, accounting for CPU time. */
const CONTROLLERS = ['memory', 'pids', 'cpuacct'] as const;

/**
 * Finds the control groups of version 1: one directory per controller, below this process's own path in each hierarchy.
 * Limits of this process thus apply to its commands too.
 *
 * @returns undefined if a hierarchy is missing or not writable
 */
export function findCgroupV1(root: string): CgroupHierarchy | undefined {
  const mounts = listCgroupMounts(root).filter((mount) => mount.version === 1);
  const parents = CONTROLLERS.map((controller) => {
    const mount = mounts.find((candidate) => candidate.controllers.includes(controller));
    const path = readCgroupPath(root, controller);
    return mount === undefined || path === undefined ? undefined : resolveCgroupDirectory(root, mount, path);
  });
  const [memory, pids, cpuacct] = parents;
  if (memory === undefined || pids === undefined || cpuacct === undefined) return undefined;
  const freezer = findFreezerParent(root, mounts);

  const cgroups: CgroupHierarchy = {
    version: 'cgroup-v1',
    prepare: createAttachWarmup(memory),
    create(limits) {
      const name = createCgroupName();
      const directories: string[] = [];
      const make = (parent: string) => {
        const directory = join(parent, name);
        mkdirSync(directory, { recursive: true }); // cpuacct and memory may be one hierarchy
        directories.push(directory);
        return directory;
      };
      try {
        const controllers = { memory: make(memory), pids: make(pids), cpuacct: make(cpuacct) };
        writeFileSync(join(controllers.memory, 'memory.limit_in_bytes'), String(limits.memory_bytes));
        forbidSwap(controllers.memory, limits.memory_bytes);
        writeFileSync(join(controllers.pids, 'pids.max'), String(limits.processes));
        const freezing = freezer === undefined ? {} : createFreezer(make(freezer));
        return { ...createCgroupV1(controllers, [...new Set(directories)]), ...freezing };
      } catch (error) {
        for (const directory of directories) removeQuietly(directory);
        throw error;
      }
    },
  };
  if (freezer !== undefined) thawLeftovers(freezer);
  for (const parent of new Set([memory, pids, cpuacct, ...(freezer === undefined ? [] : [freezer])]))
    removeOrphanedCgroups(parent);
  void cgroups.create({ memory_bytes: 64 * 1024 * 1024, processes: 16 }).remove();
  return cgroups;
}

/** Finds a writable directory of the freezer hierarchy; without one, commands are paused by signals. */
function findFreezerParent(root: string, mounts: readonly CgroupMount[]): string | undefined {
  const mount = mounts.find(({ controllers }) => controllers.includes('freezer'));
  const path = readCgroupPath(root, 'freezer');
  if (mount === undefined || path === undefined) return undefined;
  const parent = resolveCgroupDirectory(root, mount, path);
  try {
    if (parent === undefined) return undefined;
    accessSync(parent, constants.W_OK);
    return parent;
  } catch {
    return undefined;
  }
}

const FREEZER_STATE = 'freezer.state';

function createFreezer(directory: string): Required<Pick<ControlGroup, 'freeze' | 'thaw'>> {
  const file = join(directory, FREEZER_STATE);
  return {
    freeze: () =>
      waitUntilFrozen(() => {
        writeFileSync(file, 'FROZEN'); // again and again: it may be FREEZING while members fork
        return readFileSync(file, 'utf8').trim() === 'FROZEN';
      }),
    // Of a process that is killed while it is frozen nothing is seen until then.
    thaw: () => writeFileSync(file, 'THAWED'),
  };
}

/** Thaws groups that a dead process left frozen: a frozen process cannot die. */
function thawLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const mark = parseCgroupOwner(name);
    if (mark === undefined || !isOwnerGone(mark)) continue;
    try {
      writeFileSync(join(parent, name, FREEZER_STATE), 'THAWED');
    } catch {
      // Somebody else's, or gone.
    }
  }
}

/** Forbids swap. A kernel without swap accounting lacks the file; the memory limit applies anyway. */
function forbidSwap(directory: string, bytes: number): void {
  try {
    writeFileSync(join(directory, 'memory.memsw.limit_in_bytes'), String(bytes));
  } catch {}
}

function removeQuietly(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {}
}

/** Reads the number of refused forks. The file exists since Linux 4.7. */
function readRefusedForks(directory: string): number | null {
  try {
    const max = /^max (\d+)$/m.exec(readFileSync(join(directory, 'pids.events'), 'utf8'))?.[1];
    return max === undefined ? null : Number(max);
  } catch {
    return null;
  }
}

function createCgroupV1(
  at: { memory: string; pids: string; cpuacct: string },
  directories: string[],
): ReturnType<CgroupHierarchy['create']> {
  const read = (directory: string, file: string) => readFileSync(join(directory, file), 'utf8');
  return {
    attach(pid) {
      for (const directory of directories) writeFileSync(join(directory, 'cgroup.procs'), String(pid));
    },
    usage() {
      const oom = /^oom_kill (\d+)$/m.exec(read(at.memory, 'memory.oom_control'))?.[1];
      return {
        cpu_ms: Number(read(at.cpuacct, 'cpuacct.usage')) / 1e6,
        peak_memory_bytes: Number(read(at.memory, 'memory.max_usage_in_bytes')),
        oom_kills: Number(oom ?? 0),
        forks_refused: readRefusedForks(at.pids),
      };
    },
    measureNow: () => ({
      memory_bytes: Number(read(at.memory, 'memory.usage_in_bytes')),
      processes: Number(read(at.pids, 'pids.current')),
    }),
    members: () => listCgroupMembers(at.pids),
    kill: () => killCgroupMembers(at.pids),
    isEmpty: () => listCgroupMembers(at.pids).length === 0,
    remove: () => removeCgroups(directories),
  };
}
