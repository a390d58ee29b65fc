import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, type CommandResult, type SessionOrder, watchedDisk } from '../backend.js';
import type { Cgroups, Group } from '../control_group.js';
import { SANDBOX_HOME } from '../etc.js';
import { exitCause } from '../exit_cause.js';
import { sandboxOwner } from '../identity.js';
import { notStarted } from '../isolated_exec.js';
import { DEFAULT_ROOT } from '../mounts.js';
import { type NetworkCounters, openNetworkCounters } from '../network_counters.js';
import { listen } from '../output.js';
import { onlyTheseDescriptors } from '../pipes.js';
import { fileLimit } from '../rlimits.js';
import { type Member, type Pausable, pausable, type Standstill } from '../standstill.js';
import { cancellation, watch } from '../watch.js';
import { type CommandRoom, openCommandRoom } from './command_room.js';
import { type Engine, firstComplaint } from './engine.js';
import { hostProcess } from './host_process.js';
import type { RunningContainer } from './running_container.js';
import type { SharedGroup } from './shared_group.js';

/** Where a session's commands run. */
export interface ContainerRoom {
  engine: Engine;
  order: SessionOrder;
  container: RunningContainer;
  /** Host folder that is shown inside at COMMANDS. */
  commands: string;
  /** Groups of our own for every command, or the engine's for all of them. */
  groups: { own: Cgroups } | { shared: SharedGroup };
  /** Aborted when the session closes. */
  closing: AbortSignal;
  standstill: Standstill;
}

/** How long the engine may take to hand over the exit status of what has been killed, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Runs one command in a container and returns when nothing of it is left. The engine starts a shell that waits; in that pause it
 * is put into its control group, so group and counters cover the command from its first instruction.
 */
export async function containerExec(room: ContainerRoom, command: Command): Promise<CommandResult> {
  const begun = performance.now();
  const { order, container } = room;
  const signals = command.signal === undefined ? [room.closing] : [command.signal, room.closing];
  if (signals.some(({ aborted }) => aborted)) return notStarted(cancellation(signals), begun, 'cancelled');
  const cwd = command.cwd ?? order.root ?? DEFAULT_ROOT;
  const environment = { HOME: SANDBOX_HOME, ...order.environment, ...command.environment };
  let own: CommandRoom | undefined;
  let group: Group;
  try {
    own = await openCommandRoom(room.commands, command, cwd, environment);
    group = groupFor(room);
  } catch (error) {
    await own?.dispose();
    return notStarted((error as Error).message, begun);
  }

  const child = launch(room, own.script);
  let member: Member | undefined;
  const watcher = watch({
    timeout_ms: command.timeout_ms,
    signals,
    limits: order.limits,
    group,
    disk: watchedDisk(order),
    processes: () => (entered ? group.members() : []),
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
    kill: () => {
      group.kill();
      member?.go(); // what is frozen cannot die
      void delay(PATIENCE_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    },
  });
  const output = listen(own, command, watcher.output);
  let counters: NetworkCounters | undefined;
  let attemptsBefore: number | null = null;
  let entered = false;
  let refused: string | undefined;
  const place = own;
  const enter = (inside: number) => {
    const pid = hostProcess(container.first.pid, inside, place.script);
    if (pid === undefined) throw new Error('the command cannot be found among the processes of this machine');
    group.attach(pid);
    counters = openNetworkCounters(pid);
    attemptsBefore = counters?.attempts() ?? null;
    entered = true;
    if (watcher.stop !== undefined) return group.kill();
    member = { ...pausing(pid, group, container), clock: (running) => watcher.clock(running) };
    room.standstill.enter(member, place.begin);
  };
  own.waiting.then(enter).catch((error: Error) => {
    refused = error.message;
    child.kill('SIGKILL'); // the shell inside ends when its gate goes
  });

  const { status, complaint } = await endOf(child);
  await emptied(group);
  if (member !== undefined) room.standstill.leave(member);
  own.handOver();
  await output.ended;
  await watcher.finish();
  const used = usageOf(group);
  const attemptsAfter = counters?.attempts() ?? null;
  counters?.close();
  await group.remove();
  const trouble = own.complaint();
  await own.dispose();
  const captured = output.finish();

  const lost =
    entered && complaint !== '' && watcher.stop === undefined ? `the engine lost it: ${complaint}` : undefined;
  const why =
    refused ??
    trouble ??
    lost ??
    (entered || watcher.stop !== undefined ? undefined : complaint || 'the engine ended before the command began');
  if (why !== undefined) return { ...notStarted(why, begun), ...captured };
  return {
    ...exitCause({
      stop: watcher.stop,
      status,
      oom_kills: used?.oom_kills ?? 0,
      cpu_rlimit: false,
      file_rlimit: fileLimit(order) !== undefined,
    }),
    usage: {
      wall_ms: performance.now() - begun - watcher.paused_ms,
      cpu_ms: used?.cpu_ms ?? null,
      peak_memory_bytes: used?.peak_memory_bytes ?? null,
      source: used === undefined ? 'none' : 'own' in room.groups ? room.groups.own.version : 'container',
    },
    network_attempts: attemptsBefore === null || attemptsAfter === null ? null : attemptsAfter - attemptsBefore,
    ...captured,
  };
}

/** The shell around the command counts as one process of the group. */
function groupFor({ groups, order }: ContainerRoom): Group {
  return 'own' in groups
    ? groups.own.create({ ...order.limits, processes: order.limits.processes + 1 })
    : groups.shared.command();
}

/** By the freezer of its own group, else all commands of the container together. */
function pausing(pid: number, group: Group, container: RunningContainer): Pausable {
  return group.freeze === undefined ? { stop: container.pause, go: container.unpause } : pausable(pid, group);
}

function launch({ engine, container }: ContainerRoom, script: string): ChildProcess {
  const { uid, gid } = sandboxOwner();
  const { stdio, close } = onlyTheseDescriptors(['ignore', 'ignore', 'pipe']);
  try {
    const options = ['exec', '--user', `${uid}:${gid}`, container.name, '/bin/sh', script];
    return spawn(engine.program, options, { stdio, cwd: '/', detached: true });
  } finally {
    close();
  }
}

/** The engine's exit status is the command's; what it says is its own, since the command has other streams. */
function endOf(child: ChildProcess): Promise<{ status: number | null; complaint: string }> {
  return new Promise((resolve) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(0, 10_000);
    });
    child.once('error', (error) => resolve({ status: null, complaint: error.message }));
    child.once('close', (status) => resolve({ status, complaint: firstComplaint(said) }));
  });
}

/** Kills what the command left behind, in rounds, until nothing of it is left. */
async function emptied(group: Group): Promise<void> {
  for (let pause = 0; !group.isEmpty(); pause = Math.min(20, pause + 1)) {
    group.kill();
    await delay(pause);
  }
}

function usageOf(group: Group): ReturnType<Group['usage']> | undefined {
  try {
    return group.usage();
  } catch {
    return undefined; // the engine's group went with its container
  }
}
