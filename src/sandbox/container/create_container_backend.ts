import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/input/get_workspace_root.js';
import { UserError } from '../../contract/input/user_error.js';
import { getOwnerTag, isOwnerGone } from '../../system/get_owner_tag.js';
import { MachineError } from '../../system/is_code_fault.js';
import { rememberPromise } from '../../system/remember_promise.js';
import type { CgroupHierarchy } from '../cgroup/control_group.js';
import { findCgroups } from '../cgroup/find_cgroups.js';
import { createEtcFiles } from '../create_etc_folder.js';
import { type ForwardedPorts, openForwardedPorts } from '../execution/forwarded_ports.js';
import { createSessionPause } from '../execution/session_pause.js';
import { makeTemporaryFolder } from '../make_temporary_folder.js';
import { removeAtExit } from '../remove_at_exit.js';
import type { CommandResult, DiskEnforcement, SandboxBackend, Session, SessionOptions } from '../sandbox_backend.js';
import { getSandboxOwner } from '../sandbox_owner.js';
import {
  type ContainerEngine,
  type ContainerEngineName,
  createContainerEngine,
  removeContainers,
  runEngine,
} from './container_engine.js';
import { type ContainerImage, findContainerImage } from './container_image.js';
import { CONTAINER_LABEL, ETC_FILES, INIT_PROCESSES, PORTS_FILE } from './container_spec.js';
import { createSeccompProfile } from './create_seccomp_profile.js';
import { probeContainer } from './probe_container.js';
import { type ContainerContext, runContainerCommand } from './run_container_command.js';
import { type RunningContainer, startContainer } from './running_container.js';
import { openSharedControlGroup } from './shared_control_group.js';

/** Options of the container backend. */
interface ContainerBackendOptions {
  engine: ContainerEngineName;
  /** Image as `name@sha256:…` or `sha256:…`. Never fetched: the caller must have loaded it. */
  image: string;
  /** The engine's program. Default: that of the system's folders. */
  program?: string;
  /** Folder for the state of sessions. Default: the system's temporary folder. */
  state_dir?: string;
  /** Enforcement of the disk limit that the caller arranges; undefined = none. */
  disk?: Promise<DiskEnforcement> | undefined;
  /** Control groups to use. Default: what this machine allows; `none` leaves limits to the engine. */
  cgroups?: CgroupHierarchy | 'none';
}

/**
 * Creates a backend that runs the commands of a session in one container of a pinned image. The container is read-only
 * except for the session's mounts and temporary folders, and has no network unless ports are forwarded, no
 * capabilities, the harness's system call filter, an unprivileged user, and hard limits.
 */
export function createContainerBackend(options: ContainerBackendOptions): SandboxBackend {
  const engine = createContainerEngine(options.engine, options.program);
  // Created at the first session and kept: neither the machine nor a pinned image changes.
  const getState = rememberPromise(() => openState(engine, options));
  const backend: SandboxBackend = {
    name: engine.name,
    probe: rememberPromise(() => probeContainer(backend, engine, options.image, options.disk)),
    async open(session) {
      const ready = await getState();
      // Visible inside, where nothing may say how many sessions there were.
      return openSession(session, engine, ready, randomBytes(6).toString('hex'));
    },
  };
  return backend;
}

interface ContainerBackendState {
  directory: string;
  image: ContainerImage;
  seccomp: string;
  etc: string;
  cgroups: CgroupHierarchy | undefined;
}

/** Files of images belong to root, whom programs look up by name. */
const ROOT_ENTRIES: Record<string, string> = { passwd: 'root:x:0:0:root:/root:/bin/sh\n', group: 'root:x:0:\n' };

async function openState(engine: ContainerEngine, options: ContainerBackendOptions): Promise<ContainerBackendState> {
  const image = await findContainerImage(engine, options.image);
  if ('complaint' in image) throw new MachineError(image.complaint);
  await removeOrphanedContainers(engine);
  const parent = options.state_dir ?? tmpdir();
  // Nobody else on the machine may look in: the environment of commands passes through.
  const directory = await makeTemporaryFolder(parent, 'container');
  removeAtExit(directory);
  const seccomp = join(directory, 'seccomp.json');
  writeFileSync(seccomp, createSeccompProfile(), { mode: 0o600 });
  const etc = join(directory, 'etc');
  mkdirSync(etc);
  const files = createEtcFiles(getSandboxOwner());
  for (const name of ETC_FILES) writeFileSync(join(etc, name), `${ROOT_ENTRIES[name] ?? ''}${files[name]}`);
  const cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
  // An ordinary user may move their own processes only.
  return { directory, image, seccomp, etc, cgroups: process.getuid?.() === 0 ? cgroups : undefined };
}

async function openSession(
  session_options: SessionOptions,
  engine: ContainerEngine,
  state: ContainerBackendState,
  id: string,
): Promise<Session> {
  if (session_options.holder !== undefined)
    throw new MachineError('a container engine does not see the mounts of another process');
  if ((session_options.forwarded_ports ?? []).length > 0 && process.getuid?.() !== 0)
    throw new UserError(
      'an ordinary user cannot open doors into a container (proxy, gateway, tool server)',
      'Run as root, or without an image (see docs/sandbox.md#container-backend).',
    );
  const name = `gatebench-${getOwnerTag()}-${state.directory.slice(-6)}-${id}`;
  const commands = join(state.directory, id);
  mkdirSync(commands);
  await chmod(commands, 0o711); // commands know the names of what is theirs
  writeFileSync(join(commands, 'here'), '');
  const ports = (session_options.forwarded_ports ?? []).map(({ port }) => `127.0.0.1:${port}\n`);
  if (ports.length > 0) writeFileSync(join(commands, PORTS_FILE), ports.join(''));
  const container = await startContainer(engine, session_options, {
    engine: engine.name,
    rootless: engine.name === 'podman' && process.getuid?.() !== 0,
    name,
    image: state.image,
    commands,
    seccomp: state.seccomp,
    etc: state.etc,
  });
  const closing = new AbortController();
  const running = new Set<Promise<CommandResult>>();
  let doors: ForwardedPorts | undefined;
  const close = async () => {
    closing.abort(new Error('the session was closed'));
    await Promise.allSettled(running);
    doors?.close();
    await container.end();
    await rm(commands, { recursive: true, force: true });
  };
  const session_pause = createSessionPause();
  let groups: ContainerContext['groups'];
  try {
    groups = selectGroups(session_options, container, state.cgroups);
    // One network for all commands of a session, so the doors stay open between them.
    if (session_options.forwarded_ports !== undefined && session_options.forwarded_ports.length > 0)
      doors = await openForwardedPorts(container.first.pid, session_options.forwarded_ports);
  } catch (error) {
    await close();
    throw error;
  }
  const context: ContainerContext = {
    engine,
    order: session_options,
    container,
    commands,
    groups,
    closing: closing.signal,
    session_pause: session_pause,
  };
  return {
    root: session_options.root ?? DEFAULT_WORKSPACE_ROOT,
    resolvePath: (inside) => inside,
    exec(command) {
      const result = runContainerCommand(context, command);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    pause: () => session_pause.pause(),
    resume: async () => session_pause.resume(),
    close,
  };
}

function selectGroups(
  session_options: SessionOptions,
  container: RunningContainer,
  own: CgroupHierarchy | undefined,
): ContainerContext['groups'] {
  if (own !== undefined) return { own };
  const shared = openSharedControlGroup(container.first.pid, container.id);
  if (shared === undefined) throw new MachineError('the engine gives the container no control group that can be read');
  if (!shared.enforces(session_options.limits, INIT_PROCESSES))
    throw new MachineError('the engine does not enforce limits here');
  return { shared };
}

const NAME_PATTERN = /^gatebench-(\d+-\d+-\d+)-/;

/** Removes containers of dead processes. Usually there are none, since containers end with their owner. */
async function removeOrphanedContainers(engine: ContainerEngine): Promise<void> {
  const listed = await runEngine(engine, [
    'ps',
    '--all',
    '--filter',
    `label=${CONTAINER_LABEL}=1`,
    '--format',
    '{{.Names}}',
  ]);
  const orphans = listed.stdout.split('\n').filter((name) => isOrphaned(name.trim()));
  if (orphans.length > 0) await removeContainers(engine, orphans);
}

function isOrphaned(name: string): boolean {
  const mark = NAME_PATTERN.exec(name)?.[1];
  return mark !== undefined && isOwnerGone(mark);
}
