import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/get_workspace_root.js';
import { isNonKernelFault, isUncodedFault } from '../../system/is_code_fault.js';
import { MachineError } from '../../system/machine_error.js';
import { restrictDescriptors } from '../../system/restrict_descriptors.js';
import { computeFileSizeLimit } from '../build_rlimit_prefix.js';
import type { CgroupHierarchy, ControlGroup } from '../cgroup/control_group.js';
import { SANDBOX_HOME } from '../create_etc_folder.js';
import { collectOutput } from '../execution/collect_output.js';
import { createNotStartedResult } from '../execution/create_not_started_result.js';
import { determineExitCause } from '../execution/determine_exit_cause.js';
import { type NetworkCounters, openNetworkCounters } from '../execution/network_counters.js';
import {
  createPausableCommand,
  type PausableCommand,
  type PauseMember,
  type SessionPause,
} from '../execution/session_pause.js';
import { describeAbort, watchLimits } from '../execution/watch_limits.js';
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

/**
 * Runs one command in a container and waits until its whole process tree has ended. The engine starts a shell that
 * waits. Meanwhile the shell is put into its control group, so that group and counters cover the command from its first
 * instruction.
 */
export async function runContainerCommand(context: ContainerContext, command: SandboxCommand): Promise<CommandResult> {
  const begun = performance.now();
  const { order, container } = context;
  const signals = command.signal === undefined ? [context.closing] : [command.signal, context.closing];
  if (signals.some(({ aborted }) => aborted)) return createNotStartedResult(describeAbort(signals), begun, 'cancelled');
  const cwd = command.cwd ?? order.root ?? DEFAULT_WORKSPACE_ROOT;
  const environment = { HOME: SANDBOX_HOME, ...order.environment, ...command.environment };
  let own: CommandPipes | undefined;
  let group: ControlGroup;
  try {
    own = await openCommandPipes(context.commands, command, cwd, environment);
    group = createCommandGroup(context);
  } catch (error) {
    await own?.dispose();
    if (isNonKernelFault(error)) throw error;
    return createNotStartedResult((error as Error).message, begun);
  }

  const child = spawnExec(context, own.script);
  let member: PauseMember | undefined;
  const watcher = watchLimits({
    timeout_ms: command.timeout_ms,
    signals,
    limits: order.limits,
    group,
    disk: getDiskScope(order),
    processes: () => (entered ? group.members() : []),
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
    kill: () => {
      group.kill();
      member?.continue(); // what is frozen cannot die
      void delay(TIMEOUT_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    },
  });
  const output = collectOutput(own, command, watcher.output);
  let counters: NetworkCounters | undefined;
  let attemptsBefore: number | null = null;
  let entered = false;
  let refused: string | undefined;
  let defect: { fault: unknown } | undefined;
  const pipes = own;
  const enter = (inside: number) => {
    const pid = findHostProcess(container.first.pid, inside, pipes.script);
    if (pid === undefined) throw new MachineError('the command cannot be found among the processes of this machine');
    group.attach(pid);
    counters = openNetworkCounters(pid);
    attemptsBefore = counters?.attempts() ?? null;
    entered = true;
    if (watcher.stop !== undefined) return group.kill();
    member = {
      ...createContainerPause(pid, group, container),
      setClockRunning: (running) => watcher.setClockRunning(running),
    };
    context.session_pause.enter(member, pipes.begin);
  };
  own.waiting.then(enter).catch((error: Error) => {
    refused = error.message;
    if (isUncodedFault(error)) defect = { fault: error };
    child.kill('SIGKILL'); // the shell inside ends when its gate goes
  });

  const { status, complaint } = await awaitEnd(child);
  await killSurvivors(group);
  if (member !== undefined) context.session_pause.leave(member);
  own.closeChildEnds();
  await output.ended;
  await watcher.finish();
  const used = readUsage(group);
  const attemptsAfter = counters?.attempts() ?? null;
  counters?.close();
  await group.remove();
  const cwd_fault = own.complaint();
  await own.dispose();
  const captured = output.finish();
  if (defect !== undefined) throw defect.fault;

  const engine_fault =
    entered && complaint !== '' && watcher.stop === undefined ? `the engine lost it: ${complaint}` : undefined;
  const fault =
    refused ??
    cwd_fault ??
    engine_fault ??
    (entered || watcher.stop !== undefined ? undefined : complaint || 'the engine ended before the command began');
  if (fault !== undefined) return { ...createNotStartedResult(fault, begun), ...captured };
  return {
    ...determineExitCause({
      stop: watcher.stop,
      status,
      oom_kills: used?.oom_kills ?? 0,
      cpu_rlimit: false,
      file_rlimit: computeFileSizeLimit(order) !== undefined,
    }),
    usage: {
      wall_ms: performance.now() - begun - watcher.paused_ms,
      cpu_ms: used?.cpu_ms ?? null,
      peak_memory_bytes: used?.peak_memory_bytes ?? null,
      source: used === undefined ? 'none' : 'own' in context.groups ? context.groups.own.version : 'container',
    },
    network_attempts: attemptsBefore === null || attemptsAfter === null ? null : attemptsAfter - attemptsBefore,
    forks_refused: used?.forks_refused ?? null,
    ...captured,
  };
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
