import { type ChildProcess, spawn } from 'node:child_process';
import { LAUNCHER_SCRIPT } from './launcher_script.js';

/** Options of a program of the harness. */
interface ProgramOptions {
  /** Default: the root folder. */
  cwd?: string | undefined;
  /** Its whole environment. Default: empty. */
  env?: Readonly<Record<string, string>>;
  input?: Uint8Array | string | undefined;
  /** User that it runs as; undefined = the user of this process. */
  user?: { uid: number; gid: number } | undefined;
  /** Maximum output in bytes, after which it is ended and the output cut. Default: 1 GiB. */
  output_bytes?: number | undefined;
  timeout_ms?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Result of a program. */
interface ProgramResult {
  /** Null if it did not exit by itself. */
  exit_code: number | null;
  stdout: Buffer;
  stderr: Buffer;
  /** Why there is no exit status; '' if there is one. */
  fault: string;
}

/** Message to the launcher: a program to start, or a signal for one. */
type LauncherRequest =
  | {
      id: number;
      file: string;
      args: readonly string[];
      options: { cwd: string; env: Readonly<Record<string, string>>; uid?: number; gid?: number };
      input: Uint8Array | undefined;
      output_bytes: number;
    }
  | { id: number; kill: NodeJS.Signals };

/** Message from the launcher: output, or how the program ended. */
interface LauncherResponse {
  id: number;
  stdout?: Uint8Array;
  stderr?: Uint8Array;
  fault?: string;
  exit_code?: number | null;
  signal?: NodeJS.Signals | null;
  exceeded?: boolean;
}

interface RunningProgram {
  stdout: Uint8Array[];
  stderr: Uint8Array[];
  end(ending: Pick<ProgramResult, 'exit_code' | 'fault'>): void;
}

/** Time between asking a program to end and ending it, in milliseconds. */
const GRACE_MS = 5_000;
const GiB = 2 ** 30;

/**
 * Runs a short program of the harness to its end, with bounded output. A failure is a result, not an exception.
 *
 * A small process starts it: fork copies the page tables of the process that calls it, which takes milliseconds for one
 * of the size of the harness, and an attempt starts dozens of programs.
 *
 * @param file absolute path
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const { cwd = '/', env = {}, input, user, output_bytes = GiB, timeout_ms, signal } = options;
  if (signal?.aborted) return createFaultyResult('it was cancelled before it began');
  const { child, running } = getLauncher();
  const id = next_id++;
  return new Promise<ProgramResult>((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    let interrupted = '';
    const interrupt = (reason: string) => {
      if (interrupted !== '') return;
      interrupted = reason;
      send({ id, kill: 'SIGTERM' });
      timers.push(setTimeout(() => send({ id, kill: 'SIGKILL' }), GRACE_MS));
    };
    const cancel = () => interrupt('it was cancelled');
    const program: RunningProgram = {
      stdout: [],
      stderr: [],
      end({ exit_code, fault }) {
        for (const timer of timers) clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        running.delete(id);
        if (running.size === 0) child.channel?.unref();
        const [stdout, stderr] = [Buffer.concat(program.stdout), Buffer.concat(program.stderr)];
        resolve({ exit_code: interrupted === '' ? exit_code : null, stdout, stderr, fault: interrupted || fault });
      },
    };
    const fail = ({ message }: Error) => program.end({ exit_code: null, fault: `it cannot be started: ${message}` });
    function send(message: LauncherRequest): void {
      try {
        child.send(message, (error) => error && fail(error));
      } catch (error) {
        fail(error as Error);
      }
    }
    if (running.size === 0) child.channel?.ref();
    running.set(id, program);
    signal?.addEventListener('abort', cancel, { once: true });
    if (timeout_ms !== undefined)
      timers.push(setTimeout(() => interrupt(`it ran longer than ${timeout_ms} ms`), timeout_ms));
    send({ id, file, args, options: { cwd, env: { ...env }, ...user }, input: toBuffer(input), output_bytes });
  });
}

/** Failure of a program that had to succeed. */
class ProgramError extends Error {}

/**
 * Runs a program that fails only through a fault of the harness or the machine.
 * @throws {ProgramError} with its last message
 */
export async function runProgramOrThrow(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<Buffer> {
  const result = await runProgram(file, args, options);
  if (result.exit_code === 0) return result.stdout;
  // mount names the reason first, and then the program that may tell more.
  const lines = result.stderr.toString('utf8').trim().split('\n');
  const last = lines.filter((line) => !line.includes('dmesg(1) may have more information')).at(-1);
  const name = file.slice(file.lastIndexOf('/') + 1);
  throw new ProgramError(`${name} failed: ${last || result.fault || `exit status ${result.exit_code}`}`);
}

interface Launcher {
  child: ChildProcess;
  running: Map<number, RunningProgram>;
}

let launcher: Launcher | undefined;
let next_id = 1;

/** Starts the process that starts programs, for a command that will need it: its own start takes tens of milliseconds. */
export const prepareLauncher = (): void => void getLauncher();

/** Returns the launcher of this process. It does not keep the process alive, and a new one is started if it ended. */
function getLauncher(): Launcher {
  launcher ??= startLauncher();
  return launcher;
}

function startLauncher(): Launcher {
  const running = new Map<number, RunningProgram>();
  const limits = ['--max-semi-space-size=1', '--max-old-space-size=2048'];
  const child = spawn(process.execPath, [...limits, '--input-type=commonjs', '-e', LAUNCHER_SCRIPT], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // A process group of its own: an interruption by the terminal lets programs end, as it lets this process.
    detached: true,
  });
  const started: Launcher = { child, running };
  const lose = (reason: string) => {
    if (launcher === started) launcher = undefined;
    for (const program of [...running.values()]) program.end({ exit_code: null, fault: reason });
  };
  child.on('error', ({ message }) => lose(`programs cannot be started: ${message}`));
  child.on('exit', (code, signal) => lose(`the launcher of programs ended (${signal ?? code})`));
  child.on('message', (response) => {
    const { id, stdout, stderr, fault, exit_code = null, signal, exceeded } = response as LauncherResponse;
    const program = running.get(id);
    if (program === undefined) return;
    if (stdout) program.stdout.push(stdout);
    else if (stderr) program.stderr.push(stderr);
    else if (exceeded) program.end({ exit_code: null, fault: 'it wrote more than it may' });
    else program.end({ exit_code, fault: fault ?? (exit_code === null ? `it was ended by ${signal}` : '') });
  });
  child.unref();
  child.channel?.unref();
  return started;
}

const toBuffer = (input: Uint8Array | string | undefined): Uint8Array | undefined =>
  typeof input === 'string' ? Buffer.from(input) : input;

const createFaultyResult = (fault: string): ProgramResult => ({
  exit_code: null,
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  fault,
});
