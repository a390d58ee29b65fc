import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../../record/canonical.js';
import type { Result } from '../../record/result.js';

/** Result lines while a run is under way, as they come; gone when `results.jsonl` is there. */
export const PARTIAL_FILE = 'results.partial.jsonl';

/** The same for attempts beyond the plan. */
export const EXTRA_PARTIAL_FILE = 'extra.partial.jsonl';

export interface PartialResults {
  add(result: Result): void;
  close(): void;
}

/** Begins the file anew: a run that goes on says again what is there already. */
export function openPartialResults(folder: string, name: string): PartialResults {
  const fd = openSync(join(folder, name), 'w', 0o644);
  return {
    add: (result) => void writeSync(fd, `${canonical(result)}\n`),
    close: () => closeSync(fd),
  };
}
