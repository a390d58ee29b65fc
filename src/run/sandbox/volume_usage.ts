import { statfsSync } from 'node:fs';

/** A file system of a bounded size that is mounted for what commands write. */
export interface SizedVolume {
  /** Host path where it is mounted. */
  path: string;
  /** What was taken of it before anything was written. Bytes. */
  empty_bytes: number;
}

/** What an entry costs beside its blocks, in bytes: its inode. */
const INODE = 256;

/**
 * Reads what is taken of a mounted file system, by whatever: files without a name and entries that hold nothing included. `full`: it takes
 * no further block or no further file.
 */
export function readVolume(path: string): { bytes: number; full: boolean } {
  const { blocks, bfree, bavail, bsize, files, ffree } = statfsSync(path);
  return { bytes: (blocks - bfree) * bsize + (files - ffree) * INODE, full: bavail === 0 || ffree === 0 };
}
