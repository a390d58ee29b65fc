import { randomBytes } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Command,
  type CommandResult,
  type DiskHold,
  type Probe,
  type SandboxBackend,
  type Session,
  type SessionOrder,
  watchedDisk,
} from './backend.js';
import { findCgroups } from './cgroup.js';
import type { Cgroups } from './control_group.js';
import { makeEtc, SANDBOX_HOME } from './etc.js';
import { sandboxOwner } from './identity.js';
import { DOORS, isolatedExec, type Launch } from './isolated_exec.js';
import { DEFAULT_ROOT, mountOptions } from './mounts.js';
import { streamMaker } from './pipes.js';
import { probeBubblewrap } from './probe.js';
import { findProgram } from './program.js';
import { removeAtExit } from './removed_at_exit.js';
import { fileLimit, rlimitPrefix } from './rlimits.js';
import { seccompArchitecture, seccompFilter } from './seccomp.js';
import { standstill } from './standstill.js';
import { traceMaker } from './strace.js';
import { TRACED_PRIVILEGES } from './strace_line.js';
import { makeTemporaryFolder } from './temporary_folder.js';

export interface BubblewrapOptions {
  /** Where sessions keep their few small files. Default: a folder of its own under the system's temporary folder. */
  state_dir?: string;
  /** The program to start. Default: `bwrap` of the system's folders. */
  bwrap?: string;
  /** The tracer to use. Default: `strace` of the system's folders. */
  strace?: string;
  /** How whoever orders sessions has disk use held; undefined = not at all. */
  disk?: Promise<DiskHold> | undefined;
  /** Control groups to use: default is what this machine allows, `none` forces rlimits. */
  cgroups?: Cgroups | 'none';
}

/**
 * Isolation by bubblewrap: every command in namespaces of its own, with an explicit list of read-only host paths, no
 * network but its own loopback, no capabilities, a system call filter, as an unprivileged user, in a control group of its
 * own where this machine allows that.
 */
export function bubblewrapBackend(options: BubblewrapOptions = {}): SandboxBackend {
  const strace = options.strace ?? findProgram('strace');
  const bwrap = options.bwrap ?? findProgram('bwrap') ?? 'bwrap';
  const probed: { plain?: Promise<Probe>; traced?: Promise<Probe> } = {};
  let state: Promise<string> | undefined;
  let cgroups: Cgroups | undefined | 'unknown' = 'unknown';

  const backend: SandboxBackend = {
    name: 'bubblewrap',
    probe(traced = false) {
      const how = traced ? 'traced' : 'plain';
      probed[how] ??= probeBubblewrap(backend, bwrap, traced ? (strace ?? null) : undefined, options.disk);
      return probed[how];
    },
    async open(order) {
      // Both are made at the first session and kept: a machine does not change under us.
      state ??= makeStateDirectory(options.state_dir ?? tmpdir());
      if (cgroups === 'unknown') cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
      // A command can read the path of its standard output: nothing in it may say how many sessions there were.
      const session = randomBytes(6).toString('hex');
      const directory = await state;
      return openSession(order, {
        enter: enterOf(order.holder),
        program: bwrap,
        trace: order.trace ? traceMaker(join(directory, `trace-${session}`), strace ?? 'strace') : undefined,
        options: isolation(order, join(directory, 'etc')),
        filter: seccompFilter(seccompArchitecture() ?? 'x64', order.trace ? TRACED_PRIVILEGES : []),
        pipes: join(directory, `pipes-${session}`),
        cgroups,
      });
    },
  };
  return backend;
}

type Room = Pick<Launch, 'enter' | 'program' | 'trace' | 'options' | 'filter' | 'cgroups'> & { pipes: string };

function openSession(order: SessionOrder, room: Room): Session {
  const root = order.root ?? DEFAULT_ROOT;
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  const rlimits = rlimitPrefix(order.limits, room.cgroups === undefined ? 'all' : 'core', fileLimit(order));
  const streams = streamMaker(room.pipes);
  const together = standstill();

  return {
    root,
    place: (inside) => inside,
    async exec(command: Command) {
      const environment = { HOME: SANDBOX_HOME, ...order.environment, ...command.environment };
      const result = isolatedExec(
        {
          ...room,
          options: [
            ...room.options,
            ...['--chdir', command.cwd ?? root],
            ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
          ],
          argv: [...rlimits, ...command.argv],
          streams,
          limits: order.limits,
          doors: order.doors ?? [],
          disk: watchedDisk(order),
          closing: closing.signal,
          standstill: together,
        },
        command,
      );
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    pause: () => together.pause(),
    resume: async () => together.resume(),
    async close() {
      closing.abort(new Error('the session was closed'));
      await Promise.allSettled(running);
      await rm(room.pipes, { recursive: true, force: true });
    },
  };
}

/** Everything of the bubblewrap command line that is the same for all commands of a session. */
function isolation(order: SessionOrder, etc: string): string[] {
  const { uid, gid } = sandboxOwner();
  return [
    '--unshare-all',
    ...['--unshare-user', '--uid', String(uid), '--gid', String(gid), '--disable-userns'],
    ...['--cap-drop', 'ALL', '--clearenv', '--new-session', '--die-with-parent', '--hostname', 'sandbox'],
    ...mountOptions(order, etc, DOORS),
  ];
}

/** What enters the process that holds the workspace's mounts, when there is one. */
function enterOf(holder: number | undefined): string[] {
  if (holder === undefined) return [];
  const nsenter = findProgram('nsenter') ?? 'nsenter';
  return [nsenter, '--target', String(holder), '--user', '--mount', '--preserve-credentials', '--'];
}

/** The folder of this backend, with the /etc of its sandboxes in it. It goes when the process ends. */
async function makeStateDirectory(parent: string): Promise<string> {
  const directory = await makeTemporaryFolder(parent, 'sandbox');
  removeAtExit(directory);
  await chmod(directory, 0o755); // the sandbox's user mounts from it
  await makeEtc(join(directory, 'etc'), sandboxOwner());
  return directory;
}
