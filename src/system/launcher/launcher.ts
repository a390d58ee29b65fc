/** Descriptor of a program that the launcher starts. */
export type ProgramDescriptor =
  /** A file or named pipe that is opened for reading or for writing. */
  | { read: string }
  | { write: string }
  /** A pipe whose bytes are given, now (`input`) or with `feed`. It is closed after them. */
  | { input: Uint8Array }
  | 'fed'
  /** A pipe whose bytes come back. */
  | 'output';

/** Program that the launcher starts. */
export interface ProgramOrder {
  /** Absolute path. */
  file: string;
  args: readonly string[];
  cwd: string;
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  /** User that it runs as; undefined = the user of this process. */
  user: { uid: number; gid: number } | undefined;
  /** Descriptors from 0 on. It has no others. */
  descriptors: readonly ProgramDescriptor[];
  /** Output in bytes, all descriptors together, after which it is killed and the output cut. */
  output_bytes: number;
}

/** Call of the kernel that Node.js does not offer, as its name and arguments; see `make_system_calls.ts`. */
export type SystemCall = readonly (string | number)[];

/**
 * Request to the launcher: a program is to start, gets a signal, or gets bytes; or calls of the kernel are to be made.
 */
export type LauncherRequest =
  | { start: ProgramOrder }
  | { kill: number }
  | { feed: number; bytes: Uint8Array }
  | { calls: readonly SystemCall[] };

/** Response of the launcher. */
export type LauncherResponse =
  /** The program has its descriptors: files and named pipes are open. The launcher says so of itself, as program 0. */
  | { kind: 'open'; pid: number }
  | { kind: 'output'; descriptor: number; bytes: Buffer }
  | { kind: 'exit'; code: number | null; signal: number; exceeded: boolean }
  /** It cannot be started; number of the error. */
  | { kind: 'fault'; error: number }
  /** Calls made before one failed, and the number of its error; 0 = none failed. */
  | { kind: 'calls'; made: number; error: number };

/** Receiver of responses: the number of a program or call, and what the launcher says of it. */
export type ResponseListener = (id: number, response: LauncherResponse) => void;

/**
 * Starter of programs. Each has a process group of its own, which is ended as a whole, and ends with this process. It
 * inherits the limit of core dumps.
 */
export interface Launcher {
  /** Process whose limits the programs inherit; undefined if it could not be started. */
  pid: number | undefined;
  send(id: number, request: LauncherRequest): void;
  /** Keeps this process alive, or lets it end. */
  hold(held: boolean): void;
}

/**
 * Size of core dumps in bytes of whatever the launcher starts. 1, not 0: at 1 the kernel also refuses to start a dump
 * program of the host (core_pattern with a pipe, core(5)).
 */
export const CORE_BYTES = 1;
