import { posix } from 'node:path';
import type { DeniedSyscalls } from '../sandbox_backend.js';

/** One denied call, without its count. */
type DeniedSyscall = Omit<DeniedSyscalls['operations'][number], 'count'> & { pid: number };

/** Calls that change the file system, as strace names them; opening a file counts when it is to be written. */
const OPENING = ['open', 'openat', 'openat2', 'creat'] as const;
const LINKING = ['link', 'linkat', 'symlink', 'symlinkat', 'rename', 'renameat', 'renameat2'] as const;
const CHANGING = [
  ...['mkdir', 'mkdirat', 'mknod', 'mknodat', 'unlink', 'unlinkat', 'rmdir', 'truncate'],
  ...['chmod', 'fchmodat', 'chown', 'lchown', 'fchownat', 'utime', 'utimes', 'utimensat', 'futimesat'],
  ...['setxattr', 'lsetxattr', 'removexattr', 'lremovexattr'],
] as const;
const REACHING = ['connect', 'sendto', 'sendmsg', 'sendmmsg'] as const;
/** Calls that change the user. The sandbox's filter passes them to the kernel, which denies them. */
const BECOMING = [
  ...['setuid', 'setgid', 'setreuid', 'setregid', 'setresuid', 'setresgid', 'setgroups', 'capset'],
] as const;

/**
 * Calls that the kernel denies to every process without capabilities. The filter of a traced sandbox passes them to the
 * tracer; without a tracer they fail with ENOSYS. A tracer never sees the other calls that the filter denies.
 */
export const TRACED_PRIVILEGED_CALLS = [
  ...['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'fsopen', 'fsmount', 'fspick', 'mount_setattr'],
  ...['unshare', 'setns', 'init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot'],
  ...['swapon', 'swapoff', 'settimeofday', 'clock_settime', 'sethostname', 'setdomainname'],
] as const;

const opening = new Set<string>(OPENING);
const linking = new Set<string>(LINKING);
const changing = new Set<string>(CHANGING);
const reaching = new Set<string>(REACHING);
const becoming = new Set<string>(BECOMING);
const privileged = new Set<string>(TRACED_PRIVILEGED_CALLS);

/** All traced calls. `?` = may not exist on this architecture. */
export const TRACED_CALLS: readonly string[] = [
  ...REACHING,
  ...[...OPENING, ...LINKING, ...CHANGING, ...BECOMING, ...TRACED_PRIVILEGED_CALLS].map((call) => `?${call}`),
];

const UNREACHABLE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN']);
const FORBIDDEN = new Set(['EROFS', 'EACCES', 'EPERM']);
/** A user namespace with one user knows no others: becoming one of them is an argument that makes no sense. */
const UNKNOWN_USER = new Set(['EPERM', 'EINVAL']);

/** Characters of a target that are kept. */
const TARGET_LIMIT = 300;

const LINE = /^(\d+) +(\w+)\((.*)\) += -?\d+ (E[A-Z0-9]+) \([^()]*\)$/s;
/** Calls that look for their files before the kernel asks who calls. */
const MOUNTING = /^\d+ +(?:mount|umount2|pivot_root|move_mount|fspick|mount_setattr|chroot)\(/;
/** A path, perhaps with the folder it is relative to: `AT_FDCWD</work>, "name"`. */
const PATH = /(?:(?:AT_FDCWD|\d+)<((?:[^<>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"/g;

/**
 * Parses one line of `strace -f -y -qqq -e status=failed`. Strings stay escaped as strace wrote them, so they cannot
 * end a field.
 *
 * @returns undefined if nothing was denied, e.g. for a missing file, a read, a Unix socket
 */
export function parseStraceLine(line: string): DeniedSyscall | undefined {
  // Most lines are searches for files that are not there.
  if (line.endsWith('(No such file or directory)') && !MOUNTING.test(line)) return undefined;
  const [, pid = '', call = '', args = '', errno = ''] = LINE.exec(line) ?? [];
  const refused = (kind: DeniedSyscall['kind'], target: string): DeniedSyscall => ({
    pid: Number(pid),
    kind,
    call,
    target: target.length > TARGET_LIMIT ? `${target.slice(0, TARGET_LIMIT - 1)}…` : target,
    errno,
  });
  if (reaching.has(call)) {
    const address = UNREACHABLE.has(errno) ? parseAddress(args) : undefined;
    return address === undefined ? undefined : refused('connect', address);
  }
  if (becoming.has(call)) return UNKNOWN_USER.has(errno) ? refused('privilege', truncateTarget(args)) : undefined;
  if (privileged.has(call)) {
    // Without capabilities, whatever else is wrong with the arguments is only found out by trying.
    const path = parsePaths(args).at(call === 'mount' ? 1 : 0);
    return refused('privilege', path ?? truncateTarget(args));
  }
  if (!FORBIDDEN.has(errno)) return undefined;
  if (opening.has(call)) {
    const wants = call === 'creat' || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\b/.test(sliceAfterPath(args));
    return wants ? refused('write', parsePaths(args)[0] ?? truncateTarget(args)) : undefined;
  }
  if (linking.has(call)) {
    const [source, destination] = parsePaths(args);
    const target = call.startsWith('rename') ? `${source} → ${destination}` : (destination ?? source);
    return refused('write', target ?? truncateTarget(args));
  }
  return changing.has(call) ? refused('write', parsePaths(args)[0] ?? truncateTarget(args)) : undefined;
}

const truncateTarget = (text: string) => text.slice(0, TARGET_LIMIT);

/** Returns the arguments after the first path, so that its text is not mistaken for flags of an open. */
function sliceAfterPath(args: string): string {
  const [first] = args.matchAll(PATH);
  return first === undefined ? args : args.slice(first.index + first[0].length);
}

function parsePaths(args: string): string[] {
  return [...args.matchAll(PATH)].map(([, folder, path = '']) =>
    folder === undefined || path.startsWith('/') ? path : posix.join(folder, path),
  );
}

/** Parses an address as `1.2.3.4:80` or `[2001:db8::1]:443`; undefined for other address families. */
function parseAddress(args: string): string | undefined {
  const [, four, host4] =
    /sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([\d.]+)"\)/.exec(args) ?? [];
  if (four !== undefined) return `${host4}:${four}`;
  const [, six, host6] =
    /sa_family=AF_INET6, sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([\da-fA-F:.]+)"/.exec(args) ?? [];
  return six === undefined ? undefined : `[${host6}]:${six}`;
}
