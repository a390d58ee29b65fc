import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder of the records and logs of `init`. A new one leaves itself out of the repository, as caches of tools
 * do; a folder that is there is somebody's, and is not changed.
 */
export function makeRecordsFolder(path: string): void {
  if (mkdirSync(path, { recursive: true }) === undefined) return;
  writeFileSync(join(path, '.gitignore'), '# Records and logs of gatebench init. They may be removed.\n*\n');
}
