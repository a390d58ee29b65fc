import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { UserError } from '../contract/user_error.js';
import { checkChain } from './chain.js';
import type { Event } from './events.js';

/** A log as a process left it that is gone, open for appending; every line in it is whole. */
export interface LeftLog {
  fd: number;
  size: number;
  events: Event[];
}

/** More than this is no text of Node's. */
const LARGEST_BYTES = 2 ** 29 - 1024;
const NEWLINE = 0x0a;

/**
 * Opens a log to go on with. Only its last line can be unfinished, and is cut off then.
 *
 * @throws {UserError} where it cannot be read, was changed after it was written, or is sealed
 */
export function openLeftLog(path: string): LeftLog {
  const fd = opened(path);
  try {
    const bytes = readFileSync(fd);
    const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
    const events = readEvents(path, whole);
    if (whole.length < bytes.length) ftruncateSync(fd, whole.length);
    return { fd, size: whole.length, events };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function readEvents(path: string, whole: Buffer): Event[] {
  const text = whole.toString('utf8');
  // Bytes that are no UTF-8 read as U+FFFD, and so could be exchanged unseen.
  if (!whole.equals(Buffer.from(text))) throw unfit(path, 'holds bytes that are no UTF-8: it was edited');
  const { events, faults } = checkChain(text);
  const [fault] = faults;
  if (fault)
    throw unfit(
      `${path}:${fault.line}:1`,
      `${fault.what}${faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''}`,
    );
  if (events.at(-1)?.type === 'sealed') throw unfit(path, 'is sealed: nothing more can happen in it');
  return events;
}

/** Never through a link, never a pipe or a device. */
function opened(path: string): number {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unfit(path, `cannot be opened (${code === 'ELOOP' ? 'it is a link' : code})`);
  }
  const stat = fstatSync(fd);
  const reason = !stat.isFile()
    ? 'is no file'
    : stat.size > LARGEST_BYTES
      ? `has ${stat.size} bytes, too many`
      : undefined;
  if (reason === undefined) return fd;
  closeSync(fd);
  throw unfit(path, reason);
}

const unfit = (where: string, what: string) =>
  new UserError(`${where}  ${what}`, 'Going on with this log is impossible; begin a new record in another folder.');
