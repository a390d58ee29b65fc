import { randomBytes } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/input/get_workspace_root.js';
import { findProgram, locateProgram } from '../../system/find_program.js';
import { rememberPromise } from '../../system/remember_promise.js';
import { areCoreDumpsLimited } from '../are_core_dumps_limited.js';
import { buildRlimitPrefix, computeFileSizeLimit } from '../build_rlimit_prefix.js';
import type { CgroupHierarchy } from '../cgroup/control_group.js';
import { findCgroups } from '../cgroup/find_cgroups.js';
import { chooseStateParent } from '../choose_state_parent.js';
import { createEtcFolder, SANDBOX_HOME } from '../create_etc_folder.js';
import { createSessionPause } from '../execution/session_pause.js';
import { createPipeMaker, createStreamFactory, type PipeMaker } from '../execution/standard_streams.js';
import { listMountOptions } from '../list_mount_options.js';
import { makeTemporaryFolder } from '../make_temporary_folder.js';
import { removeAtExit } from '../remove_at_exit.js';
import {
  type CommandResult,
  type DiskEnforcement,
  getDiskScope,
  type SandboxBackend,
  type SandboxCommand,
  type SandboxProbe,
  type Session,
  type SessionOptions,
} from '../sandbox_backend.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import { createSeccompFilter, getSeccompArchitecture } from '../seccomp/create_seccomp_filter.js';
import { TRACED_PRIVILEGED_CALLS } from '../trace/parse_strace_line.js';
import { createTraceFactory } from '../trace/trace_factory.js';
import { findTraceFault, probeBubblewrap } from './probe_bubblewrap.js';
import { type BubblewrapLaunch, runIsolatedCommand } from './run_isolated_command.js';
import { PORTS_DESCRIPTOR } from './start_bubblewrap.js';

/** Options of the bubblewrap backend. */
interface BubblewrapOptions {
  /** Parent of the folders for the state of sessions. Default: memory, or the system's temporary folder. */
  state_dir?: string;
  /** The program to start. Default: `bwrap` of the system's folders. */
  bwrap?: string;
  /** The tracer to use. Default: `strace` of the system's folders. */
  strace?: string;
  /** Enforcement of the disk limit that the caller arranges; undefined = none. */
  disk?: Promise<DiskEnforcement> | undefined;
  /** Control groups to use. Default: what this machine allows; `none` forces rlimits. */
  cgroups?: CgroupHierarchy | 'none';
}

/**
 * Creates a backend that isolates each command with bubblewrap. A command gets its own namespaces, an explicit list of
 * read-only host paths, a network with nothing but its own loopback, no capabilities, a system call filter, an
 * unprivileged user, and, if the machine allows it, a control group.
 */
export function createBubblewrapBackend(options: BubblewrapOptions = {}): SandboxBackend {
  const strace = options.strace ?? findProgram('strace');
  const bwrap = options.bwrap ?? locateProgram('bwrap');
  const probed: {
    plain?: Promise<SandboxProbe>;
    traced?: Promise<SandboxProbe>;
  } = {};
  // Created at the first session and kept: the machine does not change meanwhile.
  const getState = rememberPromise(async () => {
    const directory = await createStateDirectory(options.state_dir ?? chooseStateParent());
    createEtcFolder(join(directory, 'etc'), getSandboxOwner());
    return directory;
  });
  // What a tracer writes may be large: never in memory.
  const getTraceState = rememberPromise(() => createStateDirectory(options.state_dir ?? tmpdir()));
  const getPipeMaker = rememberPromise(async () => createPipeMaker(join(await getState(), 'pipes')));
  let cgroups: CgroupHierarchy | undefined | 'unknown' = 'unknown';

  const backend: SandboxBackend = {
    name: 'bubblewrap',
    probe(traced = false) {
      const mode = traced ? 'traced' : 'plain';
      probed[mode] ??= probeBubblewrap(backend, bwrap, traced ? (strace ?? null) : undefined, options.disk).then(
        (probe) => {
          // Only what works stays known: a refusal may be mended before the next run.
          if (!probe.usable) delete probed[mode];
          return probe;
        },
      );
      return probed[mode];
    },
    prepare() {
      if (cgroups !== 'unknown') cgroups?.prepare?.();
    },
    findProgramTraceFault: rememberPromise(() => findTraceFault(backend, strace)),
    async open(session_options) {
      if (cgroups === 'unknown') {
        cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
        cgroups?.prepare?.();
      }
      // A command can read the path of its standard output: nothing in it may say how many sessions there were.
      const session = randomBytes(6).toString('hex');
      const directory = await getState();
      const programs = session_options.programs ? 'programs' : undefined;
      const scope = session_options.trace ? 'all' : programs;
      return openSession(session_options, {
        enter: getEnterPrefix(session_options.holder),
        program: bwrap,
        trace: scope && createTraceFactory(join(await getTraceState(), `trace-${session}`), strace ?? 'strace', scope),
        options: listIsolationOptions(session_options, join(directory, 'etc')),
        filter: createSeccompFilter(
          getSeccompArchitecture() ?? 'x64',
          session_options.trace ? TRACED_PRIVILEGED_CALLS : [],
        ),
        pipes: join(directory, `pipes-${session}`),
        makePipes: await getPipeMaker(),
        cgroups,
        core_limited: await areCoreDumpsLimited(),
      });
    },
  };
  return backend;
}

type BubblewrapContext = Pick<BubblewrapLaunch, 'enter' | 'program' | 'trace' | 'options' | 'filter' | 'cgroups'> & {
  pipes: string;
  makePipes: PipeMaker;
  /** Core dumps of all that this process starts are limited. */
  core_limited: boolean;
};

function openSession(session_options: SessionOptions, context: BubblewrapContext): Session {
  const root = session_options.root ?? DEFAULT_WORKSPACE_ROOT;
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  const listLimits = (core_limited: boolean) =>
    buildRlimitPrefix(
      session_options.limits,
      { grouped: context.cgroups !== undefined, core_limited },
      computeFileSizeLimit(session_options),
    );
  // Of a program that does not exist the prefix says so by its status, as a shell does; a shell is there.
  const [shell_limits, program_limits] = [listLimits(context.core_limited), listLimits(false)];
  const streams = createStreamFactory(context.pipes, context.makePipes);
  const session_pause = createSessionPause();

  return {
    root,
    resolvePath: (inside) => inside,
    async exec(command: SandboxCommand) {
      const rlimits = command.argv[0] === SHELL ? shell_limits : program_limits;
      const environment = { HOME: SANDBOX_HOME, ...session_options.environment, ...command.environment };
      const result = runIsolatedCommand(
        {
          ...context,
          options: [
            ...context.options,
            ...['--chdir', command.cwd ?? root],
            ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
          ],
          argv: [...rlimits, ...command.argv],
          own_programs: rlimits.length > 0 ? 2 : 1,
          streams,
          limits: session_options.limits,
          forwarded_ports: session_options.forwarded_ports ?? [],
          disk: getDiskScope(session_options),
          closing: closing.signal,
          session_pause: session_pause,
        },
        command,
      );
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    pause: () => session_pause.pause(),
    resume: async () => session_pause.resume(),
    async close() {
      closing.abort(new Error('the session was closed'));
      await Promise.allSettled(running);
      await rm(context.pipes, { recursive: true, force: true });
    },
  };
}

/** Shell that every sandbox has. */
const SHELL = '/bin/sh';

/** Lists the bubblewrap options that all commands of a session share. */
function listIsolationOptions(session_options: SessionOptions, etc: string): string[] {
  const { uid, gid } = getSandboxOwner();
  return [
    '--unshare-all',
    ...['--unshare-user', '--uid', String(uid), '--gid', String(gid), '--disable-userns'],
    ...['--cap-drop', 'ALL', '--clearenv', '--new-session', '--die-with-parent', '--hostname', 'sandbox'],
    ...listMountOptions(session_options, etc, PORTS_DESCRIPTOR),
  ];
}

/**
 * Returns the command prefix that enters the namespaces of the process holding the workspace's mounts; empty without
 * one.
 */
function getEnterPrefix(holder: number | undefined): string[] {
  if (holder === undefined) return [];
  return [locateProgram('nsenter'), '--target', String(holder), '--user', '--mount', '--preserve-credentials', '--'];
}

/** Creates a state folder of a backend, which is removed when this process ends. */
async function createStateDirectory(parent: string): Promise<string> {
  const directory = await makeTemporaryFolder(parent, 'sandbox');
  removeAtExit(directory);
  await chmod(directory, 0o755); // the sandbox's user mounts from it
  return directory;
}
