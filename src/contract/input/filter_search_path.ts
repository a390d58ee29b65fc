import { posix } from 'node:path';

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
