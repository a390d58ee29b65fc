import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The absolute path of a program, looked up as a shell would. Undefined when there is none. */
export function findProgram(name: string, path: string = process.env.PATH ?? ''): string | undefined {
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
