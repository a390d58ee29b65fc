import { appendFileSync, statSync } from 'node:fs';
import { fit } from '../report/fit.js';

/** GitHub's limit of a step's summary; a larger file is dropped whole. */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Appends Markdown to the job summary (the file named by GITHUB_STEP_SUMMARY), cut so that the whole file stays
 * within the limit. Returns false when there is no room for it. Throws when the file cannot be written.
 *
 * It is written at once: no signal finds half of it.
 */
export function appendSummary(file: string, markdown: string): boolean {
  const used = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const room = SUMMARY_LIMIT - used - 1;
  if (room < 1024) return false;
  appendFileSync(file, `${fit(markdown, room)}\n`);
  return true;
}
