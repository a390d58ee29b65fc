import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/user_error.js';
import { writeAtomically } from '../../record/atomic.js';
import { EventLog } from '../../record/log.js';
import { FILES } from '../../record/run_directory.js';
import { lockFolder } from './folder_lock.js';

/** What the log of a server is about, and when it began. */
const headSchema = z
  .object({
    schema: z.literal(1),
    started_at: z.iso.datetime().describe('times of the log count from here, also those of later processes'),
  })
  .catchall(z.string());

export interface LogFolder {
  log: EventLog;
  close(): void;
}

/** A record that outlives the process: which file says what it is about, and what that is. */
export interface LogFolderOrder {
  folder: string;
  head: string;
  about: Record<string, string>;
  now: () => Date;
  /** Called before anything is written, once the folder is there. */
  check?: ((folder: string) => void) | undefined;
}

/**
 * Opens the record of a server that stands alone, or goes on with it: whatever stopped the process before, what it had answered is in the log.
 *
 * @throws {UserError} when the record cannot be written or read, is in use, or is about something else
 */
export function openLogFolder(order: LogFolderOrder): LogFolder {
  const { folder } = order;
  try {
    // Node's recursive mkdir never ends where the kernel lets nobody make folders.
    if (/^\/(proc|sys)\//.test(folder)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    order.check?.(folder);
    const unlock = lockFolder(folder, '--record DIR', 'another server');
    try {
      const log = openLog(order);
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

function openLog({ folder, head: name, about, now }: LogFolderOrder): EventLog {
  const [head_path, log_path] = [join(folder, name), join(folder, FILES.events)];
  if (!existsSync(head_path)) {
    if (existsSync(log_path))
      throw new UserError(
        `${folder} is the record of something else (it has ${FILES.events} and no ${name})`,
        'Name another folder with --record DIR.',
      );
    const head = { schema: 1, started_at: now().toISOString(), ...about };
    writeAtomically(head_path, `${JSON.stringify(head, null, 2)}\n`);
  }
  const { schema, started_at, ...found } = readHead(head_path);
  for (const [key, value] of Object.entries(about))
    if (found[key] !== value)
      throw new UserError(
        `${folder} is the record of ${found[key]}, not of ${value}`,
        'Name another folder with --record DIR.',
      );
  // By the clock of the machine once, then by one that nobody sets.
  const before_ms = Math.max(0, now().getTime() - Date.parse(started_at));
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
