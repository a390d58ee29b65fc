import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Cause } from '../../record/events.js';
import type { Command, CommandResult, Door, Limits } from './backend.js';
import type { Cgroups, Group } from './control_group.js';
import type { WatchedDisk } from './disk_watch.js';
import { type OpenDoors, openDoors } from './doors.js';
import { exitCause } from './exit_cause.js';
import { type FirstProcess, firstProcess } from './first_process.js';
import { spawnAs } from './identity.js';
import { type NetworkCounters, openNetworkCounters } from './network_counters.js';
import { ended, listen, noOutput } from './output.js';
import { onlyTheseDescriptors, type StandardStreams, type StreamMaker } from './pipes.js';
import { type Member, pausable, type Standstill } from './standstill.js';
import { processTree } from './stop_tree.js';
import type { Trace, TraceMaker } from './strace.js';
import { cancellation, watch } from './watch.js';

/** One command about to run under bubblewrap. */
export interface Launch {
  /** What enters another process's namespaces, when the workspace is there. */
  enter: readonly string[];
  /** The bubblewrap program. */
  program: string;
  /** Watches what the kernel refuses; undefined = not traced. */
  trace: TraceMaker | undefined;
  /** Options of bubblewrap. They travel over a descriptor: command lines can be read by every user of the machine. */
  options: readonly string[];
  argv: readonly string[];
  /** The system call filter, as bytes. */
  filter: Uint8Array;
  streams: StreamMaker;
  cgroups: Cgroups | undefined;
  limits: Limits;
  /** Ports inside that lead to us; with any, the options have a file that is read from `DOORS`. */
  doors: readonly Door[];
  /** What is held against the limit of disk. */
  disk: WatchedDisk;
  /** Aborted when the session closes. */
  closing: AbortSignal;
  /** What stops and continues all commands of the session together. */
  standstill: Standstill;
}

/** Descriptors of the bubblewrap process beyond the three standard ones. */
const STATUS = 3;
const BLOCK = 4;
const OPTIONS = 5;
const FILTER = 6;
/**
 * The file that names the doors inside. Bubblewrap reads it to its end while it builds the sandbox, which holds it in the
 * user namespace that owns the network: only from there can an ordinary user enter the network.
 */
export const DOORS = 7;

/** How long bubblewrap may take to report the first process before it counts as stuck, in milliseconds. */
const SETUP_MS = 1000;

/**
 * Runs one command in a sandbox of its own and returns when nothing of it is left. Bubblewrap reports the first process
 * of the new namespaces and holds the command back; in that pause it is put into its control group and its network
 * counters are opened, so both cover the command from its first instruction; and doors are opened, without which it does
 * not start.
 */
export async function isolatedExec(launch: Launch, command: Command): Promise<CommandResult> {
  const begun = performance.now();
  const signals = command.signal === undefined ? [launch.closing] : [command.signal, launch.closing];
  if (signals.some(({ aborted }) => aborted)) return notStarted(cancellation(signals), begun, 'cancelled');
  let streams: StandardStreams | undefined;
  let group: Group | undefined;
  let child: ChildProcess;
  let trace: Trace | undefined;
  try {
    streams = await launch.streams(command.stdin);
    // Bubblewrap counts as one process of the group: it is the first process of the pid namespace.
    group = launch.cgroups?.create({ ...launch.limits, processes: launch.limits.processes + 1 });
    trace = await launch.trace?.();
    child = start(launch, streams, trace);
  } catch (error) {
    streams?.stdout.destroy();
    streams?.stderr.destroy();
    await group?.remove();
    await trace?.finish(false);
    return notStarted((error as Error).message, begun);
  } finally {
    streams?.handOver();
  }

  let first: FirstProcess | undefined;
  let member: Member | undefined;
  const watcher = watch({
    timeout_ms: command.timeout_ms,
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
    signals,
    limits: launch.limits,
    group,
    disk: launch.disk,
    processes: () => (first === undefined ? [] : (group?.members() ?? processTree(first.pid))),
    // Bubblewrap killed between starting its child and telling us would leave it waiting: the child is on its way.
    kill: () => {
      if (first === undefined) setTimeout(() => first ?? child.kill('SIGKILL'), SETUP_MS);
      else first.kill();
      member?.go(); // what is frozen cannot die
    },
  });
  const output = listen(streams, command, watcher.output);

  let counters: NetworkCounters | undefined;
  let refused: string | undefined;
  let doors: Promise<OpenDoors | undefined> | undefined;
  const release = (held: FirstProcess) => {
    if (refused !== undefined || watcher.stop !== undefined) return void held.kill();
    trace?.begin(held.pid);
    member = { ...pausable(held.pid, group), clock: (running) => watcher.clock(running) };
    launch.standstill.enter(member, () => send(extra(child, BLOCK), 'x'));
  };
  const status = listenToStatus(child, (pid) => {
    const held = firstProcess(pid);
    first = held;
    try {
      group?.attach(pid);
    } catch (error) {
      // Gone already: bubblewrap failed by itself and says why on standard error.
      if (!held.kill()) return;
      refused = `cannot enter the control group: ${(error as Error).message}`;
    }
    counters = openNetworkCounters(pid);
    if (launch.doors.length === 0 || refused !== undefined) return release(held);
    doors = openDoors(pid, launch.doors).catch((error: Error) => {
      refused = error.message;
      return undefined;
    });
    void doors.then(() => {
      send(extra(child, DOORS), launch.doors.map(({ port }) => `127.0.0.1:${port}\n`).join(''));
      release(held);
    });
  });

  const exit = await exitOf(child);
  if (exit.error === undefined) await status.ended;
  // Bubblewrap ends with the command; what the command left behind dies with the first process of its namespace.
  await first?.gone();
  (await doors)?.close();
  if (member !== undefined) launch.standstill.leave(member);
  await output.ended;
  streams.giveBack();
  await watcher.finish();
  // The tracer ends with the status of what it traced; a signal is its own end, or that of bubblewrap.
  const refusals = await trace?.finish(exit.error === undefined && exit.signal === null);
  const used = group?.usage();
  const network_attempts = counters?.attempts() ?? null;
  counters?.close();
  await group?.remove();

  const captured = output.finish();
  const code = status.exitCode();
  const killed = watcher.stop !== undefined || (refused === undefined && exit.signal !== null);
  if (exit.error !== undefined || (code === null && !killed)) {
    // Nobody killed it and there is no exit code: bubblewrap could not build the sandbox or found no such program.
    const why = exit.error?.message ?? refused ?? firstLine(captured.stderr.text);
    return { ...notStarted(why || 'bubblewrap ended before the command began', begun), ...captured };
  }
  return {
    ...exitCause({
      stop: watcher.stop,
      status: code,
      oom_kills: used?.oom_kills ?? 0,
      cpu_rlimit: group === undefined && launch.limits.cpu_ms !== undefined,
      file_rlimit: launch.disk.volumes.length === 0 && launch.limits.disk_bytes !== undefined,
    }),
    usage: {
      wall_ms: performance.now() - begun - watcher.paused_ms,
      cpu_ms: used?.cpu_ms ?? null,
      peak_memory_bytes: used?.peak_memory_bytes ?? null,
      source: launch.cgroups?.version ?? 'none',
    },
    network_attempts,
    ...(refusals ? { refused: refusals } : {}),
    ...captured,
  };
}

/** The result of a command that never ran. */
export function notStarted(detail: string, begun: number, cause: Cause = 'not-started'): CommandResult {
  return {
    cause,
    exit_code: null,
    signal: null,
    detail,
    usage: { wall_ms: performance.now() - begun, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: null,
    ...noOutput(),
  };
}

function start(launch: Launch, streams: StandardStreams, trace: Trace | undefined): ChildProcess {
  // Options are separated by NUL on their descriptor: one in a value would begin options of somebody else's choice.
  if (launch.options.some((option) => option.includes('\0'))) throw new Error('a path or a variable contains NUL');
  const descriptors = { '--json-status-fd': STATUS, '--block-fd': BLOCK, '--args': OPTIONS, '--seccomp': FILTER };
  const flags = Object.entries(descriptors).flatMap(([name, descriptor]) => [name, String(descriptor)]);
  const [program = launch.program, ...before] = [...launch.enter, ...(trace?.prefix ?? []), launch.program];
  const pipes = ['pipe', 'pipe', 'pipe', 'pipe', ...(launch.doors.length > 0 ? (['pipe'] as const) : [])] as const;
  const { stdio, close } = onlyTheseDescriptors([...streams.theirs, ...pipes]);
  try {
    const child = spawn(program, [...before, ...flags, '--', ...launch.argv], {
      cwd: '/',
      // The environment goes in as options: this one would be readable as /proc/1/environ inside, and an LD_PRELOAD in
      // it would run outside.
      env: {},
      stdio,
      ...spawnAs(),
    });
    child.on('error', () => {}); // reported by exitOf
    send(extra(child, OPTIONS), launch.options.map((option) => `${option}\0`).join(''));
    send(extra(child, FILTER), launch.filter);
    extra(child, BLOCK).on('error', () => {});
    if (launch.doors.length > 0) extra(child, DOORS).on('error', () => {});
    return child;
  } finally {
    close();
  }
}

/** What bubblewrap says on its status descriptor: the first process, and the exit code if the command was reached. */
function listenToStatus(child: ChildProcess, onFirst: (pid: number) => void) {
  let said = '';
  let known = false;
  const done = ended(extra(child, STATUS) as Readable, (chunk) => {
    said += Buffer.from(chunk).toString('latin1');
    const pid = known ? undefined : /"child-pid": (\d+)\D/.exec(said)?.[1];
    if (pid === undefined) return;
    known = true;
    onFirst(Number(pid));
  });
  return {
    ended: done,
    exitCode() {
      const code = /"exit-code": (\d+)/.exec(said)?.[1];
      return code === undefined ? null : Number(code);
    },
  };
}

function exitOf(child: ChildProcess): Promise<{ error?: Error; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error, signal: null }));
    child.once('exit', (_, signal) => resolve({ signal }));
  });
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

function firstLine(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').split('\n')[0]?.trim() ?? '';
}
