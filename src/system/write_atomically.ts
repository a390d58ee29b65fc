import { closeSync, constants, fchmodSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Creates or empties, and follows no link that somebody put under the temporary name. */
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * Writes a file atomically: writes to a temporary name, then renames. A reader sees the old content or the new content,
 * never a part.
 *
 * @param mode rights of the file; default: those of a new one
 * @throws the error of the file system, e.g. ENOSPC or EROFS; the old file is then untouched
 */
export function writeAtomically(path: string, data: string | Uint8Array, mode?: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, FLAGS, mode === undefined ? 0o644 : mode & 0o600);
    try {
      if (mode !== undefined) fchmodSync(fd, mode);
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
