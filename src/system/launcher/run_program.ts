import { MachineError } from '../is_code_fault.js';
import { startProgram } from './start_program.js';

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

/** Time between asking a program to end and ending it, in milliseconds. */
const GRACE_MS = 5_000;
const GiB = 2 ** 30;

/**
 * Runs a short program of the harness to its end, with bounded output. A failure is a result, not an exception.
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
  const output: Record<number, Buffer[]> = { 1: [], 2: [] };
  const program = startProgram(
    {
      ...{ file, args, cwd, env, user, output_bytes },
      descriptors: [input === undefined ? NO_INPUT : { input: toBuffer(input) }, 'output', 'output'],
    },
    (descriptor, bytes) => output[descriptor]?.push(bytes),
  );
  const timers: NodeJS.Timeout[] = [];
  let interrupted = '';
  const interrupt = (reason: string) => {
    if (interrupted !== '') return;
    interrupted = reason;
    program.kill('SIGTERM');
    timers.push(setTimeout(() => program.kill('SIGKILL'), GRACE_MS));
  };
  const cancel = () => interrupt('it was cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  if (timeout_ms !== undefined)
    timers.push(setTimeout(() => interrupt(`it ran longer than ${timeout_ms} ms`), timeout_ms));
  const end = await program.ended;
  for (const timer of timers) clearTimeout(timer);
  signal?.removeEventListener('abort', cancel);
  const fault = interrupted || end.fault || (end.signal === null ? '' : `it was ended by ${end.signal}`);
  const [stdout, stderr] = [Buffer.concat(output[1] ?? []), Buffer.concat(output[2] ?? [])];
  return { exit_code: interrupted === '' ? end.exit_code : null, stdout, stderr, fault };
}

const NO_INPUT = { read: '/dev/null' } as const;

/** Failure of a program that had to succeed. */
class ProgramError extends MachineError {}

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

const toBuffer = (input: Uint8Array | string): Uint8Array => (typeof input === 'string' ? Buffer.from(input) : input);

const createFaultyResult = (fault: string): ProgramResult => ({
  exit_code: null,
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  fault,
});
