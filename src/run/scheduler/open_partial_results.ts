import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';

/** File for the result lines of a run in progress; removed when `results.jsonl` is complete. */
export const PARTIAL_RESULTS_FILE = 'results.partial.jsonl';

/** File for the result lines of attempts beyond the plan. */
export const EXTRA_PARTIAL_RESULTS_FILE = 'extra.partial.jsonl';

/** Open file of result lines. */
export interface PartialResults {
  add(result: AttemptResult): void;
  close(): void;
}

/** Opens the file and truncates it: a continued run writes all its results again. */
export function openPartialResults(folder: string, name: string): PartialResults {
  const fd = openSync(join(folder, name), 'w', 0o644);
  return {
    add: (result) => void writeSync(fd, `${toCanonicalJson(result)}\n`),
    close: () => closeSync(fd),
  };
}
