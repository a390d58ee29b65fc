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
import { UserError } from '../../contract/input/user_error.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { type HistoryLine, parseSuiteHistory, type SuiteHistory } from '../../record/planning/suite_history.js';

/** Reads a history; a missing file is empty. @throws {UserError} if the file cannot be read */
export function readHistoryFile(path: string, shown = path): SuiteHistory {
  try {
    return existsSync(path) ? parseSuiteHistory(readFileSync(path, 'utf8')) : { lines: [], faults: [] };
  } catch (error) {
    throw createHistoryFileError(error, shown, 'read');
  }
}

/**
 * Appends a line in one write, so that lines of concurrent runs do not mix.
 *
 * A line that an earlier process left unfinished stays on a line of its own.
 *
 * @throws {UserError} if the file cannot be written
 */
export function appendHistoryLine(path: string, line: HistoryLine, shown = path): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const fd = openSync(path, 'a+', 0o644);
    try {
      const { size } = fstatSync(fd);
      const last = Buffer.alloc(1);
      const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
      writeSync(fd, `${torn ? '\n' : ''}${toCanonicalJson(line)}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw createHistoryFileError(error, shown, 'written');
  }
}

function createHistoryFileError(error: unknown, shown: string, what: 'read' | 'written'): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error as Error;
  return new UserError(`the history ${shown} cannot be ${what} (${code})`, 'Name another file with --history FILE.');
}
