import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  awaitFrozen,
  cgroupDirectory,
  cgroupMounts,
  groupName,
  killMembers,
  makerOf,
  membersOf,
  ownCgroupPath,
  removeGroups,
  sweepLeftovers,
} from './cgroup_tree.js';
import type { Cgroups, Group } from './control_group.js';
import { isMakerGone } from './maker.js';

/** The hierarchies a group is made in: limits for memory and processes, accounting for CPU time. */
const CONTROLLERS = ['memory', 'pids', 'cpuacct'] as const;

/**
 * Control groups of version 1: one directory per controller, below this process's own path in each hierarchy, so that
 * what already limits this process limits its commands too. Undefined when a hierarchy is missing or not writable.
 */
export function findCgroupV1(root: string): Cgroups | undefined {
  const mounts = cgroupMounts(root).filter((mount) => mount.version === 1);
  const parents = CONTROLLERS.map((controller) => {
    const mount = mounts.find((candidate) => candidate.controllers.includes(controller));
    const own = ownCgroupPath(root, controller);
    return mount === undefined || own === undefined ? undefined : cgroupDirectory(root, mount, own);
  });
  const [memory, pids, cpuacct] = parents;
  if (memory === undefined || pids === undefined || cpuacct === undefined) return undefined;
  const freezer = freezerParent(root, mounts);

  const cgroups: Cgroups = {
    version: 'cgroup-v1',
    create(limits) {
      const name = groupName();
      const made: string[] = [];
      const make = (parent: string) => {
        const directory = join(parent, name);
        mkdirSync(directory, { recursive: true }); // cpuacct and memory may be one hierarchy
        made.push(directory);
        return directory;
      };
      try {
        const at = { memory: make(memory), pids: make(pids), cpuacct: make(cpuacct) };
        writeFileSync(join(at.memory, 'memory.limit_in_bytes'), String(limits.memory_bytes));
        forbidSwap(at.memory, limits.memory_bytes);
        writeFileSync(join(at.pids, 'pids.max'), String(limits.processes));
        const frozen = freezer === undefined ? undefined : make(freezer);
        return { ...group(at, [...new Set(made)]), ...(frozen === undefined ? {} : freezing(frozen)) };
      } catch (error) {
        for (const directory of made) removeQuietly(directory);
        throw error;
      }
    },
  };
  if (freezer !== undefined) thawLeftovers(freezer);
  for (const parent of new Set([memory, pids, cpuacct, ...(freezer === undefined ? [] : [freezer])]))
    sweepLeftovers(parent);
  void cgroups.create({ memory_bytes: 64 * 1024 * 1024, processes: 16 }).remove();
  return cgroups;
}

/** The freezer hierarchy, where groups can be made in it; without it commands are paused by signals. */
function freezerParent(root: string, mounts: ReturnType<typeof cgroupMounts>): string | undefined {
  const mount = mounts.find(({ controllers }) => controllers.includes('freezer'));
  const own = ownCgroupPath(root, 'freezer');
  if (mount === undefined || own === undefined) return undefined;
  const parent = cgroupDirectory(root, mount, own);
  try {
    if (parent === undefined) return undefined;
    accessSync(parent, constants.W_OK);
    return parent;
  } catch {
    return undefined;
  }
}

const STATE = 'freezer.state';

function freezing(directory: string): Required<Pick<Group, 'freeze' | 'thaw'>> {
  const file = join(directory, STATE);
  return {
    freeze: () =>
      awaitFrozen(() => {
        writeFileSync(file, 'FROZEN'); // again and again: it may be FREEZING while members fork
        return readFileSync(file, 'utf8').trim() === 'FROZEN';
      }),
    // Of a process that is killed while it is frozen nothing is seen until then.
    thaw: () => writeFileSync(file, 'THAWED'),
  };
}

/** What a killed run left frozen cannot die. */
function thawLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const mark = makerOf(name);
    if (mark === undefined || !isMakerGone(mark)) continue;
    try {
      writeFileSync(join(parent, name, STATE), 'THAWED');
    } catch {
      // Somebody else's, or gone.
    }
  }
}

/** Without swap accounting in the kernel the file is missing and memory is limited all the same. */
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

function group(
  at: { memory: string; pids: string; cpuacct: string },
  directories: string[],
): ReturnType<Cgroups['create']> {
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
      };
    },
    standing: () => ({
      memory_bytes: Number(read(at.memory, 'memory.usage_in_bytes')),
      processes: Number(read(at.pids, 'pids.current')),
    }),
    members: () => membersOf(at.pids),
    kill: () => killMembers(at.pids),
    isEmpty: () => membersOf(at.pids).length === 0,
    remove: () => removeGroups(directories),
  };
}
