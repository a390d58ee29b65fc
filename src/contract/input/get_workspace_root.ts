import { posix } from 'node:path';

/** Path of the workspace inside a sandbox, where a contract names no other. */
export const DEFAULT_WORKSPACE_ROOT = '/work';

/** Returns the path of the workspace inside the sandbox of a contract. */
export function getWorkspaceRoot(environment: { workdir?: string | undefined } | undefined): string {
  return environment?.workdir ?? DEFAULT_WORKSPACE_ROOT;
}

/** Folders of a container that the sandbox itself needs, or that hold the system of the image. */
const TAKEN = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 proc run sbin sys tmp usr world'.split(' ').map((name) => `/${name}`),
);
/** Folders that hold what the sandbox mounts: only folders below them can be one for the repository. */
const SHARED = new Set(['/home', '/home/agent', '/opt', '/root', '/var', '/var/tmp']);

/** Form of the path at which a container has the repository. */
export const WORKDIR_PATTERN = /^(\/[A-Za-z0-9][\w.-]*)+$/;
/** Longest such path. */
export const WORKDIR_LENGTH = 200;

/** Tells whether a path of that form is no folder of the system or of the sandbox. */
export const isFreeWorkdir = (path: string): boolean =>
  !TAKEN.has(`/${path.split('/')[1]}`) && !SHARED.has(path) && !isBelowShared(path);

/** Tells whether a container can have the repository at this path. */
export const isWorkdir = (path: string): boolean =>
  path.length <= WORKDIR_LENGTH && WORKDIR_PATTERN.test(path) && isFreeWorkdir(path);

const isBelowShared = (path: string): boolean =>
  ['/home/agent/', '/var/tmp/'].some((folder) => path.startsWith(folder));

/**
 * Tells whether a path of somebody else's change or benchmark can become a file beside a contract: it stays below its
 * folder, is no metadata of git, and has no character that a name cannot keep.
 */
export const isKeepablePath = (path: string): boolean =>
  !/[\0\uFFFD]/.test(path) && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part.toLowerCase()));

/** Entries of a PATH, in their order. */
interface FilteredSearchPath {
  /** PATH without the entries that were dropped; may be empty. */
  kept: string;
  /** Entries through which files of the folder would be run as programs. */
  dropped: string[];
}

/**
 * Drops entries of a PATH that are empty (the working folder), relative, or at or below a folder that an agent writes
 * to: a patch could put a program there, in place of the one that a check means. Links in an image are not resolved.
 */
export function filterSearchPath(path: string, folder: string): FilteredSearchPath {
  const entries = path.split(':');
  const isDropped = (entry: string) => !entry.startsWith('/') || isAtOrBelow(posix.resolve(entry), folder);
  return { kept: entries.filter((entry) => !isDropped(entry)).join(':'), dropped: entries.filter(isDropped) };
}

const isAtOrBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

/**
 * Completes a patch whose end was trimmed: git needs the line end of the last line, and a blank line after a binary
 * file.
 */
export function completePatch(patch: string): string {
  const whole = patch.endsWith('\n') ? patch : `${patch}\n`;
  return /^GIT binary patch\r?$/m.test(whole) && !whole.endsWith('\n\n') ? `${whole}\n` : whole;
}
