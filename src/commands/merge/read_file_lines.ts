import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import { findJsonFault } from '../../record/json/find_json_fault.js';

/** Maximum length of a line, in bytes: many times what an attempt writes. */
const MAX_FILE_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Line of a file with the position of its bytes, so that it can be read again instead of kept. */
export interface FileLine {
  number: number;
  offset: number;
  length: number;
  text: string;
}

/**
 * Reads the lines of a file that are not empty, one at a time, with memory for one line.
 *
 * @throws {UserError} for a line that is too long or not UTF-8
 */
export function* readFileLines(path: string, shown: string): Generator<FileLine> {
  const fd = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let [number, offset] = [1, 0];
    // Parts of a line that began in earlier chunks. Most lines lie within one chunk and are decoded in place: copying
    // costs more than anything else here.
    let held: Buffer[] = [];
    for (;;) {
      const size = readSync(fd, chunk, 0, CHUNK, null);
      let from = 0;
      for (;;) {
        const end = chunk.subarray(0, size).indexOf(0x0a, from);
        const part = chunk.subarray(from, end < 0 ? size : end);
        const length = held.reduce((sum, each) => sum + each.length, part.length);
        if (length > MAX_FILE_LINE_BYTES)
          throw new UserError(`${shown}:${number}:1  the line is longer than ${MAX_FILE_LINE_BYTES / 1024 / 1024} MiB`);
        if (end < 0 && size > 0) {
          if (part.length > 0) held.push(Buffer.from(part));
          break;
        }
        const line = decodeLine(held.length === 0 ? part : Buffer.concat([...held, part]), number, offset, shown);
        if (line) yield line;
        if (end < 0) return;
        offset += length + 1;
        number++;
        held = [];
        from = end + 1;
      }
    }
  } finally {
    closeSync(fd);
  }
}

/** Decodes a line; undefined if it is empty. */
function decodeLine(bytes: Buffer, number: number, offset: number, shown: string): FileLine | undefined {
  const skipped = offset === 0 && bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  let end = bytes.length;
  while (end > skipped && isBlank(bytes[end - 1]!)) end--;
  if (end === skipped) return undefined;
  const own = bytes.subarray(skipped, end);
  if (!isUtf8(own)) throw createLineError(shown, number, 1, 'the line is not UTF-8');
  return { number, offset: offset + skipped, length: own.length, text: own.toString('utf8') };
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** Parses a line as JSON. @throws {UserError} with the column of the first fault */
export function parseFileLine({ number, text }: FileLine, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const what = fault === text.length ? 'the line is cut off' : 'the line is not JSON from here on';
    throw createLineError(shown, number, fault + 1, what);
  }
}

const createLineError = (shown: string, line: number, column: number, what: string) =>
  new UserError(
    `${shown}:${line}:${column}  ${what}`,
    'Nothing was merged. Fetch this file anew, or leave it out: its attempts then have no result.',
  );
