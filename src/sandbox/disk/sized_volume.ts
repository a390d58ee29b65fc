import { statfsSync } from 'node:fs';

/** Mounted file system of bounded size for files that commands write. */
export interface SizedVolume {
  /** Host path where it is mounted. */
  path: string;
  /** Bytes in use before any command wrote. */
  empty_bytes: number;
}

/** Cost of a directory entry beside its blocks, in bytes: its inode. */
const INODE_BYTES = 256;

/**
 * Reads the usage of a volume, unlinked files and empty entries included.
 * @returns `full`: no block or no inode is left
 */
export function readVolumeUsage(path: string): { bytes: number; full: boolean } {
  const { blocks, bfree, bavail, bsize, files, ffree } = statfsSync(path);
  return { bytes: (blocks - bfree) * bsize + (files - ffree) * INODE_BYTES, full: bavail === 0 || ffree === 0 };
}
