import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/input/user_error.js';
import { getOwnerTag, isOwnerGone } from './get_owner_tag.js';

/**
 * Locks an output folder for one run: two runs at once would rename each other's run directories. Replaces the lock of
 * a dead process.
 *
 * @param option option that named the folder, and `other`: the possible holder, both for messages
 * @returns a function that unlocks the folder
 * @throws {UserError} if another run uses it
 */
export function lockFolder(folder: string, option = '--out DIR', other = 'another run'): () => void {
  const path = join(folder, '.lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, getOwnerTag(), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!isOwnerGone(readFileSync(path, 'utf8'))) break;
      rmSync(path, { force: true });
    }
  }
  throw new UserError(
    `${other} is writing to ${folder}`,
    `Wait for it, or name another folder with ${option}. If none is running, remove the file .lock there.`,
  );
}
