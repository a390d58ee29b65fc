import { closeSync, constants, openSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { locateProgram } from '../../system/find_program.js';
import { readProcessStat } from '../../system/init_process.js';
import { runProgramOrThrow } from '../../system/launcher/run_program.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import { createTraceCollector, type TraceResult, type TraceScope } from './create_trace_collector.js';
import { TRACED_CALLS } from './parse_strace_line.js';
import type { ProgramListener } from './watch_programs.js';

/** Trace of one command. */
export interface CommandTrace {
  /** Command prefix in front of the bubblewrap program. */
  prefix: readonly string[];
  /**
   * Starts collecting. Ignores bubblewrap's own processes: `first` and its parent.
   * @param own number of programs at the beginning that belong to the harness
   */
  begin(first: number, own: number): void;
  /** Returns the collected trace. Call after the tracer has ended; `whole`: it ended by itself. */
  finish(whole: boolean): Promise<TraceResult>;
}

/** Factory of traces of commands, in a folder that no sandbox mounts. */
export type TraceFactory = (tell?: ProgramListener) => Promise<CommandTrace>;

/**
 * Creates a factory that traces with strace from outside the sandbox. A kernel filter limits the overhead to executed
 * programs and denied calls. strace dies with this process, and bubblewrap with strace. Its lines come through a pipe
 * that only the sandbox's user can open.
 */
export function createTraceFactory(directory: string, strace: string, scope: TraceScope): TraceFactory {
  let count = 0;
  return async (tell) => {
    count += 1;
    const pipe = await createPipe(directory, count);
    const collector = createTraceCollector(scope, tell);
    const ours = new Socket({
      fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK),
      readable: true,
      writable: false,
    });
    // Held until the tracer is gone: without any writer the pipe would end before it begins.
    const writer = openSync(pipe, constants.O_WRONLY);
    const ended = new Promise<void>((resolve) => ours.once('close', () => resolve()));
    ours.on('error', () => collector.cut()).on('data', (chunk: Buffer) => collector.read(chunk));
    return {
      prefix: [...getDeathSignalPrefix(), strace, ...STRACE_OPTIONS, ...SCOPE_OPTIONS[scope], '-o', pipe, '--'],
      begin: (first, own) => collector.begin([first, readProcessStat(first)?.parent ?? first], own),
      async finish(whole) {
        closeSync(writer);
        await ended;
        await rm(pipe, { force: true });
        if (!whole) collector.cut();
        return collector.finish();
      },
    };
  };
}

/** `-qqq`: messages between the lines would break them up. */
const STRACE_OPTIONS = ['-f', '-qqq', '-y', '--seccomp-bpf', '-e', 'signal=none'];

const PROGRAM_CALLS = ['execve', 'execveat'];

/**
 * Options by scope. With any status left out, strace writes each call as one line even for many processes. `detached`:
 * executed by a thread.
 */
const SCOPE_OPTIONS: Record<TraceScope, readonly string[]> = {
  programs: ['-s', '16384', '-e', `trace=${PROGRAM_CALLS.join(',')}`, '-e', 'status=successful,detached'],
  all: [
    '-s',
    '4096',
    '-e',
    `trace=${[...PROGRAM_CALLS, ...TRACED_CALLS].join(',')}`,
    '-e',
    'status=successful,failed,detached',
  ],
};

/**
 * Returns the prefix that kills the tracer when this process dies. Bubblewrap in turn dies with the tracer, its parent.
 */
const getDeathSignalPrefix = () => [locateProgram('setpriv'), '--pdeathsig', 'KILL', '--'];

async function createPipe(directory: string, number: number): Promise<string> {
  const { uid, gid } = getSandboxOwner();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, String(number));
  await runProgramOrThrow(locateProgram('mkfifo'), ['-m', '0600', '--', path]);
  if (process.getuid?.() === 0) {
    await chown(directory, uid, gid);
    await chown(path, uid, gid);
  }
  await chmod(directory, 0o700);
  return path;
}
