import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { ConsistencyLine } from '../judge/analysis/consistency_line.js';
import { canonical } from '../record/canonical.js';
import { type History, type HistoryLine, readHistory } from '../record/history.js';

/** The history in a file; one that is not there yet is empty. @throws {UserError} when it cannot be read */
export function readHistoryFile(path: string, shown = path): History {
  try {
    return existsSync(path) ? readHistory(readFileSync(path, 'utf8')) : { lines: [], faults: [] };
  } catch (error) {
    throw unusable(error, shown, 'read');
  }
}

/**
 * Appends one line in one write, so that lines of runs that end together do not mix. A line that an earlier process left unfinished stays as it
 * is, on a line of its own.
 *
 * @throws {UserError} when the file cannot be written
 */
export function appendHistory(path: string, line: HistoryLine | ConsistencyLine, shown = path): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(path, 'a+', 0o644);
    try {
      const { size } = fstatSync(fd);
      const last = Buffer.alloc(1);
      const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
      writeSync(fd, `${torn ? '\n' : ''}${canonical(line)}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw unusable(error, shown, 'written');
  }
}

function unusable(error: unknown, shown: string, what: 'read' | 'written'): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  return new UserError(`the history ${shown} cannot be ${what} (${code})`, 'Name another file with --history FILE.');
}
