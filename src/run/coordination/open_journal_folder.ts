import { realpathSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import { type LogFolder, openLogFolder } from '../../record/storage/event_log.js';

/**
 * Opens or continues the record of a stand-alone coordination layer over a folder.
 *
 * @throws {UserError} if the record cannot be written or read, is in use, belongs to another folder, or lies where
 * agents could change it
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
