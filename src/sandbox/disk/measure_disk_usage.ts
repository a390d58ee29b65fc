import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Cost of a directory entry beside its blocks, in bytes. */
const INODE_BYTES = 256;

/**
 * Measures the disk usage of a directory tree: blocks, so sparse files count only what they occupy. Ignores entries
 * that vanish meanwhile; does not follow links.
 *
 * @param until time (`performance.now()`) at which to stop with the sum so far
 * @returns bytes; infinite if folders are nested deeper than a path can be long
 */
export async function measureDiskUsage(directory: string, until = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0;
  const pending = [directory];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    try {
      for await (const entry of await opendir(path)) {
        if (performance.now() > until) return bytes;
        const child = join(path, entry.name);
        if (entry.isDirectory()) pending.push(child);
        bytes += await lstat(child).then(
          (stat) => stat.blocks * 512 + INODE_BYTES,
          (error: NodeJS.ErrnoException) => (error.code === 'ENAMETOOLONG' ? Number.POSITIVE_INFINITY : 0),
        );
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return Number.POSITIVE_INFINITY;
      // Removed or made unreadable meanwhile: what cannot be seen is not counted.
    }
  }
  return bytes;
}
