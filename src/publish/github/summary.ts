import { appendFile, stat } from 'node:fs/promises';
import { fit } from '../report/fit.js';

/** GitHub's limit of a step's summary; a larger file is dropped whole. */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Appends Markdown to the job summary (the file named by GITHUB_STEP_SUMMARY), cut so that the whole file stays
 * within the limit. Returns false when there is no room for it. Throws when the file cannot be written.
 */
export async function appendSummary(file: string, markdown: string): Promise<boolean> {
  const used = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  const room = SUMMARY_LIMIT - used - 1;
  if (room < 1024) return false;
  await appendFile(file, `${fit(markdown, room)}\n`);
  return true;
}
