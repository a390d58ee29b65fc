import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS_FILE } from '../io/results_file.js';
import type { MergedResults } from './merged_results.js';

const BUFFER = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Results file as it was written. */
interface WrittenResults {
  path: string;
  sha256: string;
}

/** Writes the merged results: those of the plan in its order, then the others. Needs memory for one buffer. */
export function writeMergedResults({ attempts, unplanned, reader }: MergedResults, out: string): WrittenResults {
  mkdirSync(out, { recursive: true });
  const path = join(out, RESULTS_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  const digest = createHash('sha256');
  const fd = openSync(temporary, 'w', 0o644);
  try {
    let buffer = Buffer.allocUnsafe(BUFFER);
    let size = 0;
    const flush = () => {
      for (let at = 0; at < size; ) at += writeSync(fd, buffer, at, size - at);
      digest.update(buffer.subarray(0, size));
      size = 0;
    };
    for (const { place } of [...attempts, ...unplanned]) {
      let length = reader.writeLine(place, out, buffer, size);
      if (size + length + 1 > buffer.length) {
        flush();
        if (length + 1 > buffer.length) buffer = Buffer.allocUnsafe(length + 1);
        length = reader.writeLine(place, out, buffer, 0);
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
  return { path, sha256: digest.digest('hex') };
}
