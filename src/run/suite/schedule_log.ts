import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { canonical } from '../../record/canonical.js';
import { type ScheduleLine, scheduleLineSchema } from '../../record/schedule.js';

type Untimed<Line> = Line extends ScheduleLine ? Omit<Line, 'at'> : never;

/** The open log of a schedule: every line is on disk before `append` returns. */
export interface ScheduleLog {
  append(line: Untimed<ScheduleLine>): void;
  close(): void;
}

/** Goes on with the log of earlier processes, or begins it. A line that one of them could not finish is ended, so that the next stands alone. */
export function openScheduleLog(path: string, now: () => Date): ScheduleLog {
  const left = readText(path);
  const fd = openSync(path, 'a', 0o644);
  if (left !== '' && !left.endsWith('\n')) writeSync(fd, '\n');
  return {
    append(line) {
      const bytes = Buffer.from(`${canonical({ ...line, at: now().toISOString() })}\n`);
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    },
    close: () => closeSync(fd),
  };
}

/** The lines of a log; what is no line, as one that was cut off, is left out. */
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
