import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import type { Event } from '../events/event.js';
import { verifyHashChain } from './verify_hash_chain.js';

/** Log of a process that no longer runs, open for appending. Every line in it is complete. */
export interface UnfinishedLog {
  fd: number;
  size: number;
  events: Event[];
}

/** Maximum length of a string in Node.js. */
const LARGEST_BYTES = 2 ** 29 - 1024;
const NEWLINE = 0x0a;

/**
 * Opens an unfinished log for appending. Cuts off an incomplete last line.
 *
 * @throws {UserError} if the log cannot be read, was changed after it was written, or is sealed
 */
export function reopenEventLog(path: string): UnfinishedLog {
  const fd = openRegularFile(path);
  try {
    const bytes = readFileSync(fd);
    const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
    const events = parseEvents(path, whole);
    if (whole.length < bytes.length) ftruncateSync(fd, whole.length);
    return { fd, size: whole.length, events };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function parseEvents(path: string, whole: Buffer): Event[] {
  const text = whole.toString('utf8');
  // Invalid UTF-8 decodes as U+FFFD, so such bytes could be exchanged without notice.
  if (!whole.equals(Buffer.from(text))) throw createLogError(path, 'holds bytes that are no UTF-8: it was edited');
  const { events, faults } = verifyHashChain(text);
  const [fault] = faults;
  if (fault)
    throw createLogError(
      `${path}:${fault.line}:1`,
      `${fault.what}${faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''}`,
    );
  if (events.at(-1)?.type === 'sealed') throw createLogError(path, 'is sealed: nothing more can happen in it');
  return events;
}

/** Opens a regular file, never a link, pipe or device. */
function openRegularFile(path: string): number {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw createLogError(path, `cannot be opened (${code === 'ELOOP' ? 'it is a link' : code})`);
  }
  const stat = fstatSync(fd);
  const excess = stat.size > LARGEST_BYTES ? `has ${stat.size} bytes, too many` : undefined;
  const reason = stat.isFile() ? excess : 'is no file';
  if (reason === undefined) return fd;
  closeSync(fd);
  throw createLogError(path, reason);
}

const createLogError = (where: string, what: string) =>
  new UserError(`${where}  ${what}`, 'Going on with this log is impossible; begin a new record in another folder.');
