import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';

/** Type of a tmpfs in statfs (Linux, TMPFS_MAGIC). */
const TMPFS = 0x01021994;

const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** First id of ordinary users. systemd empties their shared memory when they log out (RemoveIPC in logind.conf). */
const FIRST_ORDINARY_UID = 1000;

/**
 * Chooses the parent of state folders: memory for root and system users where the machine offers it, otherwise the
 * temporary folder, also where that is not /tmp. In memory a hundred small files are made and removed at once; on a
 * disk that takes 50 ms.
 */
export function chooseStateParent(
  temporary = tmpdir(),
  uid = process.getuid?.(),
  measure = measureWritableFolder,
): string {
  if (temporary !== '/tmp' || uid === undefined || uid >= FIRST_ORDINARY_UID) return temporary;
  try {
    const { type, bavail, bsize } = measure(SHARED_MEMORY);
    return type === TMPFS && bavail * bsize >= LEAST_FREE_BYTES ? SHARED_MEMORY : temporary;
  } catch {
    return temporary;
  }
}

/** Measures the file system of a folder. @throws if the folder cannot be written */
function measureWritableFolder(path: string): { type: number; bavail: number; bsize: number } {
  accessSync(path, constants.W_OK | constants.X_OK);
  return statfsSync(path);
}
