import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { locateProgram } from '../../system/find_program.js';
import { isNonKernelFault, MachineError } from '../../system/is_code_fault.js';
import { restrictDescriptors } from '../../system/restrict_descriptors.js';
import type { CgroupHierarchy, ControlGroup } from '../cgroup/control_group.js';
import { findCgroups } from '../cgroup/find_cgroups.js';
import { collectOutput } from '../execution/collect_output.js';
import { createCommandResult, createNotStartedResult } from '../execution/create_command_result.js';
import { createStreamFactory, type StandardStreams, type StreamFactory } from '../execution/standard_streams.js';
import { listProcessTree } from '../execution/stop_process_tree.js';
import { describeAbort, listSignals, watchLimits } from '../execution/watch_limits.js';
import { makeTemporaryFolder } from '../make_temporary_folder.js';
import {
  type CommandResult,
  type ForwardedPort,
  getDiskScope,
  type SandboxBackend,
  type SandboxCommand,
  type Session,
  type SessionOptions,
} from '../sandbox_backend.js';
import { getSandboxOwner, getSpawnIdentity } from '../sandbox_owner.js';

/** Options of the backend without isolation. */
interface UnisolatedBackendOptions {
  /** Folder for the home folders of sessions. Default: the system's temporary folder. */
  state_dir?: string;
  /** Control groups to use. Default: what this machine allows; `none` = only time and output are limited. */
  cgroups?: CgroupHierarchy | 'none';
}

/** Time that surviving processes get to die before the result is returned, in milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * Creates a backend without isolation: commands run on the machine with all rights of its user. Only the environment is
 * clean and the time limited. `selectBackend` requires an explicit unsafe flag for it.
 */
export function createUnisolatedBackend(options: UnisolatedBackendOptions = {}): SandboxBackend {
  let cgroups: CgroupHierarchy | undefined | 'unknown' = 'unknown';
  return {
    name: 'none',
    async probe() {
      return { usable: true, version: '', class: 'none', isolated: false, guarantees: {} };
    },
    async open(session) {
      if (cgroups === 'unknown') cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
      const parent = options.state_dir ?? tmpdir();
      const doors = await Promise.all((session.forwarded_ports ?? []).map(openLocalPort));
      return openSession(session, await makeTemporaryFolder(parent, 'none'), cgroups, doors);
    },
  };
}

/** Opens a port on the machine's loopback, where every user can reach it: there is no network namespace. */
function openLocalPort({ port, accept }: ForwardedPort): Promise<() => void> {
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
  session_options: SessionOptions,
  directory: string,
  cgroups: CgroupHierarchy | undefined,
  doors: readonly (() => void)[],
): Session {
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  const home = createHome(directory);
  const context: UnisolatedContext = {
    order: session_options,
    home,
    cgroups,
    streams: createStreamFactory(join(directory, 'pipes')),
    closing: closing.signal,
  };
  const mounts = Object.entries({ ...session_options.read_only_mounts, ...session_options.writable_mounts });
  return {
    root: session_options.workspace,
    resolvePath(inside) {
      const [outside_path, mount_point] = mounts.find(([, at]) => inside === at || inside.startsWith(`${at}/`)) ?? [];
      return outside_path === undefined || mount_point === undefined
        ? inside
        : outside_path + inside.slice(mount_point.length);
    },
    exec(command) {
      const result = runPlainCommand(context, command);
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

interface UnisolatedContext {
  order: SessionOptions;
  home: string;
  cgroups: CgroupHierarchy | undefined;
  streams: StreamFactory;
  closing: AbortSignal;
}

async function runPlainCommand(context: UnisolatedContext, command: SandboxCommand): Promise<CommandResult> {
  const begun = performance.now();
  const signals = listSignals(command, context.closing);
  if (signals.some(({ aborted }) => aborted)) return createNotStartedResult(describeAbort(signals), begun, 'cancelled');
  let streams: StandardStreams | undefined;
  let group: ControlGroup | undefined;
  let child: ChildProcess;
  try {
    streams = await context.streams(command.stdin);
    group = context.cgroups?.create(context.order.limits);
    child = spawnCommand(context, command, streams);
    if (child.pid !== undefined) group?.attach(child.pid);
    (child.stdio[GATE_DESCRIPTOR] as Writable).on('error', () => {}).end('\n');
  } catch (error) {
    streams?.stdout.destroy();
    streams?.stderr.destroy();
    await group?.remove();
    if (isNonKernelFault(error)) throw error;
    return createNotStartedResult((error as Error).message, begun);
  } finally {
    streams?.closeChildEnds();
  }
  const kill = () => {
    group?.kill();
    killProcessGroup(child.pid);
  };
  const watcher = watchLimits({
    ...command,
    ...{ signals, limits: context.order.limits, group, disk: getDiskScope(context.order), kill },
    processes: () => group?.members() ?? (child.pid === undefined ? [] : listProcessTree(child.pid)),
  });
  const output = collectOutput(streams, command, watcher.output);
  const exit = await awaitExit(child);
  kill(); // survivors: all of them with a control group, those of the process group without
  await Promise.race([output.ended, delay(TIMEOUT_MS, undefined, { ref: false })]);
  const ended = streams.stdout.destroyed && streams.stderr.destroyed;
  if (ended) streams.release();
  streams.stdout.destroy();
  streams.stderr.destroy();
  await watcher.finish();
  const usage = group?.usage();
  await group?.remove();
  if (exit.error !== undefined) return createNotStartedResult(exit.error.message, begun);
  return {
    ...createCommandResult({
      wall_ms: performance.now() - begun,
      ...{ stop: watcher.stop, status: exit.status, measured: usage, cpu_rlimit: false, file_rlimit: false },
      source: group === undefined ? 'none' : (context.cgroups?.version ?? 'none'),
      network_attempts: null,
    }),
    ...output.finish(),
  };
}

/** The descriptor on which a command waits until it is in its control group. */
const GATE_DESCRIPTOR = 3;
const GATE_SCRIPT = 'read -r _ <&3; exec 3<&-; ulimit -c 0;';

function spawnCommand(
  { order, home }: UnisolatedContext,
  command: SandboxCommand,
  streams: StandardStreams,
): ChildProcess {
  const cwd = command.cwd ?? order.workspace;
  const enter = [
    locateProgram('nsenter'),
    '--target',
    String(order.holder),
    '--user',
    '--mount',
    '--preserve-credentials',
    '--',
  ];
  const [program = '', ...rest] =
    order.holder === undefined
      ? ['/bin/sh', '-c', `${GATE_SCRIPT} exec "$@"`, 'sh', ...command.argv]
      : // The directory may exist in the holder's mounts only, so it is entered there.
        [...enter, '/bin/sh', '-c', `${GATE_SCRIPT} cd -- "$1" && shift && exec "$@"`, 'sh', cwd, ...command.argv];
  const env = { HOME: home, ...order.environment, ...command.environment };
  if ([cwd, ...rest, ...Object.entries(env).flat()].some((text) => text.includes('\0')))
    throw new MachineError('a path or a variable contains NUL');
  const { stdio, close } = restrictDescriptors([...streams.child_descriptors, 'pipe']);
  try {
    return spawn(program, rest, {
      cwd: order.holder === undefined ? cwd : '/',
      env,
      stdio,
      detached: true, // a process group of its own
      ...getSpawnIdentity(),
    });
  } finally {
    close();
  }
}

function awaitExit(child: ChildProcess): Promise<{ error?: Error; status: number | null }> {
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

function createHome(directory: string): string {
  const home = join(directory, 'home');
  mkdirSync(home);
  if (process.getuid?.() !== 0) return home;
  const { uid, gid } = getSandboxOwner();
  chownSync(directory, uid, gid);
  chownSync(home, uid, gid);
  return home;
}
