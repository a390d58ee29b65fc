import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Command, CommandResult, Limits } from './backend.js';
import { capture, captureNothing } from './capture.js';
import type { Cgroups, Group } from './cgroup.js';
import { exitCause } from './exit_cause.js';
import { type FirstProcess, firstProcess } from './first_process.js';
import { spawnAs } from './identity.js';
import { type NetworkCounters, openNetworkCounters } from './network_counters.js';
import { findProgram } from './program.js';
import { watch } from './watch.js';

/** One command about to run under bubblewrap. */
export interface Launch {
  program: string;
  /** See `SessionOrder.holder`. */
  holder: number | undefined;
  /** Options of bubblewrap. They travel over a descriptor: command lines can be read by every user of the machine. */
  options: readonly string[];
  argv: readonly string[];
  filter: Uint8Array;
  cgroups: Cgroups | undefined;
  limits: Limits;
  count_network: boolean;
  upper: string | undefined;
  closing: AbortSignal;
}

/** Descriptors of the bubblewrap process beyond the three standard ones. */
const STATUS = 3;
const BLOCK = 4;
const OPTIONS = 5;
const FILTER = 6;

/**
 * Runs one command in a sandbox of its own and returns when nothing of it is left. Bubblewrap reports the first process
 * of the new namespaces and holds the command back; in that pause it is put into its control group and its network
 * counters are opened, so both cover the command from its first instruction.
 */
export async function isolatedExec(launch: Launch, command: Command): Promise<CommandResult> {
  const begun = performance.now();
  const signal = command.signal === undefined ? launch.closing : AbortSignal.any([command.signal, launch.closing]);
  const notStarted = (detail: string): CommandResult => ({
    cause: 'not-started',
    exit_code: null,
    signal: null,
    detail,
    usage: { wall_ms: performance.now() - begun, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: null,
    stdout: captureNothing(),
    stderr: captureNothing(),
  });

  let group: Group | undefined;
  let child: ChildProcess;
  try {
    // Bubblewrap counts as one process of the group: it is the first process of the pid namespace.
    group = launch.cgroups?.create({ ...launch.limits, processes: launch.limits.processes + 1 });
    child = start(launch, command);
  } catch (error) {
    await group?.remove();
    return notStarted((error as Error).message);
  }

  let counters: NetworkCounters | undefined;
  let first: FirstProcess | undefined;
  let failure: string | undefined;
  let status = '';
  const kill = () => {
    if (first === undefined || !first.kill()) child.kill('SIGKILL');
  };
  const watcher = watch({
    command: { timeout_ms: command.timeout_ms, signal },
    limits: launch.limits,
    group,
    upper: launch.upper,
    kill,
  });
  const stdout = capture();
  const stderr = capture();
  const streams = [
    ended(child.stdout, (chunk) => {
      stdout.write(chunk);
      command.on_output?.('stdout', chunk);
      watcher.output(chunk.length);
    }),
    ended(child.stderr, (chunk) => {
      stderr.write(chunk);
      command.on_output?.('stderr', chunk);
      watcher.output(chunk.length);
    }),
    ended(extra(child, STATUS), (chunk) => {
      status += Buffer.from(chunk).toString('latin1');
      const pid = first === undefined ? /"child-pid": (\d+)/.exec(status)?.[1] : undefined;
      if (pid === undefined) return;
      first = firstProcess(Number(pid));
      try {
        group?.attach(first.pid);
        if (launch.count_network) counters = openNetworkCounters(first.pid);
        if (watcher.stop === undefined) send(extra(child, BLOCK), 'x');
        else kill();
      } catch (error) {
        failure = `cannot enter the control group: ${(error as Error).message}`;
        kill();
      }
    }),
  ];

  const exit = await new Promise<{ error?: Error; signal?: NodeJS.Signals | null }>((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('exit', (_, signal) => resolve({ signal }));
  });
  if (exit.error === undefined) {
    // Bubblewrap ends with the command; what the command left behind dies with the first process of its namespace.
    await first?.gone();
    await Promise.all(streams);
  }
  await watcher.finish();
  const used = group?.usage();
  const attempts = counters?.attempts() ?? null;
  counters?.close();
  await group?.remove();
  if (exit.error !== undefined) return notStarted(exit.error.message);

  const reported = /"exit-code": (\d+)/.exec(status)?.[1];
  const captured = { stdout: stdout.finish(), stderr: stderr.finish() };
  const wall_ms = performance.now() - begun;
  // No report and not killed: bubblewrap could not set up the sandbox, or the program does not exist.
  if (reported === undefined && watcher.stop === undefined && (failure !== undefined || exit.signal === null)) {
    const detail = failure ?? (firstLine(captured.stderr.text) || 'bubblewrap ended before the command began');
    return { ...notStarted(detail), ...captured };
  }
  return {
    ...exitCause({
      stop: watcher.stop,
      status: reported === undefined ? null : Number(reported),
      oom_kills: used?.oom_kills ?? 0,
      cpu_rlimit: launch.cgroups === undefined && launch.limits.cpu_ms !== undefined,
    }),
    usage: {
      wall_ms,
      cpu_ms: used?.cpu_ms ?? null,
      peak_memory_bytes: used?.peak_memory_bytes ?? null,
      source: launch.cgroups?.version ?? 'none',
    },
    network_attempts: attempts,
    ...captured,
  };
}

function start(launch: Launch, command: Command): ChildProcess {
  const enter = [
    '--target',
    String(launch.holder),
    '--user',
    '--mount',
    '--preserve-credentials',
    '--',
    launch.program,
  ];
  const [program, before] =
    launch.holder === undefined ? [launch.program, []] : [findProgram('nsenter') ?? 'nsenter', enter];
  const descriptors = { '--json-status-fd': STATUS, '--block-fd': BLOCK, '--args': OPTIONS, '--seccomp': FILTER };
  const flags = Object.entries(descriptors).flatMap(([name, descriptor]) => [name, String(descriptor)]);
  const child = spawn(program, [...before, ...flags, '--', ...launch.argv], {
    cwd: '/',
    // The environment goes in as options: this one would be readable as /proc/1/environ inside, and an LD_PRELOAD in
    // it would run outside.
    env: {},
    stdio: [command.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    ...spawnAs(),
  });
  if (child.stdin !== null) send(child.stdin, command.stdin ?? '');
  for (const index of [STATUS, BLOCK, OPTIONS, FILTER]) extra(child, index).on('error', () => {});
  send(extra(child, OPTIONS), launch.options.map((option) => `${option}\0`).join(''));
  send(extra(child, FILTER), launch.filter);
  return child;
}

/** A descriptor beyond the five that Node's types know. */
function extra(child: ChildProcess, index: number): Duplex {
  return (child.stdio as readonly unknown[])[index] as Duplex;
}

/** Writes and closes. A reader that went away is not our concern: its exit status says more. */
function send(stream: Writable, bytes: string | Uint8Array): void {
  stream.on('error', () => {});
  stream.end(bytes);
}

/** Resolves at the end of a stream, whatever the end is. */
function ended(stream: Readable | null, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null) return resolve();
    stream
      .on('data', onChunk)
      .on('error', () => resolve())
      .on('close', () => resolve());
  });
}

function firstLine(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').split('\n')[0]?.trim() ?? '';
}
