import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionOrder } from '../backend.js';
import { SANDBOX_HOME } from '../etc.js';
import { DEFAULT_ROOT } from '../mounts.js';
import { fileLimit } from '../rlimits.js';
import type { EngineName } from './engine.js';
import type { Image } from './image.js';

/** Label of every container of ours. */
export const LABEL = 'gatebench';

/** Where a session's pipes and commands are inside. */
export const COMMANDS = '/run/.commands';

/** File of the same folder that lists the doors, where there are any. */
export const DOORS = 'doors';

/**
 * The user that the first process runs as: neither root nor the user of commands, so that no command can stop it, read its
 * environment or write its memory.
 */
export const KEEPER_UID = 64243;

/** Processes of a container that are not the command's: the first one, its child, and the shell around each command. */
export const KEEPERS = 4;

/**
 * The first process: it says that it is there, reads our end of its standard input until that is gone, and ends, and the
 * container with it. A shell that waits for a child also collects what is orphaned. It says so when the folder of commands
 * is not the one that was made: then the engine sees another file system.
 */
export const FIRST_PROCESS = `if [ -f ${COMMANDS}/here ]; then echo ready; else echo elsewhere; fi; cat > /dev/null; exit 0`;

/** What a container is made from, beside the order. */
export interface Container {
  engine: EngineName;
  /** The engine runs as this ordinary user, and only podman can. */
  rootless: boolean;
  name: string;
  image: Image;
  /** Host folder that is shown at COMMANDS. */
  commands: string;
  /** Host file with the system call filter. */
  seccomp: string;
  /** Host folder with the files that are shown in /etc, over the image's own. */
  etc: string;
}

/** Arguments after the engine's program that start a session's container. Throws for paths that cannot be mounted. */
export function runOptions(order: SessionOrder, container: Container): string[] {
  const { engine, name, image } = container;
  const { limits } = order;
  return [
    'run',
    ...['--interactive', '--rm', '--name', name, '--label', `${LABEL}=1`, '--pull', 'never', '--log-driver', 'none'],
    ...noNetwork(),
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--security-opt', `seccomp=${container.seccomp}`, '--cgroupns', 'private', '--no-healthcheck'],
    ...['--user', `${KEEPER_UID}:${KEEPER_UID}`, '--workdir', order.root ?? DEFAULT_ROOT, '--entrypoint', '/bin/sh'],
    ...['--memory', String(limits.memory_bytes), '--memory-swap', String(limits.memory_bytes)],
    ...['--pids-limit', String(limits.processes + KEEPERS), ...processLimits(), ...fileSizes(order)],
    ...(engine === 'podman' ? ofPodman(container.rootless) : []),
    ...fileSystem(order, container),
    image.id,
    ...['-c', FIRST_PROCESS],
  ];
}

/** With IPv6, which docker turns off where there is no network: attempts to use it are to be counted. */
function noNetwork(): string[] {
  const version6 = existsSync('/proc/sys/net/ipv6') ? ['--sysctl', 'net.ipv6.conf.all.disable_ipv6=0'] : [];
  return ['--network', 'none', '--hostname', 'sandbox', ...version6];
}

/** Podman adds things unasked: an environment, user list entries, temporary folders, a proxy. */
function ofPodman(rootless: boolean): string[] {
  return [
    ...['--read-only-tmpfs=false', '--http-proxy=false', '--passwd=false', '--systemd=false'],
    ...['--image-volume', 'ignore', '--security-opt', 'label=disable'],
    ...(rootless ? ['--userns', 'keep-id'] : []),
  ];
}

/**
 * No core dumps (1, not 0: at 1 the kernel also refuses to start a dump program of the host, core(5)); the other two no
 * higher than our own, since an engine's defaults may be more than a runtime without CAP_SYS_RESOURCE may set.
 */
function processLimits(limits = readFileSync('/proc/self/limits', 'latin1')): string[] {
  const hard = (row: string) => Number(new RegExp(`^${row} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? Infinity);
  const files = Math.min(hard('Max open files'), 65_536);
  const processes = Math.min(hard('Max processes'), 32_768);
  return [`core=1:1`, `nofile=${files}:${files}`, `nproc=${processes}:${processes}`].flatMap((limit) => [
    '--ulimit',
    limit,
  ]);
}

function fileSizes(order: SessionOrder): string[] {
  const bytes = fileLimit(order);
  return bytes === undefined ? [] : ['--ulimit', `fsize=${bytes}:${bytes}`];
}

/**
 * A user list of one beside root, since programs look themselves up. Also names: engines would show the name
 * server of the machine, or none, and a lookup would not be the attempt that it is.
 */
export const ETC = ['passwd', 'group', 'hosts', 'resolv.conf'] as const;

/** Everything that is not the image's: all of it listed, the rest of the image is read-only. */
function fileSystem(order: SessionOrder, { engine, image, commands, etc }: Container): string[] {
  const size = order.limits.disk_bytes ?? order.limits.memory_bytes;
  // Podman would fill them with what the image has there.
  const empty = engine === 'podman' ? ',notmpcopyup' : '';
  const scratch = (path: string) => ['--tmpfs', `${path}:rw,exec,nosuid,nodev,size=${size},mode=1777${empty}`];
  const mounts: Record<string, string> = { ...order.read_only_mounts, [commands]: COMMANDS };
  if (order.doors?.length) mounts[join(commands, DOORS)] = '/run/doors';
  // Covered are folders of the host, which are there only where they are mounted; the image's own are another matter.
  const covered = (order.covered ?? []).filter((path) => Object.keys(mounts).some((at) => path.startsWith(`${at}/`)));
  return [
    ...['--tmpfs', `/run:rw,noexec,nosuid,nodev,size=64k,mode=0755${empty}`, '--shm-size', String(size)],
    ...['/tmp', '/var/tmp', SANDBOX_HOME, ...foldersOfHome(Object.values(mounts))].flatMap(scratch),
    ...(engine === 'docker' ? image.volumes.filter(isPlain).flatMap(scratch) : []),
    ...covered.flatMap((path) => ['--tmpfs', `${plain(path)}:ro,nosuid,nodev,noexec,size=4k,mode=0755${empty}`]),
    ...ETC.flatMap((name) => bind(join(etc, name), `/etc/${name}`, true)),
    ...bind(order.workspace, order.root ?? DEFAULT_ROOT, order.read_only === true),
    ...Object.entries(mounts).flatMap(([from, to]) => bind(from, to, true)),
    ...Object.entries(order.writable_mounts ?? {}).flatMap(([from, to]) => bind(from, to, false)),
  ];
}

/** Folders of the home that files are mounted in. Engines would make them root's, and `~/.config` closed to every program. */
function foldersOfHome(mounted: readonly string[]): string[] {
  const above = (path: string): string[] => (path === SANDBOX_HOME ? [] : [...above(dirname(path)), path]);
  const within = mounted.filter((path) => path.startsWith(`${SANDBOX_HOME}/`) && !path.split('/').includes('..'));
  return [...new Set(within.flatMap((path) => above(dirname(path))))].map(plain);
}

/** Both engines read the parts of a mount as a line of comma-separated values, with its quoting. */
function bind(from: string, to: string, read_only: boolean): string[] {
  const field = (name: string, path: string) => `"${name}=${mountable(path).replaceAll('"', '""')}"`;
  return ['--mount', `type=bind,${field('source', from)},${field('target', to)}${read_only ? ',readonly' : ''}`];
}

function mountable(path: string): string {
  if (/^\/[^\0\r\n]*$/.test(path)) return path;
  throw new Error(`a container engine cannot mount ${JSON.stringify(path)}`);
}

/** The path of a temporary folder ends at the first colon, and there is no quoting. */
const isPlain = (path: string) => /^\/[^,:"'\\\r\n]+$/.test(path);

function plain(path: string): string {
  if (isPlain(path)) return path;
  throw new Error(`a container engine cannot cover ${JSON.stringify(path)}: no comma, colon, quote or backslash`);
}
