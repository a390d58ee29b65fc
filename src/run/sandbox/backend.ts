import type { Socket } from 'node:net';
import type { Cause, Payload, Usage } from '../../record/events.js';
import type { WatchedDisk } from './disk_watch.js';
import type { SizedVolume } from './volume_usage.js';

/**
 * The one interface behind which isolation happens (R8, P4). Backends: bubblewrap, docker and podman (`open` starts a
 * container, `exec` runs in it, `close` removes it), none.
 */
export interface SandboxBackend {
  readonly name: string;
  /**
   * Runs the exact isolation that `open` would use and asserts its guarantees from inside. Cached per process. With `traced` that
   * of a traced session, where the backend has such; it then guarantees `trace`.
   */
  probe(traced?: boolean): Promise<Probe>;
  /** One session per workspace and stage. */
  open(order: SessionOrder): Promise<Session>;
}

/** How the limit of disk is held: by the kernel, or by looking again and again. */
export type DiskHold = 'enforced' | 'watched';

export type Probe =
  | {
      usable: true;
      version: string;
      class: string;
      isolated: boolean;
      guarantees: Record<string, string>;
      /** PATH of the image that commands run in: its tools are used, the machine's are not shown. */
      path?: string;
      /** False where sessions cannot have doors: contracts with a network are refused. */
      doors?: boolean;
    }
  | { usable: false; reason: string; remedy: string };

export interface SessionOrder {
  /** Absolute host path of the workspace tree (merged view). Mounted at `root` inside. */
  workspace: string;
  /** Process id whose mount namespace holds the workspace (overlay of an ordinary user); undefined = the host's. */
  holder?: number | undefined;
  /** Upper directory of the workspace's overlay: its size is held against `limits.disk_bytes`. Undefined = not watched. */
  upper?: string | undefined;
  /** Size of the workspace before anything was written, where it has no upper directory: what it grows by is held against the limit. */
  before_bytes?: number | undefined;
  /** File systems of a bounded size on which `upper` and writable mounts lie: then the kernel holds the limit. */
  volumes?: readonly SizedVolume[];
  /** Mount the workspace read-only (inspect stage). */
  read_only?: boolean;
  /** Where the workspace appears inside. Default `/work`. */
  root?: string;
  /** Further read-only mounts: host path → path inside (toolchains outside /usr, briefing). */
  read_only_mounts?: Record<string, string>;
  /** Further writable mounts: host path → path inside (report folder). */
  writable_mounts?: Record<string, string>;
  /** Host folders below a visible one (`/usr`, a toolchain) that appear empty. */
  covered?: readonly string[];
  /** The network is empty but for loopback ports inside that lead to us: egress proxy, model gateway, tool server. Nothing else is reachable. */
  doors?: readonly Door[];
  /** Record refused connections, writes and privileges with their targets; a backend that cannot says so in `probe`. */
  trace?: boolean;
  limits: Limits;
  /** The whole environment: nothing else of the caller's reaches the sandbox. */
  environment: Record<string, string>;
}

/** A port on 127.0.0.1 of the sandbox; every connection to it is handed to us. */
export interface Door {
  port: number;
  accept: (connection: Socket) => void;
}

/** What the kernel refused to a traced command. `complete: false` = the trace was cut off. */
export type Refused = Pick<Payload<'refused_operations'>, 'operations' | 'complete'>;

/** How a running command stands; what is not measured is null. */
export interface Sample {
  wall_ms: number;
  cpu_ms: number | null;
  memory_bytes: number | null;
  disk_bytes: number | null;
  processes: number | null;
  output_bytes: number;
}

/** What of a session's disk use is watched: its volumes, and the folders that lie on none. */
export function watchedDisk(order: SessionOrder): WatchedDisk {
  const { workspace, upper, before_bytes, volumes = [], read_only } = order;
  const outside = (folder: string) => volumes.every(({ path }) => !folder.startsWith(`${path}/`));
  const grows = upper === undefined && before_bytes !== undefined && read_only !== true;
  const folders = [...writtenFolders(order).filter(outside), ...(grows ? [workspace] : [])];
  return { folders, before_bytes: grows ? before_bytes : 0, volumes };
}

/** Everything on disk that a command of a session can write to, as far as its size can be seen. */
export function writtenFolders({ workspace, upper, writable_mounts }: SessionOrder): string[] {
  // What of the workspace is mounted on itself is in its upper directory.
  const further = Object.keys(writable_mounts ?? {}).filter((path) => !path.startsWith(`${workspace}/`));
  return [...(upper === undefined ? [] : [upper]), ...further];
}

export interface Limits {
  memory_bytes: number;
  processes: number;
  cpu_ms?: number | undefined;
  disk_bytes?: number | undefined;
  output_bytes: number;
}

export interface Command {
  argv: readonly string[];
  /** Path inside the sandbox. Default: the workspace root. */
  cwd?: string;
  environment?: Record<string, string>;
  stdin?: string | Uint8Array;
  timeout_ms: number;
  /** Ends the command with cause `cancelled`. */
  signal?: AbortSignal | undefined;
  /** Called with every chunk as it arrives, for live progress; must not throw. */
  on_output?: ((stream: 'stdout' | 'stderr', chunk: Uint8Array) => void) | undefined;
  /** Called every `sample_ms` while the command runs; must not throw. */
  on_sample?: ((sample: Sample) => void) | undefined;
  /** Milliseconds between samples. Default 5000. */
  sample_ms?: number | undefined;
}

export interface CommandResult {
  cause: Cause;
  exit_code: number | null;
  signal: string | null;
  detail?: string;
  usage: Usage;
  /** Attempts to leave the empty network namespace, by its own kernel counters; null = not measured. */
  network_attempts: number | null;
  /** Only for traced sessions. */
  refused?: Refused;
  stdout: CapturedOutput;
  stderr: CapturedOutput;
}

/** Bounded capture of a stream: a digest over all of it, and its beginning and end. */
export interface CapturedOutput {
  sha256: string;
  bytes: number;
  truncated: boolean;
  /** Beginning and, when truncated, a marker line and the end. */
  text: Uint8Array;
}

export interface Session {
  readonly root: string;
  /** The path by which commands reach what the order mounted at `inside`; another one only where nothing is mounted. */
  place(inside: string): string;
  /** Runs one command and waits until its whole process tree is gone. Never throws for what the command did. */
  exec(command: Command): Promise<CommandResult>;
  /**
   * Stops and continues all commands of the session, where the backend can. Their wall clock stands meanwhile: waiting for a
   * person uses up no budget. Pauses add up; `pause` rejects when something cannot be stopped, and then all goes on.
   */
  pause?(): Promise<void>;
  resume?(): Promise<void>;
  close(): Promise<void>;
}
