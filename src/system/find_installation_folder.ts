import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the folder in which gatebench is installed, by its `action.yml`; undefined if the installation is incomplete.
 */
export function findInstallationFolder(): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'action.yml'))) {
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return folder;
}
