import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  awaitFrozen,
  cgroupDirectory,
  cgroupMounts,
  groupName,
  killMembers,
  membersOf,
  ownCgroupPath,
  removeGroups,
  sweepLeftovers,
  upTo,
} from './cgroup_tree.js';
import type { Cgroups, Group } from './control_group.js';

/**
 * Control groups of version 2. A group with limits can only be a child of a group that hands its controllers down and
 * has no processes of its own, so the parent is searched: for root the top of the mount and then upwards from our own
 * path, for an ordinary user upwards from our own path (what systemd delegated). Undefined when there is none.
 */
export function findCgroupV2(root: string, superuser = process.getuid?.() === 0): Cgroups | undefined {
  const mount = cgroupMounts(root).find((candidate) => candidate.version === 2);
  const own = mount === undefined ? undefined : ownCgroupPath(root, '');
  if (mount === undefined || own === undefined) return undefined;
  const top = join(root, mount.at);
  const ours = cgroupDirectory(root, mount, own) ?? top;
  const upwards = upTo(top, ours);
  for (const parent of superuser ? [top, ...upwards] : upwards) {
    if (!handsDown(parent) || !mayMove(ours, parent)) continue;
    const cgroups = under(parent);
    try {
      sweepLeftovers(parent);
      void cgroups.create({ memory_bytes: 64 * 1024 * 1024, processes: 16 }).remove();
      return cgroups;
    } catch {
      // Controllers are listed but the directory refuses: look further up.
    }
  }
  return undefined;
}

/** Whether children of this group get the memory and pids controllers; asks for them where that is still possible. */
function handsDown(directory: string): boolean {
  const enabled = () => {
    const names = readFileSync(join(directory, 'cgroup.subtree_control'), 'utf8').trim().split(' ');
    return names.includes('memory') && names.includes('pids');
  };
  try {
    const available = readFileSync(join(directory, 'cgroup.controllers'), 'utf8').trim().split(' ');
    if (!available.includes('memory') || !available.includes('pids')) return false;
    if (enabled()) return true;
    writeFileSync(join(directory, 'cgroup.subtree_control'), '+memory +pids');
    return enabled();
  } catch {
    return false;
  }
}

/** Moving a process needs write access to cgroup.procs of the common ancestor (cgroup-v2.rst, "Delegation Containment"). */
function mayMove(ours: string, parent: string): boolean {
  const above = new Set(upTo('/', parent));
  const common = upTo('/', ours).find((directory) => above.has(directory)) ?? parent;
  try {
    accessSync(join(common, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function under(parent: string): Cgroups {
  return {
    version: 'cgroup-v2',
    create(limits) {
      const directory = join(parent, groupName());
      mkdirSync(directory);
      try {
        writeFileSync(join(directory, 'memory.max'), String(limits.memory_bytes));
        forbidSwap(directory);
        writeFileSync(join(directory, 'pids.max'), String(limits.processes));
        return group(directory);
      } catch (error) {
        rmdirSync(directory);
        throw error;
      }
    },
  };
}

/** Without swap accounting in the kernel the file is missing and memory is limited all the same. */
function forbidSwap(directory: string): void {
  try {
    writeFileSync(join(directory, 'memory.swap.max'), '0');
  } catch {}
}

/** Freezing, where the kernel has it (since Linux 5.2). */
function freezer(directory: string, field: (file: string, name: string) => string | undefined): Partial<Group> {
  const file = join(directory, 'cgroup.freeze');
  if (!existsSync(file)) return {};
  return {
    async freeze() {
      writeFileSync(file, '1');
      await awaitFrozen(() => field('cgroup.events', 'frozen') === '1');
    },
    thaw: () => writeFileSync(file, '0'),
  };
}

/** @internal exported for tests on a hierarchy without controllers */
export function group(directory: string): Group {
  const read = (file: string) => {
    try {
      return readFileSync(join(directory, file), 'utf8');
    } catch {
      return '';
    }
  };
  const field = (file: string, name: string) => new RegExp(`^${name} (\\d+)$`, 'm').exec(read(file))?.[1];
  return {
    attach: (pid) => writeFileSync(join(directory, 'cgroup.procs'), String(pid)),
    usage() {
      const cpu = field('cpu.stat', 'usage_usec');
      const peak = read('memory.peak').trim(); // since Linux 5.19
      return {
        cpu_ms: cpu === undefined ? null : Number(cpu) / 1e3,
        peak_memory_bytes: peak === '' ? null : Number(peak),
        oom_kills: Number(field('memory.events', 'oom_kill') ?? 0),
      };
    },
    standing() {
      const now = (file: string) => {
        const value = read(file).trim();
        return value === '' ? null : Number(value);
      };
      return { memory_bytes: now('memory.current'), processes: now('pids.current') };
    },
    ...freezer(directory, field),
    members: () => membersOf(directory),
    kill() {
      try {
        writeFileSync(join(directory, 'cgroup.kill'), '1'); // since Linux 5.14
      } catch {
        killMembers(directory);
      }
    },
    isEmpty: () => membersOf(directory).length === 0,
    remove: () => removeGroups([directory]),
  };
}
