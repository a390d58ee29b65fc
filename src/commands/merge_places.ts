import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import { canonical } from '../record/canonical.js';
import type { Report, Result } from '../record/result.js';
import { FILES } from '../record/run_directory.js';
import { RESULTS_FILE, type Source } from './merge_find.js';
import { recordOf } from './merge_record.js';

/** Where a result can be read again: bytes of a results file (`plain`: they can be copied), or the record itself. */
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
  /** Puts it as a line of a results file in `out` into a buffer, if there is room for it; returns its length in bytes. */
  put(place: Place, out: string, into: Buffer, at: number): number;
  close(): void;
}

export function placeReader(): PlaceReader {
  const open = new Map<string, number>();
  const copy = (place: Place & { kind: 'line' }, into: Buffer, at: number) => {
    const { folder } = place.source;
    let fd = open.get(folder);
    if (fd === undefined) {
      fd = openSync(join(folder, RESULTS_FILE), 'r');
      open.set(folder, fd);
    }
    for (let read = 0; read < place.length; ) {
      const size = readSync(fd, into, at + read, place.length - read, place.offset + read);
      if (size === 0) throw new Error(`${shownPlace(place)} was changed while it was read`);
      read += size;
    }
  };
  const result = (place: Place): Result => {
    if (place.kind === 'line') {
      const bytes = Buffer.allocUnsafe(place.length);
      copy(place, bytes, 0);
      return JSON.parse(bytes.toString('utf8'));
    }
    const run = `runs/${place.attempt_id}`;
    return { ...(JSON.parse(readFileSync(join(place.source.folder, run, FILES.report), 'utf8')) as Report), run };
  };
  return {
    result,
    put(place, out, into, at) {
      if (place.kind === 'line' && place.plain && !place.source.runs) {
        if (at + place.length <= into.length) copy(place, into, at);
        return place.length;
      }
      const line = canonical(withPlace(result(place), place.source, out));
      const length = Buffer.byteLength(line);
      if (at + length <= into.length) into.write(line, at);
      return length;
    },
    close() {
      for (const fd of open.values()) closeSync(fd);
    },
  };
}
