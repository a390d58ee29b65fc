import { lstatSync, readlinkSync } from 'node:fs';
import type { SessionOrder } from './backend.js';
import { mountedFolders, SANDBOX_HOME } from './etc.js';

/** Where the workspace appears when the order does not say. */
export const DEFAULT_ROOT = '/work';

/**
 * The file system of a sandbox as bubblewrap options, in mount order: an explicit list, never the machine's root, since
 * even a read-only view of it holds sockets that can be connected to. `etc` is the directory to show as /etc;
 * from the descriptor `doors` comes the list of doors, last of all that bubblewrap builds.
 */
export function mountOptions(order: SessionOrder, etc: string, doors: number): string[] {
  const root = order.root ?? DEFAULT_ROOT;
  const size = ['--size', String(order.limits.disk_bytes ?? order.limits.memory_bytes)];
  return [
    ...systemTree(),
    ...['--ro-bind', etc, '/etc'],
    ...mountedFolders().flatMap((name) => ['--ro-bind', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', ...size, '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', ...size, '--tmpfs', '/tmp'],
    ...['--perms', '0755', '--dir', '/home', '--perms', '0700', ...size, '--tmpfs', SANDBOX_HOME],
    ...['--perms', '0755', '--dir', '/run', '--perms', '0755', '--dir', '/var', '--symlink', '../tmp', '/var/tmp'],
    ...[order.read_only === true ? '--ro-bind' : '--bind', order.workspace, root],
    ...furtherMounts(order),
    ...(order.covered ?? []).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    // A tested program could otherwise write into the memory of its runner (/proc/PID/mem), where the kernel has no Yama.
    ...['--remount-ro', '/proc'],
    ...(order.doors?.length ? ['--perms', '0444', '--file', String(doors), '/run/doors'] : []),
    // Their tmpfs would otherwise be writable beyond any limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
  ];
}

/** /usr and what of /bin, /sbin and /lib* the machine has: links on merged systems, directories elsewhere. */
function systemTree(): string[] {
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

/** The order's own mounts, outer paths before those inside them. */
function furtherMounts(order: SessionOrder): string[] {
  const mounts = [
    ...Object.entries(order.read_only_mounts ?? {}).map(([from, to]) => ['--ro-bind', from, to] as const),
    ...Object.entries(order.writable_mounts ?? {}).map(([from, to]) => ['--bind', from, to] as const),
  ];
  const depth = (path: string) => path.split('/').filter(Boolean).length;
  return mounts.sort((a, b) => depth(a[2]) - depth(b[2])).flat();
}
