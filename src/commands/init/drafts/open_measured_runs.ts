import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type TestRun, testRunSchema } from './read_test_run.js';

type RunKind = 'golden' | 'base';

/** Runs of a measurement, which an interrupted one leaves for the next. */
export interface MeasuredRuns {
  find(kind: RunKind, trial: number): TestRun | undefined;
  add(kind: RunKind, trial: number, run: TestRun): void;
}

const lineSchema = z.strictObject({
  key: z.string(),
  kind: z.enum(['golden', 'base']),
  trial: z.int(),
  run: testRunSchema,
});

/** Size of a log in bytes from which it is neither read nor written. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Opens the log of measured runs, one JSON object per line. A line that was cut off is ignored: its run is made again.
 *
 * @param key digest of all that the runs depend on; runs under another one are not found
 */
export function openMeasuredRuns(path: string, key: string): MeasuredRuns {
  const runsByKey = new Map<string, TestRun>();
  const text = readLog(path);
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (read?.key === key) runsByKey.set(`${read.kind} ${read.trial}`, read.run);
  }
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let torn = text !== '' && !text.endsWith('\n');
  return {
    find: (kind, trial) => runsByKey.get(`${kind} ${trial}`),
    add(kind, trial, run) {
      const line = `${torn ? '\n' : ''}${JSON.stringify({ key, kind, trial, run })}\n`;
      bytes += Buffer.byteLength(line);
      if (bytes > MAX_BYTES) return;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, line);
      torn = false;
    },
  };
}

function readLog(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
}

function readLine(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
