import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { UserError } from '../contract/user_error.js';
import { jsonFault } from '../record/json_fault.js';

/** The longest line that is read: many times what an attempt writes, and little enough for any machine. */
export const LINE_LIMIT = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line of a file, with where its bytes are, so that it can be read again instead of kept. */
export interface Line {
  number: number;
  offset: number;
  bytes: Buffer;
}

/** The lines of a file that are not empty, one at a time, in memory for one line. @throws {UserError} for a line above the limit */
export function* linesOf(path: string, shown: string): Generator<Line> {
  const fd = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let [number, offset, held]: [number, number, Buffer[]] = [1, 0, []];
    const line = (): Line => {
      const bytes = Buffer.concat(held);
      const skipped = offset === 0 && bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
      return { number, offset: offset + skipped, bytes: bytes.subarray(skipped) };
    };
    const length = () => held.reduce((sum, part) => sum + part.length, 0);
    for (;;) {
      const size = readSync(fd, chunk, 0, CHUNK, null);
      if (size === 0) break;
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(0x0a, from);
        const to = end < 0 || end >= size ? size : end;
        // A copy: the chunk is filled again while a line is still looked at.
        if (to > from) held.push(Buffer.from(chunk.subarray(from, to)));
        if (length() > LINE_LIMIT)
          throw new UserError(`${shown}:${number}:1  the line is longer than ${LINE_LIMIT / 1024 / 1024} MiB`);
        if (to === size) break;
        const whole = line();
        if (!isBlank(whole.bytes)) yield whole;
        offset += length() + 1;
        number++;
        held = [];
        from = to + 1;
      }
    }
    const last = line();
    if (!isBlank(last.bytes)) yield last;
  } finally {
    closeSync(fd);
  }
}

const isBlank = (bytes: Buffer) => bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

/** What a line says as JSON. @throws {UserError} with the column at which it stops being that */
export function parseLine({ number, bytes }: Line, shown: string): unknown {
  const refuse = (column: number, what: string) =>
    new UserError(
      `${shown}:${number}:${column}  ${what}`,
      'Nothing was merged. Fetch this file anew, or leave it out: its attempts then have no result.',
    );
  if (!isUtf8(bytes)) throw refuse(1, 'the line is not UTF-8');
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFault(text);
    throw refuse(fault + 1, fault === text.length ? 'the line is cut off' : 'the line is not JSON from here on');
  }
}
