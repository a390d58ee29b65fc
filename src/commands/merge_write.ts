import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS_FILE } from './merge_find.js';
import type { Merge } from './merged.js';

const BUFFER = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Writes the merged results: those of the plan in its order, then the others. In memory is one buffer, however many they are. */
export function writeMerged({ attempts, unplanned, read }: Merge, out: string): string {
  mkdirSync(out, { recursive: true });
  const path = join(out, RESULTS_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  const fd = openSync(temporary, 'w', 0o644);
  try {
    let buffer = Buffer.allocUnsafe(BUFFER);
    let size = 0;
    const flush = () => {
      for (let at = 0; at < size; ) at += writeSync(fd, buffer, at, size - at);
      size = 0;
    };
    for (const { place } of [...attempts, ...unplanned]) {
      let length = read.put(place, out, buffer, size);
      if (size + length + 1 > buffer.length) {
        flush();
        if (length + 1 > buffer.length) buffer = Buffer.allocUnsafe(length + 1);
        length = read.put(place, out, buffer, 0);
      }
      size += length;
      buffer[size++] = NEWLINE;
    }
    flush();
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
  return path;
}
