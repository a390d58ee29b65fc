import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Refused } from './backend.js';
import { sandboxOwner } from './identity.js';
import { findProgram } from './program.js';
import { readStraceLine, TRACED_CALLS } from './strace_line.js';

/** Different operations that are kept of one command; the rest is counted. */
const DISTINCT = 200;
/** Bytes of a trace that are read; more makes it incomplete. */
const TRACE_LIMIT = 256 * 2 ** 20;
/** Bytes that one line may have. */
const LINE_LIMIT = 64 * 2 ** 10;

/** The trace of one command. */
export interface Trace {
  /** What to put in front of the bubblewrap program. */
  prefix: readonly string[];
  /** The command is about to begin: bubblewrap's own processes, `first` and its parent, are not the command's. */
  begin(first: number): void;
  /** What was refused. `whole`: the tracer ended by itself. Call when it has ended. */
  finish(whole: boolean): Promise<Refused>;
}

/** Makes traces of commands, in a folder of its own that no sandbox shows. */
export type TraceMaker = () => Promise<Trace>;

/**
 * Traces with strace, from outside the sandbox: it watches refused calls alone, with a filter in the kernel, so that most
 * calls are not stopped. It dies with us, and bubblewrap with it; its lines come through a pipe that only its user can open.
 */
export function traceMaker(directory: string, strace: string): TraceMaker {
  let made = 0;
  return async () => {
    made += 1;
    const pipe = await makePipe(directory, made);
    const collector = collect();
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
      prefix: [...tied(), strace, ...OPTIONS, '-o', pipe, '--'],
      begin: (first) => collector.ignore([first, parentOf(first)]),
      async finish(whole) {
        closeSync(writer);
        await ended;
        await rm(pipe, { force: true });
        if (!whole) collector.cut();
        return collector.refused();
      },
    };
  };
}

/** `-qqq`: messages between the lines would break them up. */
const OPTIONS = [
  ...['-f', '-qqq', '-y', '-s', '300', '--seccomp-bpf'],
  ...['-e', `trace=${TRACED_CALLS.join(',')}`, '-e', 'status=failed', '-e', 'signal=none'],
];

/** Bubblewrap dies with its parent, which now is the tracer; so the tracer dies with us. */
const tied = () => [findProgram('setpriv') ?? 'setpriv', '--pdeathsig', 'KILL', '--'];

async function makePipe(directory: string, number: number): Promise<string> {
  const { uid, gid } = sandboxOwner();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, String(number));
  await promisify(execFile)('mkfifo', ['-m', '0600', '--', path]);
  if (process.getuid?.() === 0) {
    await chown(directory, uid, gid);
    await chown(path, uid, gid);
  }
  await chmod(directory, 0o700);
  return path;
}

function parentOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return pid; // gone, and with it everything that could be refused
  }
}

/** Gathers refused operations from the lines of a trace, bounded. */
export function collect() {
  const found = new Map<string, Refused['operations'][number]>();
  const further = new Map<string, number>();
  let ignored: readonly number[] | undefined;
  let complete = true;
  let bytes = 0;
  let rest = '';

  const take = (line: string) => {
    // Before the command begins there is nobody but bubblewrap.
    const operation = ignored === undefined ? undefined : readStraceLine(line);
    if (operation === undefined || ignored?.includes(operation.pid)) return;
    const { pid: _, ...what } = operation;
    const key = JSON.stringify(what);
    const known = found.get(key);
    if (known) known.count += 1;
    else if (found.size < DISTINCT) found.set(key, { ...what, count: 1 });
    else further.set(what.kind, (further.get(what.kind) ?? 0) + 1);
  };
  return {
    ignore(pids: readonly number[]) {
      ignored = pids;
    },
    cut() {
      complete = false;
    },
    read(chunk: Uint8Array) {
      bytes += chunk.length;
      if (bytes > TRACE_LIMIT || rest.length > LINE_LIMIT) complete = false;
      if (!complete) return;
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    },
    refused(): Refused {
      if (rest !== '') complete = false; // broken off in the middle of a line
      const more = [...further].map(([kind, count]) => ({
        kind: kind as 'write',
        call: '*',
        target: `more than ${DISTINCT} different operations`,
        errno: '*',
        count,
      }));
      return { operations: [...found.values(), ...more], complete };
    },
  };
}
