import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a system keeps its own programs. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The absolute path of a program, looked up as a shell would in the folders of `path`. Undefined when there is none. */
export function findProgram(name: string, path: string = SYSTEM_PATH): string | undefined {
  for (const directory of path.split(delimiter)) {
    const candidate = join(directory || '.', name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not here.
    }
  }
  return undefined;
}
