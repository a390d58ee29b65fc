import { lstatSync, readlinkSync } from 'node:fs';
import { DEFAULT_WORKSPACE_ROOT } from '../contract/input/get_workspace_root.js';
import { listMountedEtcFolders, SANDBOX_HOME } from './create_etc_folder.js';
import type { SessionOptions } from './sandbox_backend.js';

/**
 * Lists the mounts of a sandbox as bubblewrap options, in mount order. The list is explicit and never includes the
 * machine's root: even a read-only view of it contains sockets.
 *
 * @param etc host directory to mount at /etc
 * @param doors descriptor from which bubblewrap reads the list of ports, last of all
 */
export function listMountOptions(session: SessionOptions, etc: string, doors: number): string[] {
  const root = session.root ?? DEFAULT_WORKSPACE_ROOT;
  const size = ['--size', String(session.limits.disk_bytes ?? session.limits.memory_bytes)];
  return [
    ...listSystemMounts(),
    ...['--ro-bind', etc, '/etc'],
    ...listMountedEtcFolders().flatMap((name) => ['--ro-bind', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', ...size, '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', ...size, '--tmpfs', '/tmp'],
    ...['--perms', '0755', '--dir', '/home', '--perms', '0700', ...size, '--tmpfs', SANDBOX_HOME],
    ...['--perms', '0755', '--dir', '/run', '--perms', '0755', '--dir', '/var', '--symlink', '../tmp', '/var/tmp'],
    ...[session.read_only === true ? '--ro-bind' : '--bind', session.workspace, root],
    ...listFurtherMounts(session),
    ...(session.covered ?? []).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    // On a kernel without Yama, a tested program could otherwise write into its runner's memory (/proc/PID/mem).
    ...['--remount-ro', '/proc'],
    ...(session.forwarded_ports?.length ? ['--perms', '0444', '--file', String(doors), '/run/doors'] : []),
    // Their tmpfs would otherwise be writable beyond any limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ];
}

/** Lists mounts of /usr and of the machine's /bin, /sbin and /lib*: links on merged systems, directories elsewhere. */
function listSystemMounts(): string[] {
  const names = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...names.flatMap((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
    }),
  ];
}

/** Lists the session's own mounts, outer paths first. */
function listFurtherMounts(session: SessionOptions): string[] {
  const mounts = [
    ...Object.entries(session.read_only_mounts ?? {}).map(([from, to]) => ['--ro-bind', from, to] as const),
    ...Object.entries(session.writable_mounts ?? {}).map(([from, to]) => ['--bind', from, to] as const),
  ];
  const depth = (path: string) => path.split('/').filter(Boolean).length;
  return mounts.sort((a, b) => depth(a[2]) - depth(b[2])).flat();
}
