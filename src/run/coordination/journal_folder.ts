import { realpathSync } from 'node:fs';
import { UserError } from '../../contract/user_error.js';
import { type LogFolder, openLogFolder } from '../suite/log_folder.js';

/**
 * Opens the record of a coordination layer that stands alone, over a folder, or goes on with it.
 *
 * @throws {UserError} when the record cannot be written or read, is in use, is another folder's, or lies where agents could change it
 */
export function openJournalFolder(folder: string, workspace: string, now: () => Date): LogFolder {
  return openLogFolder({
    folder,
    head: 'coordination.json',
    about: { workspace },
    now,
    check(path) {
      if (!`${realpathSync(path)}/`.startsWith(`${workspace}/`)) return;
      throw new UserError(
        `the record ${path} lies in the workspace, where agents could change it`,
        'Name a folder outside with --record DIR.',
      );
    },
  });
}
