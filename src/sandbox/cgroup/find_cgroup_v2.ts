import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAncestors, listCgroupMounts, readCgroupPath, resolveCgroupDirectory } from './cgroup_mount.js';
import type { CgroupHierarchy } from './control_group.js';
import { createAttachWarmup } from './create_attach_warmup.js';
import { createCgroupV2 } from './create_cgroup_v2.js';
import { createCgroupName, removeOrphanedCgroups } from './remove_cgroups.js';

/**
 * Finds the control groups of version 2. A group with limits needs a parent that delegates its controllers and has no
 * processes of its own. Root tries the top of the mount first, then the ancestors of this process's own group; other
 * users try only the latter (delegated by systemd).
 *
 * @returns undefined if no such parent exists
 */
export function findCgroupV2(root: string, superuser = process.getuid?.() === 0): CgroupHierarchy | undefined {
  const mount = listCgroupMounts(root).find((candidate) => candidate.version === 2);
  const own_path = mount === undefined ? undefined : readCgroupPath(root, '');
  if (mount === undefined || own_path === undefined) return undefined;
  const top = join(root, mount.at);
  const own_directory = resolveCgroupDirectory(root, mount, own_path) ?? top;
  const upwards = listAncestors(top, own_directory);
  for (const parent of superuser ? [top, ...upwards] : upwards) {
    if (!delegatesControllers(parent) || !canMoveProcess(own_directory, parent)) continue;
    const cgroups = { ...createHierarchy(parent), prepare: createAttachWarmup(own_directory) };
    try {
      removeOrphanedCgroups(parent);
      void cgroups.create({ memory_bytes: 64 * 1024 * 1024, processes: 16 }).remove();
      return cgroups;
    } catch {
      // Controllers are listed but the directory refuses: look further up.
    }
  }
  return undefined;
}

/** Returns true if children of a group get the memory and pids controllers. Enables them if possible. */
function delegatesControllers(directory: string): boolean {
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

/**
 * Returns true if this process may move processes from its own group. That takes write access to cgroup.procs of the
 * common ancestor (cgroup-v2.rst, "Delegation Containment").
 */
function canMoveProcess(own_directory: string, parent: string): boolean {
  const ancestors = new Set(listAncestors('/', parent));
  const common = listAncestors('/', own_directory).find((directory) => ancestors.has(directory)) ?? parent;
  try {
    accessSync(join(common, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function createHierarchy(parent: string): CgroupHierarchy {
  return {
    version: 'cgroup-v2',
    create(limits) {
      const directory = join(parent, createCgroupName());
      mkdirSync(directory);
      try {
        writeFileSync(join(directory, 'memory.max'), String(limits.memory_bytes));
        forbidSwap(directory);
        writeFileSync(join(directory, 'pids.max'), String(limits.processes));
        return createCgroupV2(directory);
      } catch (error) {
        rmdirSync(directory);
        throw error;
      }
    },
  };
}

/** Forbids swap. A kernel without swap accounting lacks the file; the memory limit applies anyway. */
function forbidSwap(directory: string): void {
  try {
    writeFileSync(join(directory, 'memory.swap.max'), '0');
  } catch {}
}
