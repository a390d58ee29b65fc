import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/user_error.js';
import { writeAtomically } from '../../record/atomic.js';
import { EventLog } from '../../record/log.js';
import { FILES } from '../../record/run_directory.js';
import { lockFolder } from '../suite/folder_lock.js';

/** The record of a coordination layer that stands alone: its log, and when that began. */
const headSchema = z.strictObject({
  schema: z.literal(1),
  started_at: z.iso.datetime().describe('times of the log count from here, also those of later processes'),
  workspace: z.string().describe('the folder that it is about'),
});
const HEAD = 'coordination.json';

export interface JournalFolder {
  log: EventLog;
  close(): void;
}

/**
 * Opens the record of a folder, or goes on with it: whatever stopped the process before, what it had answered is in the log.
 *
 * @throws {UserError} when the record cannot be written or read, is in use, is another folder's, or lies where agents could change it
 */
export function openJournalFolder(folder: string, workspace: string, now: () => Date): JournalFolder {
  try {
    // Node's recursive mkdir never ends where the kernel lets nobody make folders.
    if (/^\/(proc|sys)\//.test(folder)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (`${realpathSync(folder)}/`.startsWith(`${workspace}/`))
      throw new UserError(
        `the record ${folder} lies in the workspace, where agents could change it`,
        'Name a folder outside with --record DIR.',
      );
    const unlock = lockFolder(folder, '--record DIR', 'another server');
    try {
      const log = openLog(folder, workspace, now);
      return {
        log,
        close() {
          log.close();
          unlock();
        },
      };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UserError || code === undefined) throw error;
    throw new UserError(`the record ${folder} cannot be written (${code})`, 'Name another folder with --record DIR.');
  }
}

function openLog(folder: string, workspace: string, now: () => Date): EventLog {
  const [head_path, log_path] = [join(folder, HEAD), join(folder, FILES.events)];
  if (!existsSync(head_path)) {
    if (existsSync(log_path))
      throw new UserError(
        `${folder} is the record of something else (it has ${FILES.events} and no ${HEAD})`,
        'Name another folder with --record DIR.',
      );
    const head = { schema: 1, started_at: now().toISOString(), workspace };
    writeAtomically(head_path, `${JSON.stringify(head, null, 2)}\n`);
  }
  const head = readHead(head_path);
  if (head.workspace !== workspace)
    throw new UserError(
      `${folder} is the record of ${head.workspace}, not of ${workspace}`,
      'Name another folder with --record DIR.',
    );
  // By the clock of the machine once, then by one that nobody sets.
  const before_ms = Math.max(0, now().getTime() - Date.parse(head.started_at));
  const begun = performance.now();
  const clock = () => (before_ms + performance.now() - begun) * 1e6;
  return existsSync(log_path) ? EventLog.reopen(log_path, clock) : new EventLog(log_path, clock);
}

function readHead(path: string): z.output<typeof headSchema> {
  try {
    return headSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${path} cannot be read (${code ?? 'it is not what this version writes'})`,
      'Going on with this record is impossible; begin a new one in another folder.',
    );
  }
}
