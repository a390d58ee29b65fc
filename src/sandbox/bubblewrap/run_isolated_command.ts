import { type InitProcess, trackInitProcess } from '../../system/init_process.js';
import { isNonKernelFault, isUncodedFault } from '../../system/is_code_fault.js';
import type { StartedProgram } from '../../system/launcher/start_program.js';
import type { CgroupHierarchy, ControlGroup } from '../cgroup/control_group.js';
import type { DiskScope } from '../disk/watch_disk.js';
import { collectOutput } from '../execution/collect_output.js';
import { createNotStartedResult } from '../execution/create_not_started_result.js';
import { determineExitCause } from '../execution/determine_exit_cause.js';
import { type ForwardedPorts, openForwardedPorts } from '../execution/forwarded_ports.js';
import { type NetworkCounters, openNetworkCounters } from '../execution/network_counters.js';
import { createPausableCommand, type PauseMember, type SessionPause } from '../execution/session_pause.js';
import type { StandardStreams, StreamFactory } from '../execution/standard_streams.js';
import { listProcessTree } from '../execution/stop_process_tree.js';
import { describeAbort, watchLimits } from '../execution/watch_limits.js';
import type { CommandResult, SandboxCommand, SandboxLimits } from '../sandbox_backend.js';
import type { CommandTrace, TraceFactory } from '../trace/trace_factory.js';
import {
  BLOCK_DESCRIPTOR,
  type BubblewrapProgram,
  createStatusReader,
  PORTS_DESCRIPTOR,
  startBubblewrap,
} from './start_bubblewrap.js';

/** Launch of one command under bubblewrap. */
export interface BubblewrapLaunch extends BubblewrapProgram {
  /** Traces programs and denied calls; undefined = not traced. */
  trace: TraceFactory | undefined;
  /** Number of programs at the beginning that belong to the harness: those that set limits, and the command itself. */
  own_programs: number;
  streams: StreamFactory;
  cgroups: CgroupHierarchy | undefined;
  limits: SandboxLimits;
  /** Folders and volumes that count against the disk limit. */
  disk: DiskScope;
  /** Aborted when the session closes. */
  closing: AbortSignal;
  /** Pauses all commands of the session. */
  session_pause: SessionPause;
}

/** Time until bubblewrap counts as stuck if it has not reported the first process, in milliseconds. */
const SETUP_MS = 1000;

/**
 * Runs one command in a sandbox of its own, until its whole process tree has ended. Bubblewrap reports the first
 * process of the new namespaces and holds the command back. Meanwhile that process is put into its control group, the
 * network counters are opened, so that both cover the command from its first instruction, and ports are forwarded,
 * without which the command does not start.
 */
export async function runIsolatedCommand(launch: BubblewrapLaunch, command: SandboxCommand): Promise<CommandResult> {
  const begun = performance.now();
  const signals = command.signal === undefined ? [launch.closing] : [command.signal, launch.closing];
  if (signals.some(({ aborted }) => aborted)) return createNotStartedResult(describeAbort(signals), begun, 'cancelled');
  let streams: StandardStreams | undefined;
  let group: ControlGroup | undefined;
  let program: StartedProgram;
  let trace: CommandTrace | undefined;
  launch.cgroups?.prepare?.();
  try {
    streams = await launch.streams(command.stdin);
    // Bubblewrap counts as one process of the group: it is the first process of the pid namespace.
    group = launch.cgroups?.create({ ...launch.limits, processes: launch.limits.processes + 1 });
    trace = await launch.trace?.(command.on_program);
    program = startBubblewrap(launch, streams, trace, (text) => status.read(text));
  } catch (error) {
    streams?.closeChildEnds();
    streams?.stdout.destroy();
    streams?.stderr.destroy();
    await group?.remove();
    await trace?.finish(false);
    if (isNonKernelFault(error)) throw error;
    return createNotStartedResult((error as Error).message, begun);
  }
  const given = streams;
  void program.open.then(() => given.closeChildEnds());

  let first: InitProcess | undefined;
  let member: PauseMember | undefined;
  const watcher = watchLimits({
    timeout_ms: command.timeout_ms,
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
    signals,
    limits: launch.limits,
    group,
    disk: launch.disk,
    processes: () => (first === undefined ? [] : (group?.members() ?? listProcessTree(first.pid))),
    // Killed between starting its child and reporting it, bubblewrap would leave the child waiting: give it time.
    kill: () => {
      if (first === undefined) setTimeout(() => first ?? program.kill('SIGKILL'), SETUP_MS);
      else first.kill();
      member?.continue(); // what is frozen cannot die
    },
  });
  const output = collectOutput(streams, command, watcher.output);

  let counters: NetworkCounters | undefined;
  let refused: string | undefined;
  let defect: { fault: unknown } | undefined;
  let doors: Promise<ForwardedPorts | undefined> | undefined;
  const refuse = (fault: unknown, prefix = '') => {
    refused = `${prefix}${(fault as Error).message}`;
    if (isUncodedFault(fault)) defect = { fault };
  };
  const release = (process: InitProcess) => {
    if (refused !== undefined || watcher.stop !== undefined) return void process.kill();
    trace?.begin(process.pid, launch.own_programs);
    member = {
      ...createPausableCommand(process.pid, group),
      setClockRunning: (running) => watcher.setClockRunning(running),
    };
    launch.session_pause.enter(member, () => program.feed(BLOCK_DESCRIPTOR, Buffer.from('x')));
  };
  const status = createStatusReader((pid) => {
    const process = trackInitProcess(pid);
    first = process;
    try {
      group?.attach(pid);
    } catch (error) {
      // Gone already: bubblewrap failed by itself and says why on standard error.
      if (!process.kill()) return;
      refuse(error, 'cannot enter the control group: ');
    }
    counters = openNetworkCounters(pid);
    if (launch.forwarded_ports.length === 0 || refused !== undefined) return release(process);
    doors = openForwardedPorts(pid, launch.forwarded_ports).catch((error: unknown) => {
      refuse(error);
      return undefined;
    });
    void doors.then(() => {
      const ports = launch.forwarded_ports.map(({ port }) => `127.0.0.1:${port}\n`);
      program.feed(PORTS_DESCRIPTOR, Buffer.from(ports.join('')));
      release(process);
    });
  });

  const exit = await program.ended;
  // Bubblewrap ends with the command; what the command left behind dies with the first process of its namespace.
  await first?.gone();
  (await doors)?.close();
  if (member !== undefined) launch.session_pause.leave(member);
  await output.ended;
  streams.release();
  await watcher.finish();
  // The tracer ends with the status of what it traced; a signal is its own end, or that of bubblewrap.
  const traced = await trace?.finish(exit.exit_code !== null);
  const used = group?.usage();
  const network_attempts = counters?.attempts() ?? null;
  counters?.close();
  await group?.remove();
  launch.cgroups?.prepare?.(); // another command often follows at once
  if (defect !== undefined) throw defect.fault;

  const captured = output.finish();
  const code = status.exitCode();
  const killed = watcher.stop !== undefined || (refused === undefined && exit.signal !== null);
  if (exit.fault !== '' || (code === null && !killed)) {
    // Nobody killed it and there is no exit code: bubblewrap could not build the sandbox or found no such program.
    const fault = exit.fault || (refused ?? getFirstOutputLine(captured.stderr.text));
    return { ...createNotStartedResult(fault || 'bubblewrap ended before the command began', begun), ...captured };
  }
  return {
    ...determineExitCause({
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
    forks_refused: used?.forks_refused ?? null,
    ...(traced ? { programs: traced.programs } : {}),
    ...(traced?.refused ? { refused: traced.refused } : {}),
    ...captured,
  };
}

function getFirstOutputLine(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').split('\n')[0]?.trim() ?? '';
}
