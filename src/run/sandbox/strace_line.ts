import { posix } from 'node:path';
import type { Refused } from './backend.js';

/** One refused operation, once. */
export type RefusedOnce = Omit<Refused['operations'][number], 'count'> & { pid: number };

/** Calls that change the file system, as strace names them; opening a file counts when it is to be written. */
const OPENING = ['open', 'openat', 'openat2', 'creat'] as const;
const LINKING = ['link', 'linkat', 'symlink', 'symlinkat', 'rename', 'renameat', 'renameat2'] as const;
const CHANGING = [
  ...['mkdir', 'mkdirat', 'mknod', 'mknodat', 'unlink', 'unlinkat', 'rmdir', 'truncate'],
  ...['chmod', 'fchmodat', 'chown', 'lchown', 'fchownat', 'utime', 'utimes', 'utimensat', 'futimesat'],
  ...['setxattr', 'lsetxattr', 'removexattr', 'lremovexattr'],
] as const;
const REACHING = ['connect', 'sendto', 'sendmsg', 'sendmmsg'] as const;
/** Becoming somebody else; the sandbox's filter lets these through to the kernel, which refuses. */
const BECOMING = [
  ...['setuid', 'setgid', 'setreuid', 'setregid', 'setresuid', 'setresgid', 'setgroups', 'capset'],
] as const;

/**
 * Calls that the kernel refuses to everybody without capabilities. The filter of a traced sandbox hands them to the tracer
 * first; with no tracer there they do not exist. Others that the filter denies are never seen by a tracer.
 */
export const TRACED_PRIVILEGES = [
  ...['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'fsopen', 'fsmount', 'fspick', 'mount_setattr'],
  ...['unshare', 'setns', 'init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot'],
  ...['swapon', 'swapoff', 'settimeofday', 'clock_settime', 'sethostname', 'setdomainname'],
] as const;

const opening = new Set<string>(OPENING);
const linking = new Set<string>(LINKING);
const changing = new Set<string>(CHANGING);
const reaching = new Set<string>(REACHING);
const becoming = new Set<string>(BECOMING);
const privileged = new Set<string>(TRACED_PRIVILEGES);

/** Every call that is traced. `?` = may not exist on this architecture. */
export const TRACED_CALLS: readonly string[] = [
  ...REACHING,
  ...[...OPENING, ...LINKING, ...CHANGING, ...BECOMING, ...TRACED_PRIVILEGES].map((call) => `?${call}`),
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
 * Reads one line of `strace -f -y -qqq -e status=failed`. Undefined: not refused in our sense, e.g. a file that does not exist,
 * a read, a Unix socket. Strings are escaped by strace, so nothing in them can end a field; they stay escaped.
 */
export function readStraceLine(line: string): RefusedOnce | undefined {
  // Most lines are searches for files that are not there.
  if (line.endsWith('(No such file or directory)') && !MOUNTING.test(line)) return undefined;
  const [, pid = '', call = '', args = '', errno = ''] = LINE.exec(line) ?? [];
  const refused = (kind: RefusedOnce['kind'], target: string): RefusedOnce => ({
    pid: Number(pid),
    kind,
    call,
    target: target.length > TARGET_LIMIT ? `${target.slice(0, TARGET_LIMIT - 1)}…` : target,
    errno,
  });
  if (reaching.has(call)) {
    const address = UNREACHABLE.has(errno) ? addressIn(args) : undefined;
    return address === undefined ? undefined : refused('connect', address);
  }
  if (becoming.has(call)) return UNKNOWN_USER.has(errno) ? refused('privilege', bounded(args)) : undefined;
  if (privileged.has(call)) {
    // Without capabilities, whatever else is wrong with the arguments is only found out by trying.
    const path = pathsIn(args).at(call === 'mount' ? 1 : 0);
    return refused('privilege', path ?? bounded(args));
  }
  if (!FORBIDDEN.has(errno)) return undefined;
  if (opening.has(call)) {
    const wants = call === 'creat' || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)\b/.test(afterPath(args));
    return wants ? refused('write', pathsIn(args)[0] ?? bounded(args)) : undefined;
  }
  if (linking.has(call)) {
    const [from, to] = pathsIn(args);
    const target = call.startsWith('rename') ? `${from} → ${to}` : (to ?? from);
    return refused('write', target ?? bounded(args));
  }
  return changing.has(call) ? refused('write', pathsIn(args)[0] ?? bounded(args)) : undefined;
}

const bounded = (text: string) => text.slice(0, TARGET_LIMIT);

/** The flags of an open stand after its path, whose own text must not be read as flags. */
function afterPath(args: string): string {
  const [first] = args.matchAll(PATH);
  return first === undefined ? args : args.slice(first.index + first[0].length);
}

function pathsIn(args: string): string[] {
  return [...args.matchAll(PATH)].map(([, folder, path = '']) =>
    folder === undefined || path.startsWith('/') ? path : posix.join(folder, path),
  );
}

/** `1.2.3.4:80`, `[2001:db8::1]:443`; other families have nothing to do with the network. */
function addressIn(args: string): string | undefined {
  const [, four, host4] =
    /sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([\d.]+)"\)/.exec(args) ?? [];
  if (four !== undefined) return `${host4}:${four}`;
  const [, six, host6] =
    /sa_family=AF_INET6, sin6_port=htons\((\d+)\).*?inet_pton\(AF_INET6, "([\da-fA-F:.]+)"/.exec(args) ?? [];
  return six === undefined ? undefined : `[${host6}]:${six}`;
}
