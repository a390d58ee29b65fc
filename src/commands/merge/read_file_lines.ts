import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { UserError } from '../../contract/input/user_error.js';
import { findJsonFault } from '../../record/json/compute_digest.js';

/** Maximum length of a line, in bytes: many times what an attempt writes. */
const MAX_FILE_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Line of a file with the position of its bytes, so that it can be read again instead of kept. */
interface LinePosition {
  number: number;
  offset: number;
  length: number;
}

/** Line of a file as text. */
export interface FileLine extends LinePosition {
  text: string;
}

/** Line of a file that is not decoded. */
export interface ByteLine extends LinePosition {
  /** Text with one character per byte (latin1). */
  bytes: string;
}

/**
 * Reads the lines of a file that are not empty, one at a time, with memory for one line.
 *
 * @throws {UserError} for a line that is too long or not UTF-8
 */
export function* readFileLines(path: string, shown: string): Generator<FileLine> {
  for (const line of readByteLines(path, shown)) yield decodeFileLine(line, shown);
}

/** Decodes a line. @throws {UserError} for one that is not UTF-8 */
export function decodeFileLine({ number, offset, length, bytes }: ByteLine, shown: string): FileLine {
  const copy = Buffer.from(bytes, 'latin1');
  if (!isUtf8(copy)) throw createLineError(shown, number, 1, 'the line is not UTF-8');
  return { number, offset, length, text: copy.toString('utf8') };
}

/**
 * Reads the lines of a file that are not empty, and does not decode them.
 *
 * @throws {UserError} for a line that is too long
 */
export function* readByteLines(path: string, shown: string): Generator<ByteLine> {
  const fd = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let [number, offset] = [1, 0];
    // Parts of a line that began in earlier chunks. Most lines lie within one chunk and are read in place: copying
    // costs more than anything else here.
    let chunks: Buffer[] = [];
    for (;;) {
      const size = readSync(fd, chunk, 0, CHUNK, null);
      let start = 0;
      for (;;) {
        const end = chunk.subarray(0, size).indexOf(0x0a, start);
        const part = chunk.subarray(start, end < 0 ? size : end);
        const length = chunks.reduce((sum, each) => sum + each.length, part.length);
        if (length > MAX_FILE_LINE_BYTES)
          throw new UserError(`${shown}:${number}:1  the line is longer than ${MAX_FILE_LINE_BYTES / 1024 / 1024} MiB`);
        if (end < 0 && size > 0) {
          if (part.length > 0) chunks.push(Buffer.from(part));
          break;
        }
        const line = toByteLine(chunks.length === 0 ? part : Buffer.concat([...chunks, part]), number, offset);
        if (line) yield line;
        if (end < 0) return;
        offset += length + 1;
        number++;
        chunks = [];
        start = end + 1;
      }
    }
  } finally {
    closeSync(fd);
  }
}

/** Returns a line without a byte order mark and spaces at its end; undefined if it is empty. */
function toByteLine(bytes: Buffer, number: number, offset: number): ByteLine | undefined {
  const skipped = offset === 0 && bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  let end = bytes.length;
  while (end > skipped && isBlank(bytes[end - 1]!)) end--;
  if (end === skipped) return undefined;
  return { number, offset: offset + skipped, length: end - skipped, bytes: bytes.toString('latin1', skipped, end) };
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** Parses a line as JSON. @throws {UserError} with the column of the first fault */
export function parseFileLine({ number, text }: FileLine, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const complaint = fault === text.length ? 'the line is cut off' : 'the line is not JSON from here on';
    throw createLineError(shown, number, fault + 1, complaint);
  }
}

const createLineError = (shown: string, line: number, column: number, what: string) =>
  new UserError(
    `${shown}:${line}:${column}  ${what}`,
    'Nothing was merged. Fetch this file anew, or leave it out: its attempts then have no result.',
  );
