import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../contract/user_error.js';
import type { CommandResult, DiskHold, Probe, SandboxBackend, Session, SessionOrder } from '../backend.js';
import { findCgroups } from '../cgroup.js';
import type { Cgroups } from '../control_group.js';
import { type OpenDoors, openDoors } from '../doors.js';
import { madeFiles } from '../etc.js';
import { sandboxOwner } from '../identity.js';
import { makerMark } from '../maker.js';
import { DEFAULT_ROOT } from '../mounts.js';
import { removeAtExit } from '../removed_at_exit.js';
import { standstill } from '../standstill.js';
import { makeTemporaryFolder } from '../temporary_folder.js';
import { type ContainerRoom, containerExec } from './container_exec.js';
import { type Engine, type EngineName, engineOf } from './engine.js';
import { findImage, type Image } from './image.js';
import { DOORS, ETC, KEEPERS } from './options.js';
import { probeContainer } from './probe.js';
import { type RunningContainer, startContainer } from './running_container.js';
import { seccompProfile } from './seccomp_profile.js';
import { sharedGroup } from './shared_group.js';
import { sweepContainers } from './sweep.js';

export interface ContainerOptions {
  engine: EngineName;
  /** `name@sha256:…` or `sha256:…`. It is never fetched: what a contract pins is brought here by whoever runs it. */
  image: string;
  /** The engine's program. Default: that of the system's folders. */
  program?: string;
  /** Where sessions keep their few small files. Default: the system's temporary folder. */
  state_dir?: string;
  /** How whoever orders sessions has disk use held; undefined = not at all. */
  disk?: Promise<DiskHold> | undefined;
  /** Control groups to use: default is what this machine allows, `none` leaves everything to the engine's. */
  cgroups?: Cgroups | 'none';
}

/**
 * Isolation by a container engine, in the image that a contract pins: one container per session, in which every command is run.
 * Read-only but for the ordered mounts and temporary folders, no network unless ordered, no capabilities, our own system
 * call filter, an unprivileged user, hard limits.
 */
export function containerBackend(options: ContainerOptions): SandboxBackend {
  const engine = engineOf(options.engine, options.program);
  let probed: Promise<Probe> | undefined;
  let state: Promise<State> | undefined;
  const backend: SandboxBackend = {
    name: engine.name,
    probe() {
      probed ??= probeContainer(backend, engine, options.image, options.disk);
      return probed;
    },
    async open(order) {
      // Made at the first session and kept: neither the machine nor a pinned image changes under us.
      state ??= openState(engine, options);
      const made = await state;
      // Visible inside, where nothing may say how many sessions there were.
      return openSession(order, engine, made, randomBytes(6).toString('hex'));
    },
  };
  return backend;
}

interface State {
  directory: string;
  image: Image;
  seccomp: string;
  etc: string;
  cgroups: Cgroups | undefined;
}

/** Files of images belong to root, whom programs look up by name. */
const ROOT: Record<string, string> = { passwd: 'root:x:0:0:root:/root:/bin/sh\n', group: 'root:x:0:\n' };

async function openState(engine: Engine, options: ContainerOptions): Promise<State> {
  const image = await findImage(engine, options.image);
  if ('complaint' in image) throw new Error(image.complaint);
  await sweepContainers(engine);
  const parent = options.state_dir ?? tmpdir();
  // Nobody else on the machine may look in: the environment of commands passes through.
  const directory = await makeTemporaryFolder(parent, 'container');
  removeAtExit(directory);
  const seccomp = join(directory, 'seccomp.json');
  writeFileSync(seccomp, seccompProfile(), { mode: 0o600 });
  const etc = join(directory, 'etc');
  mkdirSync(etc);
  const files = madeFiles(sandboxOwner());
  for (const name of ETC) writeFileSync(join(etc, name), `${ROOT[name] ?? ''}${files[name]}`);
  const cgroups = options.cgroups === 'none' ? undefined : (options.cgroups ?? findCgroups());
  // An ordinary user may move their own processes only.
  return { directory, image, seccomp, etc, cgroups: process.getuid?.() === 0 ? cgroups : undefined };
}

async function openSession(order: SessionOrder, engine: Engine, state: State, id: string): Promise<Session> {
  if (order.holder !== undefined) throw new Error('a container engine does not see the mounts of another process');
  if ((order.doors ?? []).length > 0 && process.getuid?.() !== 0)
    throw new UserError(
      'an ordinary user cannot open doors into a container (proxy, gateway, tool server)',
      'Run as root, or without an image (see docs/sandbox.md#container-backend).',
    );
  const name = `gatebench-${makerMark()}-${state.directory.slice(-6)}-${id}`;
  const commands = join(state.directory, id);
  mkdirSync(commands);
  await chmod(commands, 0o711); // commands know the names of what is theirs
  writeFileSync(join(commands, 'here'), '');
  const ports = (order.doors ?? []).map(({ port }) => `127.0.0.1:${port}\n`);
  if (ports.length > 0) writeFileSync(join(commands, DOORS), ports.join(''));
  const container = await startContainer(engine, order, {
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
  let doors: OpenDoors | undefined;
  const close = async () => {
    closing.abort(new Error('the session was closed'));
    await Promise.allSettled(running);
    doors?.close();
    await container.end();
    await rm(commands, { recursive: true, force: true });
  };
  const together = standstill();
  let groups: ContainerRoom['groups'];
  try {
    groups = groupsOf(order, container, state.cgroups);
    // One network for all commands of a session, so the doors stay open between them.
    if (order.doors !== undefined && order.doors.length > 0) doors = await openDoors(container.first.pid, order.doors);
  } catch (error) {
    await close();
    throw error;
  }
  const room: ContainerRoom = {
    engine,
    order,
    container,
    commands,
    groups,
    closing: closing.signal,
    standstill: together,
  };
  return {
    root: order.root ?? DEFAULT_ROOT,
    place: (inside) => inside,
    exec(command) {
      const result = containerExec(room, command);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    pause: () => together.pause(),
    resume: async () => together.resume(),
    close,
  };
}

function groupsOf(order: SessionOrder, container: RunningContainer, own: Cgroups | undefined): ContainerRoom['groups'] {
  if (own !== undefined) return { own };
  const shared = sharedGroup(container.first.pid, container.id);
  if (shared === undefined) throw new Error('the engine gives the container no control group that can be read');
  if (!shared.enforces(order.limits, KEEPERS)) throw new Error('the engine does not enforce limits here');
  return { shared };
}
