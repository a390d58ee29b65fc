import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { findRecordFolder } from './find_record_contradiction.js';
import type { ResultSource } from './find_result_sources.js';

/** Location of a result: bytes of a results file (`plain`: they can be copied), or a record. */
export type ResultLocation =
  | { kind: 'line'; source: ResultSource; line: number; offset: number; length: number; plain: boolean }
  | { kind: 'record'; source: ResultSource; attempt_id: string };

/** Formats a location for messages. */
export const formatResultLocation = (place: ResultLocation): string =>
  place.kind === 'line'
    ? `${join(place.source.shown, RESULTS_FILE)}:${place.line}`
    : join(place.source.shown, 'runs', place.attempt_id);

/**
 * Returns a result whose path to its record counts from `out`.
 *
 * A record that is not beside its line gets the path that it would have beside the merged results; the path in the
 * line is not trusted.
 */
export function locateRecord(result: AttemptResult, { folder, runs }: ResultSource, out: string): AttemptResult {
  const record = runs ? findRecordFolder(folder, result) : undefined;
  const run = record === undefined ? `runs/${result.attempt_id}` : relative(out, record);
  return run === result.run ? result : { ...result, run };
}

/** Reader of results by location, which opens each file once. */
export interface ResultReader {
  result(place: ResultLocation): AttemptResult;
  /** Writes a result as a line for a results file in `out` into a buffer, if it fits. @returns the length in bytes */
  writeLine(place: ResultLocation, out: string, into: Buffer, at: number): number;
  close(): void;
}

/** Opens a reader of results. */
export function openResultReader(): ResultReader {
  const open = new Map<string, number>();
  const copy = (place: ResultLocation & { kind: 'line' }, into: Buffer, at: number) => {
    const { folder } = place.source;
    let fd = open.get(folder);
    if (fd === undefined) {
      fd = openSync(join(folder, RESULTS_FILE), 'r');
      open.set(folder, fd);
    }
    for (let read = 0; read < place.length; ) {
      const size = readSync(fd, into, at + read, place.length - read, place.offset + read);
      if (size === 0) throw new Error(`${formatResultLocation(place)} was changed while it was read`);
      read += size;
    }
  };
  const read = (place: ResultLocation): AttemptResult => {
    if (place.kind === 'line') {
      const bytes = Buffer.allocUnsafe(place.length);
      copy(place, bytes, 0);
      return JSON.parse(bytes.toString('utf8'));
    }
    const run = `runs/${place.attempt_id}`;
    return {
      ...(JSON.parse(readFileSync(join(place.source.folder, run, RUN_FILES.report), 'utf8')) as AttemptReport),
      run,
    };
  };
  return {
    result: (place) => read(place),
    writeLine(place, out, into, at) {
      if (place.kind === 'line' && place.plain && !place.source.runs) {
        if (at + place.length <= into.length) copy(place, into, at);
        return place.length;
      }
      const line = toCanonicalJson(locateRecord(read(place), place.source, out));
      const length = Buffer.byteLength(line);
      if (at + length <= into.length) into.write(line, at);
      return length;
    },
    close() {
      for (const fd of open.values()) closeSync(fd);
    },
  };
}
