import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { lockFolder } from '../../system/lock_folder.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { EventLog } from './event_log.js';
import { RUN_FILES } from './run_directory.js';

/** Head of a server's log: its subject and start. */
const headSchema = z
  .object({
    schema: z.literal(1),
    started_at: z.iso.datetime().describe('times of the log count from here, also those of later processes'),
  })
  .catchall(z.string());

/** Open record of a server. */
export interface LogFolder {
  log: EventLog;
  close(): void;
}

/** Options of a record that outlives its process: the file that describes the record, and its content. */
interface LogFolderOptions {
  folder: string;
  head: string;
  about: Record<string, string>;
  now: () => Date;
  /** Called before anything is written, once the folder is there. */
  check?: ((folder: string) => void) | undefined;
}

/**
 * Opens the record of a standalone server, or continues it after its process ended in any way.
 * @throws {UserError} if the record cannot be written or read, is in use, or describes something else
 */
export function openLogFolder(options: LogFolderOptions): LogFolder {
  const { folder } = options;
  try {
    // Node's recursive mkdir never ends in file systems of the kernel.
    if (/^\/(proc|sys)\//.test(folder)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    options.check?.(folder);
    const unlock = lockFolder(folder, '--record DIR', 'another server');
    try {
      const log = openEventLog(options);
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

function openEventLog({ folder, head: name, about, now }: LogFolderOptions): EventLog {
  const [head_path, log_path] = [join(folder, name), join(folder, RUN_FILES.events)];
  if (!existsSync(head_path)) {
    if (existsSync(log_path))
      throw new UserError(
        `${folder} is the record of something else (it has ${RUN_FILES.events} and no ${name})`,
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
  // The machine's clock is read once; afterwards a monotonic clock counts.
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
