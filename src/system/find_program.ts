import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Search path of the programs that belong to the system. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Looks a program up in the folders of a search path, as a shell does.
 * @returns its absolute path; undefined if no folder has it
 */
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

const located = new Map<string, string>();

/**
 * Returns the absolute path of a program, looked up once per process for each search path.
 * @returns the name itself if no folder has the program, so that starting it fails as usual
 */
export function locateProgram(name: string, path: string = SYSTEM_PATH): string {
  const key = `${name}\0${path}`;
  const program = located.get(key) ?? findProgram(name, path);
  if (program !== undefined) located.set(key, program);
  return program ?? name;
}
