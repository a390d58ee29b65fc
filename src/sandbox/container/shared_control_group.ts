import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProcessStat } from '../../system/init_process.js';
import { listCgroupMounts, readCgroupPath, resolveCgroupDirectory } from '../cgroup/cgroup_mount.js';
import type { CgroupLimits, CgroupUsage, ControlGroup } from '../cgroup/control_group.js';
import { listCgroupMembers } from '../cgroup/remove_cgroups.js';

/** Control group that an engine created for a container, as far as this user may read it. */
export interface SharedControlGroup {
  /** Returns true if the engine set these limits, with at most `slack` more processes. */
  enforces(limits: CgroupLimits, slack: number): boolean;
  /** Creates a view for one command: usage since now, and only processes started since. */
  command(): ControlGroup;
}

/**
 * Opens the engine's control group, for users who may not create their own. It limits all commands of a session
 * together. Peak memory is that of the session so far. While several commands run, survivors of one are certain to be
 * gone only when the last command ends.
 *
 * @param first host pid of the container's first process
 * @param id the container's id, which the group's name must contain: other groups have foreign members
 * @returns undefined if the container has no readable group of its own
 */
export function openSharedControlGroup(first: number, id: string, root = '/'): SharedControlGroup | undefined {
  const files = findFiles(first, id, root);
  if (files === undefined) return undefined;
  const keepers = new Set(listCgroupMembers(files.members));
  const running = new Set<ControlGroup>();

  const members = () => {
    try {
      return listCgroupMembers(files.members).filter((pid) => !keepers.has(pid));
    } catch {
      return []; // the container is gone, and all its processes with it
    }
  };
  return {
    enforces: ({ memory_bytes, processes }, slack) =>
      // The kernel rounds memory down to pages.
      readLimit(files.memory_limit) <= memory_bytes && readLimit(files.processes_limit) <= processes + slack,
    command() {
      const start_usage = files.usage();
      let command_pid: number | undefined;
      const listMembers = () => (running.size > 1 ? findDescendants(command_pid, members()) : members());
      const group: ControlGroup = {
        attach(pid) {
          command_pid = pid;
        },
        usage() {
          const now = files.usage();
          const cpu_ms = now.cpu_ms === null || start_usage.cpu_ms === null ? null : now.cpu_ms - start_usage.cpu_ms;
          const { forks_refused: refused } = start_usage;
          const forks_refused = now.forks_refused === null || refused === null ? null : now.forks_refused - refused;
          return { ...now, cpu_ms, oom_kills: now.oom_kills - start_usage.oom_kills, forks_refused };
        },
        members: listMembers,
        kill() {
          for (const pid of listMembers()) killQuietly(pid);
        },
        isEmpty: () => listMembers().length === 0,
        async remove() {
          running.delete(group);
        },
      };
      running.add(group);
      return group;
    },
  };
}

interface GroupFiles {
  members: string;
  memory_limit: string;
  processes_limit: string;
  usage(): CgroupUsage;
}

function findFiles(first: number, id: string, root: string): GroupFiles | undefined {
  try {
    const mounts = listCgroupMounts(root);
    const find = (version: 1 | 2, controller: string) => {
      const mount = mounts.find(
        (one) => one.version === version && (version === 2 || one.controllers.includes(controller)),
      );
      const path = readCgroupPath(root, controller, first);
      if (mount === undefined || !path?.includes(id)) return undefined;
      return resolveCgroupDirectory(root, mount, path);
    };
    const [memory, pids, cpuacct] = ['memory', 'pids', 'cpuacct'].map((controller) => find(1, controller));
    if (memory !== undefined && pids !== undefined && cpuacct !== undefined)
      return locateFilesV1(memory, pids, cpuacct);
    const unified = find(2, '');
    return unified === undefined ? undefined : locateFilesV2(unified);
  } catch {
    return undefined;
  }
}

function locateFilesV1(memory: string, pids: string, cpuacct: string): GroupFiles {
  return {
    members: pids,
    memory_limit: join(memory, 'memory.limit_in_bytes'),
    processes_limit: join(pids, 'pids.max'),
    usage: () => ({
      cpu_ms: toFiniteOrNull(Number(readIfPossible(join(cpuacct, 'cpuacct.usage'))) / 1e6),
      peak_memory_bytes: toFiniteOrNull(Number(readIfPossible(join(memory, 'memory.max_usage_in_bytes')))),
      oom_kills: readField(join(memory, 'memory.oom_control'), 'oom_kill') ?? 0,
      forks_refused: readField(join(pids, 'pids.events'), 'max') ?? null,
    }),
  };
}

function locateFilesV2(directory: string): GroupFiles {
  return {
    members: directory,
    memory_limit: join(directory, 'memory.max'),
    processes_limit: join(directory, 'pids.max'),
    usage() {
      const micros = readField(join(directory, 'cpu.stat'), 'usage_usec');
      return {
        cpu_ms: micros === undefined ? null : micros / 1000,
        peak_memory_bytes: toFiniteOrNull(Number(readIfPossible(join(directory, 'memory.peak')))),
        oom_kills: readField(join(directory, 'memory.events'), 'oom_kill') ?? 0,
        forks_refused: readField(join(directory, 'pids.events'), 'max') ?? null,
      };
    },
  };
}

/** Finds the descendants of a process. Misses those whose parents have ended. */
function findDescendants(pid: number | undefined, members: readonly number[]): number[] {
  const descendants = new Set(pid === undefined ? [] : [pid]);
  for (let size = -1; size !== descendants.size; ) {
    size = descendants.size;
    for (const member of members)
      if (descendants.has(readProcessStat(member)?.parent ?? Number.NaN)) descendants.add(member);
  }
  return members.filter((member) => descendants.has(member));
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readField(path: string, name: string): number | undefined {
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(readIfPossible(path) ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Reads a limit; infinite if it is unlimited or unreadable. */
function readLimit(path: string): number {
  const value = Number(readIfPossible(path));
  return Number.isFinite(value) ? value : Number.POSITIVE_INFINITY;
}

const toFiniteOrNull = (value: number) => (Number.isFinite(value) ? value : null);
