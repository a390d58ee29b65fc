import { lstatSync, type Stats } from 'node:fs';

/**
 * Returns the path on disk of a repository path below a folder. Repository paths are latin-1 strings, one character per
 * byte, so that names that are not UTF-8 survive.
 */
export const toBytePath = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);

/**
 * Reads the status of a path in a tree.
 * @returns undefined if it is missing, or a parent is no folder
 */
export function lstatIfPresent(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(toBytePath(root, path));
  } catch {
    return undefined; // absent, or a folder on the way is none
  }
}
