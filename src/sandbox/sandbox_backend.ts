import type { Socket } from 'node:net';
import type { EventPayload, ExitCause, ResourceUsage } from '../record/events/event.js';
import { MachineError } from '../system/is_code_fault.js';

/**
 * Isolates commands; the only interface between the harness and a kind of sandbox (requirement R8). Backends:
 * bubblewrap, docker and podman (`open` starts a container, `exec` runs in it, `close` removes it), and none.
 */
export interface SandboxBackend {
  readonly name: string;
  /**
   * Runs the exact isolation that `open` would use and asserts its guarantees from inside. Cached per process. With
   * `traced` that of a traced session, where the backend has such; it then guarantees `trace`.
   */
  probe(traced?: boolean): Promise<SandboxProbe>;
  /**
   * Tries whether executed programs can be traced here. Cached per process. Absent = this backend never traces.
   * @returns why not; undefined if they can
   */
  findProgramTraceFault?(): Promise<string | undefined>;
  /** Announces that a command will be run soon; what the kernel takes its time for begins now. */
  prepare?(): void;
  /** One session per workspace and stage. */
  open(options: SessionOptions): Promise<Session>;
}

/** Way in which the disk limit is enforced: by the kernel, or by polling. */
export type DiskEnforcement = 'enforced' | 'watched';

/** Result of probing a backend. */
export type SandboxProbe =
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
  | ({ usable: false } & SandboxDiagnosis);

/** Options of a session. */
export interface SessionOptions {
  /** Absolute host path of the workspace tree (merged view). Mounted at `root` inside. */
  workspace: string;
  /** Process id whose mount namespace holds the workspace (overlay of an ordinary user); undefined = the host's. */
  holder?: number | undefined;
  /**
   * Upper directory of the workspace's overlay. Its size counts against `limits.disk_bytes`; undefined = not watched.
   */
  upper?: string | undefined;
  /** Initial size of a workspace that has no upper directory. Only growth beyond it counts against the limit. */
  before_bytes?: number | undefined;
  /** File systems of a bounded size on which `upper` and writable mounts lie: then the kernel holds the limit. */
  volumes?: readonly SizedVolume[];
  /** Mount the workspace read-only (inspect stage). */
  read_only?: boolean;
  /** Path of the workspace inside the sandbox. Default: `/work`. */
  root?: string;
  /** Folder of a container's image that must be seen, even where the image declares a volume. */
  image_folder?: string;
  /** Further read-only mounts: host path → path inside (toolchains outside /usr, briefing). */
  read_only_mounts?: Record<string, string>;
  /** Further writable mounts: host path → path inside (report folder). */
  writable_mounts?: Record<string, string>;
  /** Host folders below a visible one (`/usr`, a toolchain) that appear empty. */
  covered?: readonly string[];
  /**
   * Loopback ports inside the sandbox that the harness serves: egress proxy, model gateway, tool server. Nothing else
   * is reachable.
   */
  forwarded_ports?: readonly ForwardedPort[];
  /**
   * Record denied connections, writes and privileged calls with their targets, and executed programs. A backend that
   * cannot do so reports that in `probe`.
   */
  trace?: boolean;
  /** Record executed programs alone, which is cheap; a backend that cannot does not: ask `findProgramTraceFault`. */
  programs?: boolean;
  limits: SandboxLimits;
  /** The whole environment: nothing else of the caller's reaches the sandbox. */
  environment: Record<string, string>;
}

/** Port on 127.0.0.1 of the sandbox whose connections the harness accepts. */
export interface ForwardedPort {
  port: number;
  accept: (connection: Socket) => void;
}

/** System calls of a traced command that the kernel denied. `complete: false` = the trace was cut off. */
export type DeniedSyscalls = Pick<EventPayload<'refused_operations'>, 'operations' | 'complete'>;

/** Programs that the process tree of a traced command executed, without the command itself. */
export type ExecutedPrograms = Pick<EventPayload<'executed_programs'>, 'programs' | 'total' | 'distinct' | 'complete'>;

/** Resource usage of a running command at one moment; null = not measured. */
export interface ResourceSample {
  wall_ms: number;
  cpu_ms: number | null;
  memory_bytes: number | null;
  disk_bytes: number | null;
  processes: number | null;
  output_bytes: number;
}

/** Returns the folders and volumes of a session that count against its disk limit. */
export function getDiskScope(options: SessionOptions): DiskScope {
  const { workspace, upper, before_bytes, volumes = [], read_only } = options;
  const outside = (folder: string) => volumes.every(({ path }) => !folder.startsWith(`${path}/`));
  const grows = upper === undefined && before_bytes !== undefined && read_only !== true;
  const folders = [...listWritableFolders(options).filter(outside), ...(grows ? [workspace] : [])];
  return { folders, before_bytes: grows ? before_bytes : 0, volumes };
}

/** Lists the host folders to which commands of a session can write. Omits those whose size cannot be measured. */
export function listWritableFolders({ workspace, upper, writable_mounts }: SessionOptions): string[] {
  // What of the workspace is mounted on itself is in its upper directory.
  const mounts = Object.keys(writable_mounts ?? {}).filter((path) => !path.startsWith(`${workspace}/`));
  return [...(upper === undefined ? [] : [upper]), ...mounts];
}

/** Limits of the commands of a session. */
export interface SandboxLimits {
  memory_bytes: number;
  processes: number;
  cpu_ms?: number | undefined;
  disk_bytes?: number | undefined;
  output_bytes: number;
}

/** Command to run in a session. */
export interface SandboxCommand {
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
  on_sample?: ((sample: ResourceSample) => void) | undefined;
  /** Milliseconds between samples. Default 5000. */
  sample_ms?: number | undefined;
  /**
   * Called while a traced command runs, once for each different program that its process tree executes, with the
   * program's working directory if known. Must not throw.
   */
  on_program?: ((argv: readonly string[], cwd?: string) => void) | undefined;
}

/** Result of a command. */
export interface CommandResult {
  cause: ExitCause;
  exit_code: number | null;
  signal: string | null;
  detail?: string;
  usage: ResourceUsage;
  /** Attempts to leave the empty network namespace, from the kernel counters of that namespace; null = not measured. */
  network_attempts: number | null;
  /** Processes and threads that the kernel refused at the limit; null = not measured. */
  forks_refused: number | null;
  /** Only for sessions with `trace`. */
  refused?: DeniedSyscalls;
  /** Only for sessions with `trace` or `programs`. */
  programs?: ExecutedPrograms;
  stdout: CapturedOutput;
  stderr: CapturedOutput;
}

/** Bounded capture of a stream: a digest of all bytes, and its beginning and end. */
export interface CapturedOutput {
  sha256: string;
  bytes: number;
  truncated: boolean;
  /** Beginning and, when truncated, a marker line and the end. */
  text: Uint8Array;
}

/** Sandbox of one workspace and stage, in which commands run. The caller must close it. */
export interface Session {
  readonly root: string;
  /**
   * Returns the path under which commands reach a mount of the session. It differs from `inside` only in a backend that
   * cannot mount.
   */
  resolvePath(inside: string): string;
  /**
   * Runs one command and waits until its whole process tree has ended. Never throws because of what the command does.
   */
  exec(command: SandboxCommand): Promise<CommandResult>;
  /**
   * Suspends all commands of the session, if the backend can. The wall clock of the commands stops, so waiting for a
   * person uses no budget. Each `pause` needs one `resume`. `pause` rejects if a process cannot be stopped; all
   * commands then continue.
   */
  pause?(): Promise<void>;
  resume?(): Promise<void>;
  close(): Promise<void>;
}

/** Session, or several concurrent ones, that can be paused. */
export type PausableSession = Pick<Session, 'pause' | 'resume'>;

/** Combines sessions, so that they pause and resume together. */
export function combinePausableSessions(sessions: readonly PausableSession[]): PausableSession {
  return {
    async pause() {
      if (sessions.some((session) => !session.pause)) throw new MachineError('this sandbox cannot pause');
      const pauses = await Promise.allSettled(sessions.map((session) => session.pause?.()));
      const failed = pauses.find((pause) => pause.status === 'rejected');
      if (!failed) return;
      await Promise.all(sessions.map((session, i) => pauses[i]?.status === 'fulfilled' && session.resume?.()));
      throw failed.reason;
    },
    async resume() {
      await Promise.all(sessions.map((session) => session.resume?.()));
    },
  };
}

/** Reason why isolation is impossible, and its remedy. */
export interface SandboxDiagnosis {
  reason: string;
  remedy: string;
  /** Obstacle that an installation can remove; absent = none. */
  obstacle?: BubblewrapObstacle;
}

/** Obstacle that an installation removes: the package is missing, or AppArmor has no profile for it. */
export type BubblewrapObstacle = 'package' | 'profile';

/** Mounted file system of bounded size for files that commands write. */
export interface SizedVolume {
  /** Host path where it is mounted. */
  path: string;
  /** Bytes in use before any command wrote. */
  empty_bytes: number;
}

/** Folders and volumes of a session that count against its disk limit. */
export interface DiskScope {
  /** Folders outside of the volumes, whose size is walked. */
  folders: readonly string[];
  /** Initial size of the folders, in bytes. */
  before_bytes: number;
  volumes: readonly SizedVolume[];
}
