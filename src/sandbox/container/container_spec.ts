import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT, filterSearchPath } from '../../contract/input/get_workspace_root.js';
import { SYSTEM_PATH } from '../../system/find_program.js';
import { MachineError } from '../../system/is_code_fault.js';
import { computeFileSizeLimit } from '../build_rlimit_prefix.js';
import { SANDBOX_HOME } from '../create_etc_folder.js';
import type { SessionOptions } from '../sandbox_backend.js';
import type { ContainerEngineName } from './container_engine.js';
import type { ContainerImage } from './container_image.js';

/** Label of every container of the harness. */
export const CONTAINER_LABEL = 'gatebench';

/** Path inside the container of the session's pipes and scripts. */
export const COMMANDS_PATH = '/run/.commands';

/** File in that folder that lists the forwarded ports; absent without any. */
export const PORTS_FILE = 'doors';

/**
 * User of the container's first process: neither root nor the commands' user, so that no command can kill it, read its
 * environment or write its memory.
 */
const INIT_UID = 64243;

/** Number of processes that are not the command's: the first process, its child, and the shell around each command. */
export const INIT_PROCESSES = 4;

/**
 * Script of the container's first process. Prints a ready message, reads its standard input until the harness closes
 * it, and exits, which ends the container. As a shell with a child it also reaps orphans. It prints `elsewhere` if the
 * commands folder lacks its marker file: then the engine sees another file system.
 */
export const INIT_SCRIPT = [
  `if [ -f ${COMMANDS_PATH}/here ]; then echo ready; else echo elsewhere; fi`,
  'cat > /dev/null',
  'exit 0',
].join('; ');

/** Properties of a container that do not come from the session's options. */
export interface ContainerSpec {
  engine: ContainerEngineName;
  /** The engine runs as this ordinary user, and only podman can. */
  rootless: boolean;
  name: string;
  image: ContainerImage;
  /** Host folder that the container mounts at `COMMANDS_PATH`. */
  commands: string;
  /** Host file with the system call filter. */
  seccomp: string;
  /** Host folder with the files that are shown in /etc, over the image's own. */
  etc: string;
}

/**
 * Builds the client's arguments that start a session's container.
 * @throws if a path cannot be mounted
 */
export function buildRunOptions(session: SessionOptions, container: ContainerSpec): string[] {
  const { engine, name, image } = container;
  const { limits } = session;
  return [
    'run',
    ...[
      '--interactive',
      '--rm',
      '--name',
      name,
      '--label',
      `${CONTAINER_LABEL}=1`,
      '--pull',
      'never',
      '--log-driver',
      'none',
    ],
    ...listNetworkOptions(),
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--security-opt', `seccomp=${container.seccomp}`, '--cgroupns', 'private', '--no-healthcheck'],
    ...[
      '--user',
      `${INIT_UID}:${INIT_UID}`,
      '--workdir',
      session.root ?? DEFAULT_WORKSPACE_ROOT,
      '--entrypoint',
      '/bin/sh',
    ],
    ...['--memory', String(limits.memory_bytes), '--memory-swap', String(limits.memory_bytes)],
    ...['--pids-limit', String(limits.processes + INIT_PROCESSES), ...listUlimits(), ...listFileSizeLimits(session)],
    ...(engine === 'podman' ? listPodmanOptions(container.rootless) : []),
    ...listContainerVariables(image, session.root ?? DEFAULT_WORKSPACE_ROOT),
    ...listMountArguments(session, container),
    image.id,
    ...['-c', INIT_SCRIPT],
  ];
}

/**
 * Lists the network options. Docker turns IPv6 off without a network; it stays on, so that attempts over IPv6 are
 * counted.
 */
function listNetworkOptions(): string[] {
  const version6 = existsSync('/proc/sys/net/ipv6') ? ['--sysctl', 'net.ipv6.conf.all.disable_ipv6=0'] : [];
  return ['--network', 'none', '--hostname', 'sandbox', ...version6];
}

/** Lists the options that disable podman's defaults: environment, user entries, temporary folders, proxy. */
function listPodmanOptions(rootless: boolean): string[] {
  return [
    ...['--read-only-tmpfs=false', '--http-proxy=false', '--passwd=false', '--systemd=false'],
    ...['--image-volume', 'ignore', '--security-opt', 'label=disable'],
    ...(rootless ? ['--userns', 'keep-id'] : []),
  ];
}

/**
 * Lists the ulimits. No core dumps (1, not 0: at 1 the kernel also refuses to start a dump program of the host,
 * core(5)). The other two do not exceed this process's own, since a runtime without CAP_SYS_RESOURCE cannot raise them.
 */
function listUlimits(limits = readFileSync('/proc/self/limits', 'latin1')): string[] {
  const hard = (row: string) => Number(new RegExp(`^${row} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? Infinity);
  const files = Math.min(hard('Max open files'), 65_536);
  const processes = Math.min(hard('Max processes'), 32_768);
  return [`core=1:1`, `nofile=${files}:${files}`, `nproc=${processes}:${processes}`].flatMap((limit) => [
    '--ulimit',
    limit,
  ]);
}

function listFileSizeLimits(session: SessionOptions): string[] {
  const bytes = computeFileSizeLimit(session);
  return bytes === undefined ? [] : ['--ulimit', `fsize=${bytes}:${bytes}`];
}

/**
 * Files of /etc that replace the image's. The user list holds root and one other user. Name resolution uses a name
 * server without a route, so that each lookup counts as an attempt.
 */
export const ETC_FILES = ['passwd', 'group', 'hosts', 'resolv.conf'] as const;

/**
 * Folder of all homes. Where the repository lies in it, nothing else of it is shown: some benchmarks keep the solution
 * beside the repository.
 */
const HOMES = '/home';

/** Lists all mounts beside the image, whose own files are read-only. */
function listMountArguments(session: SessionOptions, { engine, image, commands, etc }: ContainerSpec): string[] {
  const size = session.limits.disk_bytes ?? session.limits.memory_bytes;
  // Podman would fill them with what the image has there.
  const empty = engine === 'podman' ? ',notmpcopyup' : '';
  const scratch = (path: string) => ['--tmpfs', `${path}:rw,exec,nosuid,nodev,size=${size},mode=1777${empty}`];
  const mounts: Record<string, string> = { ...session.read_only_mounts, [commands]: COMMANDS_PATH };
  if (session.forwarded_ports?.length) mounts[join(commands, PORTS_FILE)] = '/run/doors';
  // Covered are folders of the host, which are there only where they are mounted; the image's own are another matter.
  const covered = (session.covered ?? []).filter((path) => Object.keys(mounts).some((at) => path.startsWith(`${at}/`)));
  return [
    ...['--tmpfs', `/run:rw,noexec,nosuid,nodev,size=64k,mode=0755${empty}`, '--shm-size', String(size)],
    ...(session.root?.startsWith(`${HOMES}/`)
      ? ['--tmpfs', `${HOMES}:rw,noexec,nosuid,nodev,size=64k,mode=0755${empty}`]
      : []),
    ...['/tmp', '/var/tmp', SANDBOX_HOME, ...listHomeFolders(Object.values(mounts))].flatMap(scratch),
    ...(engine === 'docker' ? listImageVolumes(image, session).flatMap(scratch) : []),
    ...covered.flatMap((path) => [
      '--tmpfs',
      `${requirePlainPath(path)}:ro,nosuid,nodev,noexec,size=4k,mode=0755${empty}`,
    ]),
    ...ETC_FILES.flatMap((name) => buildBindMount(join(etc, name), `/etc/${name}`, true)),
    ...buildBindMount(session.workspace, session.root ?? DEFAULT_WORKSPACE_ROOT, session.read_only === true),
    ...Object.entries(mounts).flatMap(([from, to]) => buildBindMount(from, to, true)),
    ...Object.entries(session.writable_mounts ?? {}).flatMap(([from, to]) => buildBindMount(from, to, false)),
  ];
}

/**
 * Folders of the home that files are mounted in. Engines would make them root's, and `~/.config` closed to every
 * program.
 */
function listHomeFolders(mounted: readonly string[]): string[] {
  const listFolders = (path: string): string[] => (path === SANDBOX_HOME ? [] : [...listFolders(dirname(path)), path]);
  const home_mounts = mounted.filter((path) => path.startsWith(`${SANDBOX_HOME}/`) && !path.split('/').includes('..'));
  return [...new Set(home_mounts.flatMap((path) => listFolders(dirname(path))))].map(requirePlainPath);
}

/** Builds a bind mount. Both engines parse the option as a line of CSV, with CSV quoting. */
function buildBindMount(from: string, to: string, read_only: boolean): string[] {
  const field = (name: string, path: string) => `"${name}=${requireMountablePath(path).replaceAll('"', '""')}"`;
  return ['--mount', `type=bind,${field('source', from)},${field('target', to)}${read_only ? ',readonly' : ''}`];
}

function requireMountablePath(path: string): string {
  if (/^\/[^\0\r\n]*$/.test(path)) return path;
  throw new MachineError(`a container engine cannot mount ${JSON.stringify(path)}`);
}

function requirePlainPath(path: string): string {
  if (isPlainPath(path)) return path;
  throw new MachineError(
    `a container engine cannot cover ${JSON.stringify(path)}: no comma, colon, quote or backslash`,
  );
}

/**
 * Lists the environment of the harness's own programs in a container (`sh`, `cat`, `env`), over that of the image. They
 * are looked up in the system's folders before those of the image, and never in the repository: a patch could put its
 * own in their place. All other variables are empty, so that none names a library or a script of the repository.
 */
function listContainerVariables({ path, variables }: ContainerImage, root: string): string[] {
  const search_path = [SYSTEM_PATH, filterSearchPath(path, root).kept].filter(Boolean).join(':');
  const names = Object.keys(variables).filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'PATH');
  return [`PATH=${search_path}`, ...names.map((name) => `${name}=`)].flatMap((entry) => ['--env', entry]);
}

/**
 * Lists the volumes of an image in whose place a container of docker has temporary folders. Docker makes a volume of
 * its own, filled with what the image has there, where nothing is mounted: that is wanted for a folder of the image
 * that must be seen. The workspace is mounted over a volume at its place.
 *
 * @throws if the image declares a volume within a workspace that has its place by a contract: it would hide files of
 * the repository
 */
function listImageVolumes(
  { volumes }: Pick<ContainerImage, 'volumes'>,
  { root, image_folder }: Pick<SessionOptions, 'root' | 'image_folder'>,
): string[] {
  const plain = volumes.map((path) => path.replace(/(?<=.)\/+$/, '')).filter(isPlainPath);
  const volume_path = root === undefined ? undefined : plain.find((path) => path.startsWith(`${root}/`));
  if (volume_path !== undefined)
    throw new MachineError(
      `the image declares a volume at ${volume_path}, which docker shows in place of the repository's files: ` +
        'use podman, which leaves volumes out',
    );
  const isSeen = (path: string) =>
    image_folder !== undefined && (`${image_folder}/`.startsWith(`${path}/`) || path.startsWith(`${image_folder}/`));
  return plain.filter((path) => path !== (root ?? DEFAULT_WORKSPACE_ROOT) && !isSeen(path));
}

/** Returns true if a temporary folder can have this path: engines end it at the first colon and have no quoting. */
const isPlainPath = (path: string): boolean => /^\/[^,:"'\\\r\n]+$/.test(path);
