import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Mount of a cgroup hierarchy, from /proc/self/mountinfo (proc_pid_mountinfo(5)). */
export interface CgroupMount {
  version: 1 | 2;
  /** Controllers of a v1 hierarchy. */
  controllers: string[];
  /** Path within the hierarchy that is mounted, and the mount point. */
  from: string;
  at: string;
}

/** Lists the mounts of cgroup hierarchies below a file system root. */
export function listCgroupMounts(root: string): CgroupMount[] {
  return readFileSync(join(root, 'proc/self/mountinfo'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [mount_fields = '', type_fields = ''] = line.split(' - ');
      const [type, , options = ''] = type_fields.split(' ');
      const [, , , cgroup_root = '', mount_point = ''] = mount_fields.split(' ');
      if (type !== 'cgroup' && type !== 'cgroup2') return [];
      const version = type === 'cgroup' ? 1 : 2;
      return [{ version, controllers: options.split(','), from: cgroup_root, at: mount_point } as const];
    });
}

/**
 * Reads the path of a process (default: this one) within a hierarchy: `controller` of v1, or '' for the unified one.
 */
export function readCgroupPath(root: string, controller: string, pid: number | 'self' = 'self'): string | undefined {
  for (const line of readFileSync(join(root, `proc/${pid}/cgroup`), 'utf8').split('\n')) {
    const [, controllers, ...path] = line.split(':');
    if (controllers?.split(',').includes(controller)) return path.join(':');
  }
  return undefined;
}

/**
 * Resolves a path of a hierarchy to a directory below one of its mounts.
 * @returns undefined if the path lies outside the mount
 */
export function resolveCgroupDirectory(root: string, mount: CgroupMount, path: string): string | undefined {
  if (mount.from === '/') return join(root, mount.at, path);
  if (path === mount.from || path.startsWith(`${mount.from}/`)) {
    return join(root, mount.at, path.slice(mount.from.length));
  }
  return undefined;
}

/** Lists a directory and its ancestors, up to and including `top`. */
export function listAncestors(top: string, directory: string): string[] {
  const chain = [directory];
  for (let path = directory; path !== top && path !== dirname(path); ) {
    path = dirname(path);
    chain.push(path);
  }
  return chain;
}
