import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../record/events/event.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { ByteLine } from '../merge/read_file_lines.js';

/** Files of a record larger than this are not read. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Bytes at the end of a log in which its last event is looked for. */
const TAIL_BYTES = 128 * 1024;

/** Reads a file of a record; undefined where it is missing, a link, too large, or cannot be read. */
export function readRecordText(path: string, max_bytes = MAX_FILE_BYTES): string | undefined {
  try {
    // Files of another job may be links, or of any size.
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= max_bytes ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the lines of a record's log; a last one that is still being written is left out. */
export function readEventLines(folder: string): string[] {
  const text = readRecordText(join(folder, RUN_FILES.events)) ?? '';
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}

/** Reads the last event of a log that may be long; undefined where it has none that can be read. */
export function readLastEvent(folder: string): Event | undefined {
  const path = join(folder, RUN_FILES.events);
  const { bytes } = computeFileStamp(path);
  if (bytes === 0) return undefined;
  const begin = Math.max(0, bytes - TAIL_BYTES);
  const lines = readFileSlice(path, begin, bytes - begin).split('\n');
  return lines.map((line) => parseRecordJson(line) as Event | undefined).findLast((event) => event !== undefined);
}

/** Parses JSON of a record; undefined where it cannot be parsed. */
export function parseRecordJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what changes when a file is written: its node, size and time; empty if there is none. */
export function computeFileStamp(path: string): { node: string; bytes: number; text: string } {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile()) return { node: '', bytes: 0, text: '' };
    const { ino, size, mtimeMs } = stat;
    return { node: String(ino), bytes: size, text: `${ino} ${size} ${mtimeMs}` };
  } catch {
    return { node: '', bytes: 0, text: '' };
  }
}

/** Reads a part of a file as text. */
export function readFileSlice(path: string, offset: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset)).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Reads the whole lines of a file from an offset on; what follows the last line break is left for later. */
export function* readWholeLines(path: string, begin: number): Generator<ByteLine> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let [offset, number, rest] = [begin, 0, ''];
    for (;;) {
      const size = readSync(file, chunk, 0, CHUNK_BYTES, offset + rest.length);
      if (size === 0) return;
      const rows = (rest + chunk.toString('latin1', 0, size)).split('\n');
      rest = rows.pop() ?? '';
      for (const bytes of rows) {
        number += 1;
        if (bytes !== '') yield { number, offset, length: bytes.length, bytes };
        offset += bytes.length + 1;
      }
    }
  } finally {
    closeSync(file);
  }
}
