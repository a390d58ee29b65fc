import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { findProgram } from '../find_program.js';
import { isCodeFault } from '../is_code_fault.js';
import { restrictDescriptors } from '../restrict_descriptors.js';
import { createResponseReader, type LauncherResponse } from './launcher_response.js';
import { NODE_LAUNCHER_SCRIPT } from './node_launcher_script.js';
import { PERL_LAUNCHER_SCRIPT } from './perl_launcher_script.js';

/**
 * Size of core dumps in bytes of whatever the launcher starts. 1, not 0: at 1 the kernel also refuses to start a dump
 * program of the host (core_pattern with a pipe, core(5)).
 */
export const CORE_BYTES = 1;

/**
 * A small process that starts programs for this one: fork copies the page tables of the process that calls it, which
 * takes milliseconds for one of the size of the harness, and an attempt starts many. Each program has a process group of
 * its own, which is ended as a whole. The launcher ends with this process, and then ends what it started.
 */
export interface Launcher {
  /** Perl can call the kernel; Node.js cannot. */
  language: LauncherLanguage;
  pid: number | undefined;
  write(frame: Buffer): void;
  /** Keeps this process alive, or lets it end. */
  hold(held: boolean): void;
}

export type LauncherLanguage = 'perl' | 'node';

/** Architectures for which the Perl script knows the numbers of calls. */
const PERL_ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

/** Returns the language of the launcher on this machine: Perl where it is installed, since it starts 20 times faster. */
export function selectLauncherLanguage(): LauncherLanguage {
  return findProgram('perl') !== undefined && PERL_ARCHITECTURES.includes(process.arch) ? 'perl' : 'node';
}

/**
 * Starts a launcher.
 * @param lose called once, when it ended or could not be started; `answered`: it had said something
 */
export function startLauncher(
  language: LauncherLanguage,
  respond: (id: number, response: LauncherResponse) => void,
  lose: (reason: string, answered: boolean) => void,
): Launcher {
  let answered = false;
  let ended = false;
  const end = (reason: string) => {
    if (!ended) lose(reason, answered);
    ended = true;
  };
  let child: ChildProcess;
  try {
    child = spawnScript(language);
  } catch (error) {
    if (isCodeFault(error)) throw error;
    queueMicrotask(() => end(`programs cannot be started: ${(error as Error).message}`));
    return { language, pid: undefined, write: () => {}, hold: () => {} };
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
  return { language, pid: child.pid, write: (frame) => void input?.write(frame), hold };
}

function spawnScript(language: LauncherLanguage): ChildProcess {
  const { stdio, close } = restrictDescriptors(['pipe', 'pipe', 'ignore']);
  // A process group of its own: an interruption by the terminal lets programs end, as it lets this process.
  const options = { cwd: '/', env: {}, stdio, detached: true };
  try {
    if (language === 'perl') {
      const argv = ['-e', PERL_LAUNCHER_SCRIPT, process.arch, String(CORE_BYTES)];
      return spawn(findProgram('perl') ?? 'perl', argv, options);
    }
    const memory = ['--max-semi-space-size=1', '--max-old-space-size=2048'];
    const node = [process.execPath, ...memory, '--input-type=commonjs', '-e', NODE_LAUNCHER_SCRIPT];
    const limit = findProgram('prlimit');
    const [file = '', ...argv] = limit ? [limit, `--core=${CORE_BYTES}:${CORE_BYTES}`, '--', ...node] : node;
    return spawn(file, argv, options);
  } finally {
    close();
  }
}
