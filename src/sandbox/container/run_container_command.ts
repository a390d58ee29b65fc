import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/input/get_workspace_root.js';
import { isNonKernelFault, isUncodedFault, MachineError } from '../../system/is_code_fault.js';
import { restrictDescriptors } from '../../system/restrict_descriptors.js';
import { computeFileSizeLimit } from '../build_rlimit_prefix.js';
import type { CgroupHierarchy, ControlGroup } from '../cgroup/control_group.js';
import { SANDBOX_HOME } from '../create_etc_folder.js';
import { collectOutput } from '../execution/collect_output.js';
import { createCommandResult, createNotStartedResult } from '../execution/create_command_result.js';
import { type NetworkCounters, openNetworkCounters } from '../execution/network_counters.js';
import {
  createPausableCommand,
  type PausableCommand,
  type PauseMember,
  type SessionPause,
} from '../execution/session_pause.js';
import { describeAbort, listSignals, watchLimits } from '../execution/watch_limits.js';
import { type CommandResult, getDiskScope, type SandboxCommand, type SessionOptions } from '../sandbox_backend.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import { type CommandPipes, openCommandPipes } from './command_pipes.js';
import { type ContainerEngine, findFirstErrorLine } from './container_engine.js';
import { findHostProcess } from './find_host_process.js';
import type { RunningContainer } from './running_container.js';
import type { SharedControlGroup } from './shared_control_group.js';

/** Context of the commands of one container session. */
export interface ContainerContext {
  engine: ContainerEngine;
  order: SessionOptions;
  container: RunningContainer;
  /** Host folder that the container mounts at `COMMANDS_PATH`. */
  commands: string;
  /** A group per command in a hierarchy of the harness, or the engine's one group for all commands. */
  groups: { own: CgroupHierarchy } | { shared: SharedControlGroup };
  /** Aborted when the session closes. */
  closing: AbortSignal;
  session_pause: SessionPause;
}

/** Time that the engine gets to report the exit status of killed processes, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Command of a container with what became known of it since its start. */
interface ContainerCommand {
  context: ContainerContext;
  pipes: CommandPipes;
  group: ControlGroup;
  child: ChildProcess;
  watcher: () => ReturnType<typeof watchLimits>;
  /** True when it is in its control group. */
  entered: boolean;
  member?: PauseMember;
  counters?: NetworkCounters | undefined;
  attempts_before?: number | null;
  /** Why it may not begin. */
  refused?: string;
  defect?: { fault: unknown };
}

/**
 * Runs one command in a container and waits until its whole process tree has ended. The engine starts a shell that
 * waits. Meanwhile the shell is put into its control group, so that group and counters cover the command from its first
 * instruction.
 */
export async function runContainerCommand(context: ContainerContext, command: SandboxCommand): Promise<CommandResult> {
  const begun = performance.now();
  const { order } = context;
  const signals = listSignals(command, context.closing);
  if (signals.some(({ aborted }) => aborted)) return createNotStartedResult(describeAbort(signals), begun, 'cancelled');
  let prepared: { pipes: CommandPipes; group: ControlGroup };
  try {
    prepared = await prepareCommand(context, command);
  } catch (error) {
    if (isNonKernelFault(error)) throw error;
    return createNotStartedResult((error as Error).message, begun);
  }
  const { pipes, group } = prepared;
  const child = spawnExec(context, pipes.script);
  const running: ContainerCommand = { context, pipes, group, child, watcher: () => watcher, entered: false };
  const watcher = watchLimits({
    ...command,
    ...{ signals, limits: order.limits, group, disk: getDiskScope(order) },
    processes: () => (running.entered ? group.members() : []),
    kill: () => killCommand(running),
  });
  const output = collectOutput(pipes, command, watcher.output);
  pipes.waiting
    .then((inside) => enterGroup(running, inside))
    .catch((error: Error) => {
      running.refused = error.message;
      if (isUncodedFault(error)) running.defect = { fault: error };
      child.kill('SIGKILL'); // the shell inside ends when its gate goes
    });
  const { status, complaint } = await awaitEnd(child);
  await killSurvivors(group);
  if (running.member !== undefined) context.session_pause.leave(running.member);
  pipes.closeChildEnds();
  await output.ended;
  await watcher.finish();
  const { usage, network_attempts, cwd_fault } = await closeCommand(running);
  const captured = output.finish();
  if (running.defect !== undefined) throw running.defect.fault;
  const fault = running.refused ?? cwd_fault ?? describeEngineFault(running, complaint);
  if (fault !== undefined) return { ...createNotStartedResult(fault, begun), ...captured };
  const version = 'own' in context.groups ? context.groups.own.version : 'container';
  return {
    ...createCommandResult({
      wall_ms: performance.now() - begun - watcher.paused_ms,
      ...{ stop: watcher.stop, status, measured: usage, source: usage ? version : 'none', network_attempts },
      cpu_rlimit: false,
      file_rlimit: computeFileSizeLimit(order) !== undefined,
    }),
    ...captured,
  };
}

/** Creates the pipes and the control group of a command, or leaves nothing behind. */
async function prepareCommand(context: ContainerContext, command: SandboxCommand) {
  const { order } = context;
  const cwd = command.cwd ?? order.root ?? DEFAULT_WORKSPACE_ROOT;
  const environment = { HOME: SANDBOX_HOME, ...order.environment, ...command.environment };
  const pipes = await openCommandPipes(context.commands, command, cwd, environment);
  try {
    return { pipes, group: createCommandGroup(context) };
  } catch (error) {
    await pipes.dispose();
    throw error;
  }
}

/**
 * Puts the waiting shell of a command into its group, and lets it go.
 *
 * @param inside pid of the shell in the container
 */
function enterGroup(running: ContainerCommand, inside: number): void {
  const { context, pipes, group, watcher } = running;
  const pid = findHostProcess(context.container.first.pid, inside, pipes.script);
  if (pid === undefined) throw new MachineError('the command cannot be found among the processes of this machine');
  group.attach(pid);
  running.counters = openNetworkCounters(pid);
  running.attempts_before = running.counters?.attempts() ?? null;
  running.entered = true;
  if (watcher().stop !== undefined) return void group.kill();
  const { setClockRunning } = watcher();
  running.member = { ...createContainerPause(pid, group, context.container), setClockRunning };
  context.session_pause.enter(running.member, pipes.begin);
}

function killCommand({ group, member, child }: ContainerCommand): void {
  group.kill();
  member?.continue(); // what is frozen cannot die
  void delay(TIMEOUT_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
}

/** Ends what measured a command, and removes its group and pipes. */
async function closeCommand({ group, counters, attempts_before = null, pipes }: ContainerCommand) {
  const usage = readUsage(group);
  const attempts = counters?.attempts() ?? null;
  counters?.close();
  await group.remove();
  const cwd_fault = pipes.complaint();
  await pipes.dispose();
  const network_attempts = attempts_before === null || attempts === null ? null : attempts - attempts_before;
  return { usage, network_attempts, cwd_fault };
}

function describeEngineFault({ entered, watcher }: ContainerCommand, complaint: string): string | undefined {
  if (watcher().stop !== undefined) return undefined;
  if (!entered) return complaint || 'the engine ended before the command began';
  return complaint === '' ? undefined : `the engine lost it: ${complaint}`;
}

/** Creates the group of one command. The shell around the command counts as one process. */
function createCommandGroup({ groups, order }: ContainerContext): ControlGroup {
  return 'own' in groups
    ? groups.own.create({ ...order.limits, processes: order.limits.processes + 1 })
    : groups.shared.command();
}

/** Creates the pause of a command: by the freezer of its own group, else by pausing the whole container. */
function createContainerPause(pid: number, group: ControlGroup, container: RunningContainer): PausableCommand {
  return group.freeze === undefined
    ? { stop: container.pause, continue: container.unpause }
    : createPausableCommand(pid, group);
}

function spawnExec({ engine, container }: ContainerContext, script: string): ChildProcess {
  const { uid, gid } = getSandboxOwner();
  const { stdio, close } = restrictDescriptors(['ignore', 'ignore', 'pipe']);
  try {
    const options = ['exec', '--user', `${uid}:${gid}`, container.name, '/bin/sh', script];
    return spawn(engine.program, options, { stdio, cwd: '/', detached: true });
  } finally {
    close();
  }
}

/**
 * Waits for the engine's client. Its exit status is the command's; its standard error carries only the engine's
 * messages.
 */
function awaitEnd(child: ChildProcess): Promise<{ status: number | null; complaint: string }> {
  return new Promise((resolve) => {
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(0, 10_000);
    });
    child.once('error', (error) => resolve({ status: null, complaint: error.message }));
    child.once('close', (status) => resolve({ status, complaint: findFirstErrorLine(stderr) }));
  });
}

/** Kills the remaining processes of a group repeatedly until the group is empty. */
async function killSurvivors(group: ControlGroup): Promise<void> {
  for (let pause = 0; !group.isEmpty(); pause = Math.min(20, pause + 1)) {
    group.kill();
    await delay(pause);
  }
}

function readUsage(group: ControlGroup): ReturnType<ControlGroup['usage']> | undefined {
  try {
    return group.usage();
  } catch {
    return undefined; // the engine's group went with its container
  }
}
