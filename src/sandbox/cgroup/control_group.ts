/** Limits that a control group enforces. */
export interface CgroupLimits {
  memory_bytes: number;
  processes: number;
}

/** Resources that all members of a control group have used, dead ones included. */
export interface CgroupUsage {
  cpu_ms: number | null;
  peak_memory_bytes: number | null;
  /** Processes that the kernel killed at the memory limit. */
  oom_kills: number;
  /** Processes and threads that the kernel refused at the limit of processes; null = not measured. */
  forks_refused: number | null;
}

/** Resources that the members of a control group use now. */
export interface CgroupSnapshot {
  memory_bytes: number | null;
  /** Processes and threads. */
  processes: number | null;
}

/** Control group of one command. */
export interface ControlGroup {
  /**
   * Moves a process into the group; its later children belong to the group too.
   * @throws if the kernel refuses
   */
  attach(pid: number): void;
  usage(): CgroupUsage;
  /** Measures the current usage of the members; null = not measured. */
  measureNow?(): CgroupSnapshot;
  /** Suspends every member until `thaw`; resolves when all are suspended. Absent if no freezer is available. */
  freeze?(): Promise<void>;
  /** Lets the members go on. Does nothing when they are not frozen. */
  thaw?(): void;
  /** Numbers of its members. */
  members(): readonly number[];
  /** Kills every member. */
  kill(): void;
  /** Returns true if the group has no members; zombies do not count. */
  isEmpty(): boolean;
  /** Removes the empty group; members that are still dying are waited for, at most a few seconds. */
  remove(): Promise<void>;
}

/** Place in a cgroup hierarchy where groups can be created. */
export interface CgroupHierarchy {
  readonly version: 'cgroup-v1' | 'cgroup-v2';
  /** Throws when the kernel refuses. */
  create(limits: CgroupLimits): ControlGroup;
  /**
   * Makes the next `attach` fast. Before the first change of members in a while the kernel waits for all processors,
   * which takes ten milliseconds; a change that changes nothing, made ahead, lets that time pass unnoticed.
   */
  prepare?(): void;
}
