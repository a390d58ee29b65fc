import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, CommandResult, Probe, SandboxBackend, Session, SessionOrder } from './backend.js';
import { type Cgroups, findCgroups } from './cgroup.js';
import { sandboxOwner } from './identity.js';
import { isolatedExec, type Launch } from './isolated_exec.js';
import { DEFAULT_ROOT, mountOptions, SANDBOX_HOME, type SessionFiles, sessionFileContents } from './mounts.js';
import { probeBubblewrap } from './probe.js';
import { findProgram } from './program.js';
import { rlimitPrefix } from './rlimits.js';
import { seccompArchitecture, seccompFilter } from './seccomp.js';

export interface BubblewrapOptions {
  /** Where sessions keep their few small files. Default: a folder of its own under the system's temporary folder. */
  state_dir?: string;
  /** The program to start. Default: `bwrap` of PATH. */
  bwrap?: string;
  /** Control groups to use: default is what this machine allows, `none` forces rlimits. */
  cgroups?: Cgroups | 'none';
}

/**
 * Isolation by bubblewrap: every command in namespaces of its own, with an explicit list of read-only host paths, no
 * network unless ordered, no capabilities, a system call filter, as an unprivileged user, in a control group of its
 * own where this machine allows that.
 */
export function bubblewrapBackend(options: BubblewrapOptions = {}): SandboxBackend {
  const program = options.bwrap ?? findProgram('bwrap') ?? 'bwrap';
  let cgroups: Cgroups | undefined | null = null;
  let probed: Promise<Probe> | undefined;

  const backend: SandboxBackend = {
    name: 'bubblewrap',
    probe() {
      probed ??= probeBubblewrap(backend, program);
      return probed;
    },
    async open(order) {
      // Looked for once, at the first session: a machine does not change its hierarchy under us.
      if (cgroups === null) cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
      const directory = await sessionDirectory(options.state_dir);
      const files = await sessionFiles(directory);
      return session(order, { program, cgroups, options: isolation(order, files), directory });
    },
  };
  return backend;
}

interface Room {
  program: string;
  cgroups: Cgroups | undefined;
  options: string[];
  directory: string;
}

function session(order: SessionOrder, room: Room): Session {
  const root = order.root ?? DEFAULT_ROOT;
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  const rlimits = rlimitPrefix(order.limits, room.cgroups === undefined ? 'all' : 'core');
  const filter = seccompFilter(seccompArchitecture() ?? 'x64');

  return {
    root,
    async exec(command: Command) {
      const environment = { HOME: SANDBOX_HOME, ...order.environment, ...command.environment };
      const launch: Launch = {
        program: room.program,
        holder: order.holder,
        options: [
          ...room.options,
          ...(command.cwd === undefined ? [] : ['--chdir', command.cwd]),
          ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
        ],
        argv: [...rlimits, ...command.argv],
        filter,
        cgroups: room.cgroups,
        limits: order.limits,
        count_network: order.network === 'none',
        upper: order.upper,
        closing: closing.signal,
      };
      const result = isolatedExec(launch, command);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async close() {
      closing.abort(new Error('the session was closed'));
      await Promise.allSettled(running);
      await rm(room.directory, { recursive: true, force: true });
    },
  };
}

/** Everything of the bubblewrap command line that is the same for all commands of a session. */
function isolation(order: SessionOrder, files: SessionFiles): string[] {
  const { uid, gid } = sandboxOwner();
  return [
    '--unshare-all',
    ...(order.network === 'host' ? ['--share-net'] : []),
    ...['--unshare-user', '--uid', String(uid), '--gid', String(gid), '--disable-userns'],
    ...['--cap-drop', 'ALL', '--clearenv', '--new-session', '--die-with-parent', '--hostname', 'sandbox'],
    ...mountOptions(order, files),
  ];
}

async function sessionDirectory(stateDir: string | undefined): Promise<string> {
  if (stateDir !== undefined) await mkdir(stateDir, { recursive: true });
  const directory = mkdtempSync(join(stateDir ?? tmpdir(), 'gatebench-session-'));
  await chmod(directory, 0o755); // the sandbox's user reads it
  return directory;
}

async function sessionFiles(directory: string): Promise<SessionFiles> {
  const contents = sessionFileContents(sandboxOwner());
  const paths = Object.fromEntries(Object.keys(contents).map((name) => [name, join(directory, name)]));
  await Promise.all(
    Object.entries(contents).map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o644 })),
  );
  return paths as unknown as SessionFiles;
}
