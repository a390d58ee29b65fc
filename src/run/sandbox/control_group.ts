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

/** What the members of a control group have at this moment. */
export interface GroupStanding {
  memory_bytes: number | null;
  /** Processes and threads. */
  processes: number | null;
}

/** One control group for one command. */
export interface Group {
  /** Moves a process in; what it starts later is born inside. Throws when the kernel refuses. */
  attach(pid: number): void;
  usage(): GroupUsage;
  /** How its members stand now; null = not measured. */
  standing?(): GroupStanding;
  /** Stops every member until `thaw`, and resolves when all stand; absent where the kernel has no freezer for us. */
  freeze?(): Promise<void>;
  /** Lets the members go on. Does nothing when they are not frozen. */
  thaw?(): void;
  /** Numbers of its members. */
  members(): readonly number[];
  /** Kills every member. */
  kill(): void;
  /** Whether no member is left; those that have finished dying do not count. */
  isEmpty(): boolean;
  /** Removes the empty group; members that are still dying are waited for, at most a few seconds. */
  remove(): Promise<void>;
}

/** Where groups can be made, by version of the kernel's interface. */
export interface Cgroups {
  readonly version: 'cgroup-v1' | 'cgroup-v2';
  /** Throws when the kernel refuses. */
  create(limits: GroupLimits): Group;
}
