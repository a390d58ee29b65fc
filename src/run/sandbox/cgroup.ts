import { findCgroupV1 } from './cgroup_v1.js';
import { findCgroupV2 } from './cgroup_v2.js';

/** What a control group enforces. Values as in `Limits` of backend.ts. */
export interface GroupLimits {
  memory_bytes: number;
  processes: number;
}

/** What a control group measured of all its members, dead ones included. */
export interface GroupUsage {
  cpu_ms: number | null;
  peak_memory_bytes: number | null;
  /** Processes that the kernel killed at the memory limit. */
  oom_kills: number;
}

/** One control group for one command. */
export interface Group {
  /** Moves a process in; what it starts later is born inside. Throws when the kernel refuses. */
  attach(pid: number): void;
  usage(): GroupUsage;
  /** Kills every member. */
  kill(): void;
  /** Removes the empty group; members that are still dying are waited for, at most a few seconds. */
  remove(): Promise<void>;
}

/** Where groups can be made, by version of the kernel's interface. */
export interface Cgroups {
  readonly version: 'cgroup-v1' | 'cgroup-v2';
  /** Throws when the kernel refuses. */
  create(limits: GroupLimits): Group;
}

/**
 * The usable control group hierarchy, or undefined when this process may not make groups with memory and process
 * limits. `root` is the file system root to look under. Leftovers of owners that died are removed on the way.
 */
export function findCgroups(root = '/'): Cgroups | undefined {
  try {
    return findCgroupV2(root) ?? findCgroupV1(root);
  } catch {
    return undefined;
  }
}
