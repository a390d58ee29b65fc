import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupDirectory, cgroupMounts, membersOf, ownCgroupPath } from '../cgroup_tree.js';
import type { Group, GroupLimits, GroupUsage } from '../control_group.js';

/** The control group that an engine made for a container, as far as anybody may read it. */
export interface SharedGroup {
  /** Whether the engine set these limits, at most `slack` processes more. */
  enforces(limits: GroupLimits, slack: number): boolean;
  /** A view of it for one command: what was used since, and only processes that came since. */
  command(): Group;
}

/**
 * For whoever may not make control groups of their own: the engine's group limits all commands of a session together, and says
 * what they used. Peak memory is that of the session so far. While commands run side by side, the survivors of one are only
 * certain to be gone when the last one ends. Undefined when the container has no group to itself or it cannot be read.
 *
 * @param first the container's first process, by its number here
 * @param id the container's id, which its group's name must hold: any other group has members that are not ours
 */
export function sharedGroup(first: number, id: string, root = '/'): SharedGroup | undefined {
  const files = findFiles(first, id, root);
  if (files === undefined) return undefined;
  const keepers = new Set(membersOf(files.members));
  const running = new Set<Group>();

  const members = () => {
    try {
      return membersOf(files.members).filter((pid) => !keepers.has(pid));
    } catch {
      return []; // the container is gone, and all its processes with it
    }
  };
  return {
    enforces: ({ memory_bytes, processes }, slack) =>
      // The kernel rounds memory down to pages.
      numberIn(files.memory_limit) <= memory_bytes && numberIn(files.processes_limit) <= processes + slack,
    command() {
      const before = files.usage();
      let own: number | undefined;
      const mine = () => (running.size > 1 ? descendants(own, members()) : members());
      const group: Group = {
        attach(pid) {
          own = pid;
        },
        usage() {
          const now = files.usage();
          const cpu_ms = now.cpu_ms === null || before.cpu_ms === null ? null : now.cpu_ms - before.cpu_ms;
          return { ...now, cpu_ms, oom_kills: now.oom_kills - before.oom_kills };
        },
        members: mine,
        kill() {
          for (const pid of mine()) killQuietly(pid);
        },
        isEmpty: () => mine().length === 0,
        async remove() {
          running.delete(group);
        },
      };
      running.add(group);
      return group;
    },
  };
}

interface Files {
  members: string;
  memory_limit: string;
  processes_limit: string;
  usage(): GroupUsage;
}

function findFiles(first: number, id: string, root: string): Files | undefined {
  try {
    const mounts = cgroupMounts(root);
    const find = (version: 1 | 2, controller: string) => {
      const mount = mounts.find(
        (one) => one.version === version && (version === 2 || one.controllers.includes(controller)),
      );
      const path = ownCgroupPath(root, controller, first);
      if (mount === undefined || !path?.includes(id)) return undefined;
      return cgroupDirectory(root, mount, path);
    };
    const [memory, pids, cpuacct] = ['memory', 'pids', 'cpuacct'].map((controller) => find(1, controller));
    if (memory !== undefined && pids !== undefined && cpuacct !== undefined) return version1(memory, pids, cpuacct);
    const unified = find(2, '');
    return unified === undefined ? undefined : version2(unified);
  } catch {
    return undefined;
  }
}

function version1(memory: string, pids: string, cpuacct: string): Files {
  return {
    members: pids,
    memory_limit: join(memory, 'memory.limit_in_bytes'),
    processes_limit: join(pids, 'pids.max'),
    usage: () => ({
      cpu_ms: orNull(Number(readOr(join(cpuacct, 'cpuacct.usage'))) / 1e6),
      peak_memory_bytes: orNull(Number(readOr(join(memory, 'memory.max_usage_in_bytes')))),
      oom_kills: field(join(memory, 'memory.oom_control'), 'oom_kill') ?? 0,
    }),
  };
}

function version2(directory: string): Files {
  return {
    members: directory,
    memory_limit: join(directory, 'memory.max'),
    processes_limit: join(directory, 'pids.max'),
    usage() {
      const micros = field(join(directory, 'cpu.stat'), 'usage_usec');
      return {
        cpu_ms: micros === undefined ? null : micros / 1000,
        peak_memory_bytes: orNull(Number(readOr(join(directory, 'memory.peak')))),
        oom_kills: field(join(directory, 'memory.events'), 'oom_kill') ?? 0,
      };
    },
  };
}

/** What a process started, as far as it can be told: those whose parents ended belong to nobody any more. */
function descendants(pid: number | undefined, members: readonly number[]): number[] {
  const found = new Set(pid === undefined ? [] : [pid]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const member of members) if (found.has(parentOf(member))) found.add(member);
  }
  return members.filter((member) => found.has(member));
}

function parentOf(pid: number): number {
  const text = readOr(`/proc/${pid}/stat`) ?? '';
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? Number.NaN);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function field(path: string, name: string): number | undefined {
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(readOr(path) ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Unlimited, or unreadable, is more than any limit. */
function numberIn(path: string): number {
  const value = Number(readOr(path));
  return Number.isFinite(value) ? value : Number.POSITIVE_INFINITY;
}

const orNull = (value: number) => (Number.isFinite(value) ? value : null);
