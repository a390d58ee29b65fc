import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants as files, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { findProgram } from '../find_program.js';
import { restrictDescriptors } from '../restrict_descriptors.js';
import {
  CORE_BYTES,
  type Launcher,
  type LauncherResponse,
  type ProgramOrder,
  type ResponseListener,
} from './launcher.js';

/**
 * Creates the launcher of machines without Perl: this process starts the programs itself, which takes longer, and it
 * makes no calls of the kernel.
 */
export function createNodeLauncher(respond: ResponseListener): Launcher {
  const programs = new Map<number, ChildProcess>();
  limitCoreDumps();
  const guardian = startGuardian();
  const start = (id: number, order: ProgramOrder) => {
    const program = spawnProgram(order);
    program.once('error', (error) => respond(id, createFault(error)));
    const { pid } = program;
    if (pid === undefined) return;
    programs.set(id, program);
    guardian?.write(`+ ${pid}\n`);
    program.once('close', (code, signal) => {
      programs.delete(id);
      guardian?.write(`- ${pid}\n`);
      const exceeded = output.left < 0;
      respond(id, { kind: 'exit', code, signal: signal === null ? 0 : constants.signals[signal], exceeded });
    });
    const output = connectStreams(program, order, (response) => respond(id, response));
    respond(id, { kind: 'open', pid });
  };
  return {
    pid: process.pid,
    send(id, request) {
      const program = programs.get(id);
      if ('kill' in request) signalGroup(program, request.kill);
      else if ('feed' in request) (program?.stdio[request.feed] as Socket | undefined)?.end(request.bytes);
      else if ('calls' in request) queueMicrotask(() => respond(id, NO_CALLS));
      else {
        try {
          start(id, request.start);
        } catch (error) {
          queueMicrotask(() => respond(id, createFault(error as NodeJS.ErrnoException)));
        }
      }
    },
    hold: () => {}, // a program keeps this process alive by itself
  };
}

const NO_CALLS: LauncherResponse = { kind: 'calls', made: 0, error: constants.errno.ENOSYS };

function createFault({ code }: NodeJS.ErrnoException): LauncherResponse {
  const numbers: Readonly<Record<string, number>> = constants.errno;
  return { kind: 'fault', error: numbers[code ?? ''] ?? constants.errno.EINVAL };
}

/** Limits the core dumps of this process, which programs inherit, as far as it may. */
function limitCoreDumps(): void {
  const prlimit = findProgram('prlimit');
  if (prlimit !== undefined) spawnSync(prlimit, [`--pid=${process.pid}`, `--core=${CORE_BYTES}:${CORE_BYTES}`]);
}

/** Shell script that reads which process groups begin (`+`) and end (`-`), and kills those that are left at the end. */
const GUARDIAN_SCRIPT = `pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -s KILL -- "-$pid"; done`;

/**
 * Starts the process that ends what this process started, when this one ends in whatever way.
 * @returns its standard input; undefined if it could not be started
 */
function startGuardian(): Socket | undefined {
  const { stdio, close } = restrictDescriptors(['pipe', 'ignore', 'ignore']);
  try {
    const options = { cwd: '/', env: {}, stdio, detached: true };
    const guardian = spawn('/bin/sh', ['-c', GUARDIAN_SCRIPT], options);
    guardian.on('error', () => {});
    guardian.unref();
    const input = guardian.stdin as Socket | undefined;
    input?.on('error', () => {});
    input?.unref();
    return input;
  } finally {
    close();
  }
}

function spawnProgram({ file, args, cwd, env, user, descriptors }: ProgramOrder): ChildProcess {
  const opened: number[] = [];
  try {
    const { stdio, close } = restrictDescriptors(
      descriptors.map((descriptor) => {
        if (typeof descriptor === 'string' || 'input' in descriptor) return 'pipe';
        const number = openFile(descriptor);
        opened.push(number);
        return number;
      }),
    );
    try {
      return spawn(file, args, { cwd, env, stdio, detached: true, ...user });
    } finally {
      close();
    }
  } finally {
    for (const number of opened) closeSync(number);
  }
}

function openFile(descriptor: { read: string } | { write: string }): number {
  if ('read' in descriptor) return openSync(descriptor.read, files.O_RDONLY);
  // A named pipe that nobody reads any more is an error: it would hold up this process.
  const probe = openSync(descriptor.write, files.O_WRONLY | files.O_NONBLOCK);
  try {
    return openSync(descriptor.write, files.O_WRONLY);
  } finally {
    closeSync(probe);
  }
}

/** Time for which a process that a program leaves behind may hold its streams open, in milliseconds. */
const DRAIN_MS = 2_000;

/** Writes a program's input, and forwards its output up to its limit. */
function connectStreams(
  program: ChildProcess,
  { descriptors, output_bytes }: ProgramOrder,
  respond: (response: LauncherResponse) => void,
): { left: number } {
  const output = { left: output_bytes };
  for (const [descriptor, kind] of descriptors.entries()) {
    const stream = program.stdio[descriptor] as Socket | null;
    stream?.on('error', () => {});
    if (kind !== 'output') stream?.resume(); // it ends with the program
    if (typeof kind === 'object' && 'input' in kind) stream?.end(kind.input);
    if (kind !== 'output') continue;
    stream?.on('data', (chunk: Buffer) => {
      if (output.left < 0) return;
      respond({ kind: 'output', descriptor, bytes: chunk.subarray(0, output.left) });
      output.left -= chunk.length;
      if (output.left < 0) signalGroup(program, constants.signals.SIGKILL);
    });
  }
  program.once('exit', () => {
    const drain = setTimeout(() => {
      for (const stream of program.stdio) stream?.destroy();
    }, DRAIN_MS);
    program.once('close', () => clearTimeout(drain));
  });
  return output;
}

/** Sends a signal to the process group of a program, or to the program that has not made it yet. */
function signalGroup(program: ChildProcess | undefined, signal: number): void {
  try {
    if (program?.pid !== undefined) process.kill(-program.pid, signal);
  } catch {
    program?.kill(signal);
  }
}
