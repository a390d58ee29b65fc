/**
 * What a path of a patch may be, so that every file system takes it wherever a workspace lies: git's index takes any. The numbers are no
 * question of the machine, so that a patch is judged alike on all of them.
 *
 * A name has 255 bytes everywhere; a path 4096 with the folder of the workspace in front of it, for which 1024 are kept; the target of a
 * link 4095, and 1023 on XFS. Bytes, folders.
 */
export const PATH_LIMITS = { name: 255, path: 3072, depth: 256, target: 1023, folders: 100_000 } as const;

/** Tells why no file system takes a path; undefined when it does. Path: latin-1 bytes, relative. */
export function findPathFault(path: string): string | undefined {
  if (path.length > PATH_LIMITS.path) return `has ${path.length} bytes: a path may have ${PATH_LIMITS.path}`;
  const parts = path.split('/');
  const longest = Math.max(...parts.map((part) => part.length));
  if (longest > PATH_LIMITS.name) return `has a name of ${longest} bytes: a file system takes ${PATH_LIMITS.name}`;
  const depth = parts.length - 1;
  return depth > PATH_LIMITS.depth ? `lies ${depth} folders deep: ${PATH_LIMITS.depth} are allowed` : undefined;
}

/** Tells why no file system takes the target of a link; undefined when it does. */
export function findTargetFault(target: string): string | undefined {
  const bytes = Buffer.byteLength(target);
  return bytes > PATH_LIMITS.target
    ? `links to a target of ${bytes} bytes: a file system takes ${PATH_LIMITS.target}`
    : undefined;
}

/** The first path at which more folders are named than a patch may make; undefined when there are not so many. */
export function findFolderFault(paths: readonly string[]): string | undefined {
  let folders = 0;
  let before: string[] = [];
  for (const path of [...paths].sort()) {
    const parts = path.split('/').slice(0, -1);
    let common = 0;
    while (common < parts.length && parts[common] === before[common]) common++;
    folders += parts.length - common;
    if (folders > PATH_LIMITS.folders) return path;
    before = parts;
  }
  return undefined;
}
