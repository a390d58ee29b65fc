/**
 * Limits of the paths of a patch, so that every file system accepts them; git's index accepts any path. They do not
 * depend on the machine, so that verdicts do not either. A name has at most 255 bytes everywhere; a path 4096, of which
 * 1024 are reserved for the workspace's folder; a link target 4095, or 1023 on XFS. Bytes, folders.
 */
export const PATH_LIMITS = { name: 255, path: 3072, depth: 256, target: 1023, folders: 100_000 } as const;

/**
 * Explains why a file system would refuse a path (latin-1 bytes, relative).
 * @returns undefined if it is acceptable
 */
export function findPathFault(path: string): string | undefined {
  if (path.length > PATH_LIMITS.path) return `has ${path.length} bytes: a path may have ${PATH_LIMITS.path}`;
  const parts = path.split('/');
  const longest = Math.max(...parts.map((part) => part.length));
  if (longest > PATH_LIMITS.name) return `has a name of ${longest} bytes: a file system takes ${PATH_LIMITS.name}`;
  const depth = parts.length - 1;
  return depth > PATH_LIMITS.depth ? `lies ${depth} folders deep: ${PATH_LIMITS.depth} are allowed` : undefined;
}

/**
 * Explains why a file system would refuse the target of a link.
 * @returns undefined if it is acceptable
 */
export function findTargetFault(target: string): string | undefined {
  const bytes = Buffer.byteLength(target);
  return bytes > PATH_LIMITS.target
    ? `links to a target of ${bytes} bytes: a file system takes ${PATH_LIMITS.target}`
    : undefined;
}

/**
 * Finds the first path at which a patch names more folders than allowed.
 * @returns undefined if there are not too many
 */
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
