import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type InitProcess, trackInitProcess } from '../../system/init_process.js';
import { isNonKernelFault, isUncodedFault } from '../../system/is_code_fault.js';
import type { StartedProgram } from '../../system/launcher/start_program.js';
import type { CgroupHierarchy, ControlGroup } from '../cgroup/control_group.js';
import { collectOutput } from '../execution/collect_output.js';
import { createCommandResult, createNotStartedResult } from '../execution/create_command_result.js';
import { type ForwardedPorts, openForwardedPorts } from '../execution/forwarded_ports.js';
import { type NetworkCounters, openNetworkCounters } from '../execution/network_counters.js';
import { createPausableCommand, type PauseMember, type SessionPause } from '../execution/session_pause.js';
import type { StandardStreams, StreamFactory } from '../execution/standard_streams.js';
import { listProcessTree } from '../execution/stop_process_tree.js';
import { describeAbort, listSignals, watchLimits } from '../execution/watch_limits.js';
import type { CommandResult, DiskScope, SandboxCommand, SandboxLimits } from '../sandbox_backend.js';
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

/** Command that bubblewrap was started for. */
interface StartedCommand {
  streams: StandardStreams;
  group: ControlGroup | undefined;
  trace: CommandTrace | undefined;
  program: StartedProgram;
}

/** Command in its sandbox, with what became known of it since its start. */
interface IsolatedCommand extends StartedCommand {
  launch: BubblewrapLaunch;
  watcher: () => ReturnType<typeof watchLimits>;
  /** First process of its namespaces. */
  first?: InitProcess;
  member?: PauseMember;
  counters?: NetworkCounters | undefined;
  ports?: Promise<ForwardedPorts | undefined>;
  /** Why it may not begin. */
  refused?: string;
  defect?: { fault: unknown };
}

/**
 * Runs one command in a sandbox of its own, until its whole process tree has ended. Bubblewrap reports the first
 * process of the new namespaces and holds the command back. Meanwhile that process is put into its control group, the
 * network counters are opened, so that both cover the command from its first instruction, and ports are forwarded,
 * without which the command does not start.
 */
export async function runIsolatedCommand(launch: BubblewrapLaunch, command: SandboxCommand): Promise<CommandResult> {
  const begun = performance.now();
  const signals = listSignals(command, launch.closing);
  if (signals.some(({ aborted }) => aborted)) return createNotStartedResult(describeAbort(signals), begun, 'cancelled');
  launch.cgroups?.prepare?.();
  let isolated: IsolatedCommand; // exists before bubblewrap reports anything
  const status = createStatusReader((pid) => enterNamespaces(isolated, pid));
  let started: StartedCommand;
  try {
    started = await startCommand(launch, command, (text) => status.read(text));
  } catch (error) {
    if (isNonKernelFault(error)) throw error;
    return createNotStartedResult((error as Error).message, begun);
  }
  const { streams, group, program } = started;
  isolated = { ...started, launch, watcher: () => watcher };
  const watcher = watchLimits({
    ...command,
    ...{ signals, limits: launch.limits, group, disk: launch.disk },
    processes: () => (isolated.first === undefined ? [] : (group?.members() ?? listProcessTree(isolated.first.pid))),
    kill: () => killCommand(isolated),
  });
  const output = collectOutput(streams, command, watcher.output);
  const exit = await program.ended;
  // Bubblewrap ends with the command; what the command left behind dies with the first process of its namespace.
  await isolated.first?.gone();
  (await isolated.ports)?.close();
  if (isolated.member !== undefined) launch.session_pause.leave(isolated.member);
  await output.ended;
  streams.release();
  await watcher.finish();
  const measured = await closeCommand(isolated, exit.exit_code !== null);
  if (isolated.defect !== undefined) throw isolated.defect.fault;
  const captured = output.finish();
  const code = status.exitCode();
  const killed = watcher.stop !== undefined || (isolated.refused === undefined && exit.signal !== null);
  if (exit.fault !== '' || (code === null && !killed)) {
    // Nobody killed it and there is no exit code: bubblewrap could not build the sandbox or found no such program.
    const fault = exit.fault || (isolated.refused ?? getFirstOutputLine(captured.stderr.text));
    return { ...createNotStartedResult(fault || 'bubblewrap ended before the command began', begun), ...captured };
  }
  const { traced, usage, network_attempts } = measured;
  return {
    ...createCommandResult({
      wall_ms: performance.now() - begun - watcher.paused_ms,
      ...{ stop: watcher.stop, status: code, measured: usage, network_attempts },
      source: launch.cgroups?.version ?? 'none',
      cpu_rlimit: group === undefined && launch.limits.cpu_ms !== undefined,
      file_rlimit: launch.disk.volumes.length === 0 && launch.limits.disk_bytes !== undefined,
    }),
    ...omitUndefined({ programs: traced?.programs, refused: traced?.refused }),
    ...captured,
  };
}

/** Starts bubblewrap with what the command needs, or leaves nothing behind. */
async function startCommand(
  launch: BubblewrapLaunch,
  command: SandboxCommand,
  onStatus: (text: string) => void,
): Promise<StartedCommand> {
  const streams = await launch.streams(command.stdin);
  let group: ControlGroup | undefined;
  let trace: CommandTrace | undefined;
  try {
    // Bubblewrap counts as one process of the group: it is the first process of the pid namespace.
    group = launch.cgroups?.create({ ...launch.limits, processes: launch.limits.processes + 1 });
    trace = await launch.trace?.(command.on_program);
    const program = startBubblewrap(launch, streams, trace, onStatus);
    void program.open.then(() => streams.closeChildEnds());
    return { streams, group, trace, program };
  } catch (error) {
    streams.closeChildEnds();
    streams.stdout.destroy();
    streams.stderr.destroy();
    await group?.remove();
    await trace?.finish(false);
    throw error;
  }
}

/**
 * Puts the first process into its control group, counts its network, and lets the command go when its ports are open.
 */
function enterNamespaces(isolated: IsolatedCommand, pid: number): void {
  const { launch, group, program } = isolated;
  const first = trackInitProcess(pid);
  isolated.first = first;
  try {
    group?.attach(pid);
  } catch (error) {
    // Gone already: bubblewrap failed by itself and says why on standard error.
    if (!first.kill()) return;
    refuseCommand(isolated, error, 'cannot enter the control group: ');
  }
  isolated.counters = openNetworkCounters(pid);
  if (launch.forwarded_ports.length === 0 || isolated.refused !== undefined) return void beginCommand(isolated, first);
  isolated.ports = openForwardedPorts(pid, launch.forwarded_ports).catch((error: unknown) => {
    refuseCommand(isolated, error);
    return undefined;
  });
  void isolated.ports.then(() => {
    const ports = launch.forwarded_ports.map(({ port }) => `127.0.0.1:${port}\n`);
    program.feed(PORTS_DESCRIPTOR, Buffer.from(ports.join('')));
    beginCommand(isolated, first);
  });
}

function refuseCommand(isolated: IsolatedCommand, fault: unknown, prefix = ''): void {
  isolated.refused = `${prefix}${(fault as Error).message}`;
  if (isUncodedFault(fault)) isolated.defect = { fault };
}

/** Lets a command begin, unless it may not or was stopped meanwhile. */
function beginCommand(isolated: IsolatedCommand, first: InitProcess): void {
  const { launch, group, trace, program, watcher } = isolated;
  if (isolated.refused !== undefined || watcher().stop !== undefined) return void first.kill();
  trace?.begin(first.pid, launch.own_programs);
  const { setClockRunning } = watcher();
  isolated.member = { ...createPausableCommand(first.pid, group), setClockRunning };
  launch.session_pause.enter(isolated.member, () => program.feed(BLOCK_DESCRIPTOR, Buffer.from('x')));
}

/**
 * Kills a command. Between starting its child and reporting it bubblewrap gets time, or would leave the child waiting.
 */
function killCommand(isolated: IsolatedCommand): void {
  const { first, member, program } = isolated;
  if (first === undefined) setTimeout(() => isolated.first ?? program.kill('SIGKILL'), SETUP_MS);
  else first.kill();
  member?.continue(); // what is frozen cannot die
}

/** Ends what measured a command. The tracer ends with the status of what it traced; a signal is an end of its own. */
async function closeCommand({ launch, group, trace, counters }: IsolatedCommand, exited: boolean) {
  const traced = await trace?.finish(exited);
  const usage = group?.usage();
  const network_attempts = counters?.attempts() ?? null;
  counters?.close();
  await group?.remove();
  launch.cgroups?.prepare?.(); // another command often follows at once
  return { traced, usage, network_attempts };
}

function getFirstOutputLine(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').split('\n')[0]?.trim() ?? '';
}
