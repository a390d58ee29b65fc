import { statfsSync } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Cost of a directory entry beside its blocks, in bytes: its inode. */
const INODE_BYTES = 256;

/** Number of entries whose size is asked for at once. */
const BATCH = 64;

/** Bounds of one walk: a time (`performance.now()`) and a sum in bytes at which to stop with the sum so far. */
interface WalkBounds {
  until?: number;
  enough_bytes?: number;
}

/**
 * Measures the disk usage of a directory tree: blocks, so sparse files count only what they occupy. Ignores entries
 * that vanish meanwhile; does not follow links.
 *
 * @returns bytes; infinite if folders are nested deeper than a path can be long
 */
export async function measureDiskUsage(
  directory: string,
  { until = Number.POSITIVE_INFINITY, enough_bytes = Number.POSITIVE_INFINITY }: WalkBounds = {},
): Promise<number> {
  let bytes = 0;
  const pending = [directory];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    let batch: Promise<number>[] = [];
    const count = async () => {
      for (const size of await Promise.all(batch)) bytes += size;
      batch = [];
    };
    try {
      for await (const entry of await opendir(path, { bufferSize: BATCH })) {
        const child = join(path, entry.name);
        if (entry.isDirectory()) pending.push(child);
        batch.push(measureEntry(child));
        if (batch.length >= BATCH) await count();
        if (performance.now() > until || bytes > enough_bytes) return bytes;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return Number.POSITIVE_INFINITY;
      // Removed or made unreadable meanwhile: what cannot be seen is not counted.
    }
    await count();
    if (bytes > enough_bytes) return bytes;
  }
  return bytes;
}

/** Measures one entry, in bytes: 0 if it vanished, infinite if its path is too long to be read. */
async function measureEntry(path: string): Promise<number> {
  try {
    return (await lstat(path)).blocks * 512 + INODE_BYTES;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG' ? Number.POSITIVE_INFINITY : 0;
  }
}

/**
 * Reads the usage of a volume, unlinked files and empty entries included.
 * @returns `full`: no block or no inode is left
 */
export function readVolumeUsage(path: string): { bytes: number; full: boolean } {
  const { blocks, bfree, bavail, bsize, files, ffree } = statfsSync(path);
  return { bytes: (blocks - bfree) * bsize + (files - ffree) * INODE_BYTES, full: bavail === 0 || ffree === 0 };
}
