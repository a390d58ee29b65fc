/**
 * A path inside the workspace in its one spelling: no `.`, no empty part, no slash at the end; '' is the workspace itself.
 * Undefined = it is absolute, leads out, goes through `.git`, or cannot be a path. Links are not followed: a lock is on a name.
 */
export function insideWorkspace(path: string): string | undefined {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part === '..' || part.toLowerCase() === '.git')) return undefined;
  return parts.join('/');
}

/** As people write it. */
export const shownPath = (path: string): string => path || '.';

/** Every folder above a path, the workspace first, the path itself not among them. */
export function foldersOf(path: string): string[] {
  if (path === '') return [];
  const folders = [''];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** Whether one lies in the other, or both are the same. */
export function overlap(a: string, b: string): boolean {
  return a === b || within(a, b) || within(b, a);
}

const within = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`);
