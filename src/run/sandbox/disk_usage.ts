import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** What an entry costs even when it is empty, in bytes. */
const INODE = 256;

/**
 * Bytes that a directory tree takes on disk (blocks, not lengths, so sparse files count what they take). Entries that
 * vanish while it walks are nothing; links are not followed. Infinite when folders are nested deeper than a path can be long:
 * what lies there cannot be seen, and nobody honest puts anything there.
 *
 * @param until when to stop with what was found by then, as `performance.now()` tells it
 */
export async function diskUsage(directory: string, until = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0;
  const pending = [directory];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    try {
      for await (const entry of await opendir(path)) {
        if (performance.now() > until) return bytes;
        const child = join(path, entry.name);
        if (entry.isDirectory()) pending.push(child);
        bytes += await lstat(child).then(
          (stat) => stat.blocks * 512 + INODE,
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
