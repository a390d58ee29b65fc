import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type ByteRanges, copyByteRanges, runInThread } from '../../system/run_in_thread.js';
import { RESULTS_FILE } from '../io/results_file.js';
import type { MergedResults } from './merged_results.js';
import type { ResultLocation } from './result_reader.js';

const BUFFER = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Bytes of results from which on a thread of its own writes them. */
const THREAD_BYTES = 32 * 1024 * 1024;

/** Results file as it was written. */
interface WrittenResults {
  path: string;
  sha256: string;
}

/** Results file that is being written. */
interface ResultsWriting {
  /**
   * Puts the file into its place, when it is written.
   *
   * @param before is called just before that
   */
  finish(before?: () => void): Promise<WrittenResults>;
  /** Leaves everything as it was, unless the file is in its place. It never rejects. */
  abandon(): Promise<void>;
}

/**
 * Begins to write the merged results: those of the plan in its order, then the others.
 *
 * Many lines that are copied unchanged are written by a thread while the caller computes; all others when the caller
 * finishes. The file is the same.
 *
 * @param thread_bytes least size for which a thread is worth it
 */
export function beginMergedResults(
  { attempts, unplanned, reader }: Pick<MergedResults, 'attempts' | 'unplanned' | 'reader'>,
  out: string,
  thread_bytes = availableParallelism() > 1 ? THREAD_BYTES : Number.POSITIVE_INFINITY,
): ResultsWriting {
  const path = join(out, RESULTS_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  const places = [...attempts, ...unplanned].map(({ place }) => place);
  const ranges = toByteRanges(places, temporary, thread_bytes);
  // What the thread needs and nobody else made is gone again when it is abandoned.
  const created = ranges && mkdirSync(out, { recursive: true });
  const run = ranges && runInThread(copyByteRanges, ranges);
  let finished = false;
  const removeTemporary = () => {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // It is no file of ours.
    }
  };
  process.once('exit', removeTemporary);
  return {
    async finish(before) {
      mkdirSync(out, { recursive: true });
      const sha256 = run ? await run.result : writeLines(places, reader, out, temporary);
      before?.();
      renameSync(temporary, path);
      finished = true;
      process.off('exit', removeTemporary);
      return { path, sha256 };
    },
    async abandon() {
      process.off('exit', removeTemporary);
      if (finished) return;
      await run?.stop().catch(() => undefined);
      removeTemporary();
      if (created) removeEmptyFolders(out, created);
    },
  };
}

/** Removes a folder and those above it up to another one, as long as they are empty. */
function removeEmptyFolders(from: string, last: string): void {
  try {
    for (let folder = resolve(from); ; folder = dirname(folder)) {
      rmdirSync(folder);
      if (folder === resolve(last)) return;
    }
  } catch {
    // Somebody uses it.
  }
}

/**
 * Returns the bytes to copy; undefined if they are few, or if a line has to be written otherwise than it stands
 * there.
 */
function toByteRanges(places: readonly ResultLocation[], target: string, least: number): ByteRanges | undefined {
  const files = new Map<string, number>();
  const file = new Uint32Array(places.length);
  const offset = new Float64Array(places.length);
  const length = new Uint32Array(places.length);
  let bytes = 0;
  for (const [n, place] of places.entries()) {
    if (place.kind !== 'line' || !place.plain || place.source.runs) return undefined;
    const source = join(place.source.folder, RESULTS_FILE);
    const index = files.get(source) ?? files.size;
    files.set(source, index);
    file[n] = index;
    offset[n] = place.offset;
    length[n] = place.length;
    bytes += place.length;
  }
  return bytes < least ? undefined : { files: [...files.keys()], file, offset, length, target };
}

/** Writes lines into a file; returns its SHA-256. Needs memory for one buffer. */
function writeLines(
  places: readonly ResultLocation[],
  reader: MergedResults['reader'],
  out: string,
  target: string,
): string {
  const digest = createHash('sha256');
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const fd = openSync(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644);
  try {
    let buffer = Buffer.allocUnsafe(BUFFER);
    let size = 0;
    const flush = () => {
      for (let offset = 0; offset < size; ) offset += writeSync(fd, buffer, offset, size - offset);
      digest.update(buffer.subarray(0, size));
      size = 0;
    };
    for (const place of places) {
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
    return digest.digest('hex');
  } finally {
    closeSync(fd);
  }
}
