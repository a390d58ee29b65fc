import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { canonical } from '../record/canonical.js';
import type { Report, Result } from '../record/result.js';
import { FILES } from '../record/run_directory.js';
import { RESULTS_FILE, type Source } from './merge_find.js';
import { recordOf } from './merge_record.js';

/** Where a result can be read again: bytes of a results file (`plain`: as we would write them), or the record itself. */
export type Place =
  | { kind: 'line'; source: Source; line: number; offset: number; length: number; plain: boolean }
  | { kind: 'record'; source: Source; attempt_id: string };

/** How messages name a place. */
export const shownPlace = (place: Place): string =>
  place.kind === 'line'
    ? `${join(place.source.shown, RESULTS_FILE)}:${place.line}`
    : join(place.source.shown, 'runs', place.attempt_id);

/**
 * A result as a file in `out` has to name its record. One that is not beside its line is named as if it were beside the merged ones: where a line
 * says it is nobody looks.
 */
export function withPlace(result: Result, { folder, runs }: Source, out: string): Result {
  const record = runs ? recordOf(folder, result) : undefined;
  return { ...result, run: record === undefined ? `runs/${result.attempt_id}` : relative(out, record) };
}

/** Results once more, each from its place; files are opened once. */
export interface PlaceReader {
  result(place: Place): Result;
  /** As a line of a results file in `out`: where the record is, seen from there. */
  line(place: Place, out: string): string | Buffer;
  close(): void;
}

export function placeReader(): PlaceReader {
  const open = new Map<string, number>();
  const bytes = (place: Place & { kind: 'line' }) => {
    const { folder } = place.source;
    let fd = open.get(folder);
    if (fd === undefined) {
      fd = openSync(join(folder, RESULTS_FILE), 'r');
      open.set(folder, fd);
    }
    const read = Buffer.allocUnsafe(place.length);
    for (let at = 0; at < read.length; ) {
      const size = readSync(fd, read, at, read.length - at, place.offset + at);
      if (size === 0) throw new Error(`${shownPlace(place)} was changed while it was read`);
      at += size;
    }
    return read;
  };
  const result = (place: Place): Result => {
    if (place.kind === 'line') return JSON.parse(bytes(place).toString('utf8'));
    const run = `runs/${place.attempt_id}`;
    return { ...(JSON.parse(readFileSync(join(place.source.folder, run, FILES.report), 'utf8')) as Report), run };
  };
  return {
    result,
    line(place, out) {
      if (place.kind === 'line' && place.plain && !place.source.runs) return bytes(place);
      return canonical(withPlace(result(place), place.source, out));
    },
    close() {
      for (const fd of open.values()) closeSync(fd);
    },
  };
}
