/**
 * Normalizes a path inside the workspace: no `.`, no empty part, no slash at the end; '' is the workspace. Links are
 * not followed: a lock is on a name.
 *
 * @returns undefined if the path is absolute, leads out, goes through `.git`, or is invalid
 */
export function normalizeWorkspacePath(path: string): string | undefined {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part === '..' || part.toLowerCase() === '.git')) return undefined;
  return parts.join('/');
}

/** Formats a workspace path for people. */
export const formatWorkspacePath = (path: string): string => path || '.';

/** Lists every folder above a path, the workspace first, without the path itself. */
export function listParentFolders(path: string): string[] {
  if (path === '') return [];
  const folders = [''];
  for (let index = path.indexOf('/'); index !== -1; index = path.indexOf('/', index + 1))
    folders.push(path.slice(0, index));
  return folders;
}

/** Tells whether two paths are the same or one contains the other. */
export function isOverlapping(a: string, b: string): boolean {
  return a === b || isWithin(a, b) || isWithin(b, a);
}

const isWithin = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`);
