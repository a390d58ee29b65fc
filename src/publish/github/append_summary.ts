import { appendFileSync, statSync } from 'node:fs';
import { truncateToBytes } from '../text/truncate_to_bytes.js';

/** GitHub's limit of a step's summary; GitHub drops a larger file. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

/**
 * Appends Markdown to the job summary, truncated so that the file stays within the limit. The write is synchronous, so
 * that no signal interrupts it. Throws if the file cannot be written.
 *
 * @param file file named by GITHUB_STEP_SUMMARY
 * @returns false if there is no room for it
 */
export function appendSummary(file: string, markdown: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const room = MAX_SUMMARY_BYTES - size - 1;
  if (room < 1024) return false;
  appendFileSync(file, `${truncateToBytes(markdown, room)}\n`);
  return true;
}
