import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../find_program.js';
import { isCodeFault } from '../is_code_fault.js';
import { restrictDescriptors } from '../restrict_descriptors.js';
import { createResponseReader } from './create_response_reader.js';
import { encodeRequest } from './encode_request.js';
import { CORE_BYTES, type Launcher, type ResponseListener } from './launcher.js';

/** The launcher's program. It stands beside this module, and beside the bundle that has it. */
const SCRIPT = join(import.meta.dirname, 'launcher.pl');

/** Architectures for which the program knows the numbers of calls. */
const ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

/** Checks whether the launcher can run on this machine. */
export const canStartLauncher = (): boolean =>
  findProgram('perl') !== undefined && ARCHITECTURES.includes(process.arch);

/**
 * Starts a small process that starts programs for this one: fork copies the page tables of the process that calls it,
 * which takes milliseconds for one of the size of the harness, and an attempt starts many.
 *
 * @param lose called once, when it ended or could not be started; `answered`: it had said something
 */
export function startLauncher(respond: ResponseListener, lose: (reason: string, answered: boolean) => void): Launcher {
  let answered = false;
  let ended = false;
  const end = (reason: string) => {
    if (!ended) lose(reason, answered);
    ended = true;
  };
  let child: ChildProcess;
  try {
    child = spawnScript();
  } catch (error) {
    if (isCodeFault(error)) throw error;
    queueMicrotask(() => end(`programs cannot be started: ${(error as Error).message}`));
    return { pid: undefined, send: () => {}, hold: () => {} };
  }
  child.on('error', ({ message }) => end(`programs cannot be started: ${message}`));
  child.on('close', (code, signal) => end(`the launcher of programs ended (${signal ?? code})`));
  // Without descriptors left it has no streams, and an error follows.
  const [input, output] = [child.stdin as Socket | undefined, child.stdout as Socket | undefined];
  const read = createResponseReader(respond);
  output?.on('data', (chunk: Buffer) => {
    answered = true;
    read(chunk);
  });
  input?.on('error', () => {}); // it ended, which is reported
  const hold = (held: boolean) => {
    for (const one of [child, input, output]) held ? one?.ref() : one?.unref();
  };
  hold(false);
  return { pid: child.pid, send: (id, request) => void input?.write(encodeRequest(id, request)), hold };
}

function spawnScript(): ChildProcess {
  const { stdio, close } = restrictDescriptors(['pipe', 'pipe', 'ignore']);
  try {
    // A process group of its own: an interruption by the terminal lets programs end, as it lets this process.
    const options = { cwd: '/', env: {}, stdio, detached: true };
    return spawn(findProgram('perl') ?? 'perl', [SCRIPT, process.arch, String(CORE_BYTES)], options);
  } finally {
    close();
  }
}
