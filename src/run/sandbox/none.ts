import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Command,
  type CommandResult,
  type Door,
  type SandboxBackend,
  type Session,
  type SessionOrder,
  watchedDisk,
} from './backend.js';
import { findCgroups } from './cgroup.js';
import type { Cgroups, Group } from './control_group.js';
import { exitCause } from './exit_cause.js';
import { sandboxOwner, spawnAs } from './identity.js';
import { notStarted } from './isolated_exec.js';
import { listen } from './output.js';
import { onlyTheseDescriptors, type StandardStreams, type StreamMaker, streamMaker } from './pipes.js';
import { processTree } from './stop_tree.js';
import { makeTemporaryFolder } from './temporary_folder.js';
import { cancellation, watch } from './watch.js';

export interface NoneOptions {
  /** Where sessions keep their home folders. Default: the system's temporary folder. */
  state_dir?: string;
  /** Control groups to use: default is what this machine allows, `none` = no limits but time and output. */
  cgroups?: Cgroups | 'none';
}

/** How long a command's survivors may take to die before we go on without them, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * No isolation: commands run on the machine itself and can do whatever its user can. Only the environment is clean and
 * the clock is watched. Choosing it takes an explicit unsafe flag, which `selectBackend` asks for.
 */
export function noneBackend(options: NoneOptions = {}): SandboxBackend {
  let cgroups: Cgroups | undefined | 'unknown' = 'unknown';
  return {
    name: 'none',
    async probe() {
      return { usable: true, version: '', class: 'none', isolated: false, guarantees: {} };
    },
    async open(order) {
      if (cgroups === 'unknown') cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
      const parent = options.state_dir ?? tmpdir();
      const doors = await Promise.all((order.doors ?? []).map(openHere));
      return openSession(order, await makeTemporaryFolder(parent, 'none'), cgroups, doors);
    },
  };
}

/** Without a network of its own a session's doors are on the machine's loopback, for everybody on it. */
function openHere({ port, accept }: Door): Promise<() => void> {
  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connections.add(connection);
    connection.on('error', () => {}).on('close', () => connections.delete(connection));
    accept(connection);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () =>
      resolve(() => {
        server.close();
        for (const connection of connections) connection.destroy();
      }),
    );
  });
}

function openSession(
  order: SessionOrder,
  directory: string,
  cgroups: Cgroups | undefined,
  doors: readonly (() => void)[],
): Session {
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  const home = makeHome(directory);
  const room: Room = { order, home, cgroups, streams: streamMaker(join(directory, 'pipes')), closing: closing.signal };
  const mounts = Object.entries({ ...order.read_only_mounts, ...order.writable_mounts });
  return {
    root: order.workspace,
    place(inside) {
      const [from, to] = mounts.find(([, at]) => inside === at || inside.startsWith(`${at}/`)) ?? [];
      return from === undefined || to === undefined ? inside : from + inside.slice(to.length);
    },
    exec(command) {
      const result = plainExec(room, command);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async close() {
      closing.abort(new Error('the session was closed'));
      await Promise.allSettled(running);
      for (const close of doors) close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Room {
  order: SessionOrder;
  home: string;
  cgroups: Cgroups | undefined;
  streams: StreamMaker;
  closing: AbortSignal;
}

async function plainExec(room: Room, command: Command): Promise<CommandResult> {
  const begun = performance.now();
  const signals = command.signal === undefined ? [room.closing] : [command.signal, room.closing];
  if (signals.some(({ aborted }) => aborted)) return notStarted(cancellation(signals), begun, 'cancelled');
  let streams: StandardStreams | undefined;
  let group: Group | undefined;
  let child: ChildProcess;
  try {
    streams = await room.streams(command.stdin);
    group = room.cgroups?.create(room.order.limits);
    child = start(room, command, streams);
    if (child.pid !== undefined) group?.attach(child.pid);
    (child.stdio[GATE] as Writable).on('error', () => {}).end('\n');
  } catch (error) {
    streams?.stdout.destroy();
    streams?.stderr.destroy();
    await group?.remove();
    return notStarted((error as Error).message, begun);
  } finally {
    streams?.handOver();
  }
  const kill = () => {
    group?.kill();
    killProcessGroup(child.pid);
  };
  const watcher = watch({
    timeout_ms: command.timeout_ms,
    on_sample: command.on_sample,
    sample_ms: command.sample_ms,
    signals,
    limits: room.order.limits,
    group,
    disk: watchedDisk(room.order),
    processes: () => group?.members() ?? (child.pid === undefined ? [] : processTree(child.pid)),
    kill,
  });
  const output = listen(streams, command, watcher.output);
  const exit = await exitOf(child);
  kill(); // survivors: all of them with a control group, those of the process group without
  await Promise.race([output.ended, delay(PATIENCE_MS, undefined, { ref: false })]);
  const ended = streams.stdout.destroyed && streams.stderr.destroyed;
  if (ended) streams.giveBack();
  streams.stdout.destroy();
  streams.stderr.destroy();
  await watcher.finish();
  const used = group?.usage();
  await group?.remove();
  if (exit.error !== undefined) return notStarted(exit.error.message, begun);
  return {
    ...exitCause({
      stop: watcher.stop,
      status: exit.status,
      oom_kills: used?.oom_kills ?? 0,
      cpu_rlimit: false,
      file_rlimit: false,
    }),
    usage: {
      wall_ms: performance.now() - begun,
      cpu_ms: used?.cpu_ms ?? null,
      peak_memory_bytes: used?.peak_memory_bytes ?? null,
      source: group === undefined ? 'none' : (room.cgroups?.version ?? 'none'),
    },
    network_attempts: null,
    ...output.finish(),
  };
}

/** The descriptor on which a command waits until it is in its control group. */
const GATE = 3;
const WAIT = 'read -r _ <&3; exec 3<&-; ulimit -c 0;';

function start({ order, home }: Room, command: Command, streams: StandardStreams): ChildProcess {
  const cwd = command.cwd ?? order.workspace;
  const enter = ['nsenter', '--target', String(order.holder), '--user', '--mount', '--preserve-credentials', '--'];
  const [program = '', ...rest] =
    order.holder === undefined
      ? ['/bin/sh', '-c', `${WAIT} exec "$@"`, 'sh', ...command.argv]
      : // The directory may exist in the holder's mounts only, so it is entered there.
        [...enter, '/bin/sh', '-c', `${WAIT} cd -- "$1" && shift && exec "$@"`, 'sh', cwd, ...command.argv];
  const { stdio, close } = onlyTheseDescriptors([...streams.theirs, 'pipe']);
  try {
    return spawn(program, rest, {
      cwd: order.holder === undefined ? cwd : '/',
      env: { HOME: home, ...order.environment, ...command.environment },
      stdio,
      detached: true, // a process group of its own
      ...spawnAs(),
    });
  } finally {
    close();
  }
}

function exitOf(child: ChildProcess): Promise<{ error?: Error; status: number | null }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ error, status: null }));
    child.once('exit', (code, signal) => resolve({ status: signal === null ? code : 128 + constants.signals[signal] }));
  });
}

function killProcessGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody left in it.
  }
}

function makeHome(directory: string): string {
  const home = join(directory, 'home');
  mkdirSync(home);
  if (process.getuid?.() !== 0) return home;
  const { uid, gid } = sandboxOwner();
  chownSync(directory, uid, gid);
  chownSync(home, uid, gid);
  return home;
}
