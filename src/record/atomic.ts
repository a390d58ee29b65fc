import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a file so that a reader sees the old content or the new, never a part: temporary name, then rename.
 *
 * @throws what the file system says, e.g. ENOSPC or EROFS; the old file is then untouched.
 */
export function writeAtomically(path: string, data: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, 'w', 0o644);
    try {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
