import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/user_error.js';
import { isMakerGone, makerMark } from '../sandbox/maker.js';

/**
 * Takes an output folder for one run: two at once would rename each other's run directories. The mark of a process that is gone
 * is no hindrance.
 *
 * @param option by which the caller was told the folder, and who else may have it
 * @returns what gives the folder back
 * @throws {UserError} when another run is using it
 */
export function lockFolder(folder: string, option = '--out DIR', other = 'another run'): () => void {
  const path = join(folder, '.lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, makerMark(), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!isMakerGone(readFileSync(path, 'utf8'))) break;
      rmSync(path, { force: true });
    }
  }
  throw new UserError(
    `${other} is writing to ${folder}`,
    `Wait for it, or name another folder with ${option}. If none is running, remove the file .lock there.`,
  );
}
