import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { type ScheduleLine, scheduleLineSchema } from '../../record/planning/plan.js';

type UntimedLine<Line> = Line extends ScheduleLine ? Omit<Line, 'at'> : never;

/** Open schedule log. Every line is on disk before `append` returns. */
export interface ScheduleLog {
  append(line: UntimedLine<ScheduleLine>): void;
  close(): void;
}

/** Opens the log, keeping the lines of earlier processes. Terminates an unfinished last line. */
export function openScheduleLog(path: string, now: () => Date): ScheduleLog {
  const existing = readText(path);
  const fd = openSync(path, 'a', 0o644);
  if (existing !== '' && !existing.endsWith('\n')) writeSync(fd, '\n');
  return {
    append(line) {
      const bytes = Buffer.from(`${toCanonicalJson({ ...line, at: now().toISOString() })}\n`);
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    },
    close: () => closeSync(fd),
  };
}

/** Reads the lines of a log; skips unreadable ones, such as a truncated line. */
export function readScheduleLog(path: string): ScheduleLine[] {
  return readText(path)
    .split('\n')
    .flatMap((line) => {
      try {
        return [scheduleLineSchema.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
