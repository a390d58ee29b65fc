import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { OperatorReply } from './operator.js';

/** Maximum bytes of an answer. */
const ANSWER_LIMIT = 16 * 1024;

const answerSchema = z.strictObject({
  decision: z.enum(['allow', 'deny']),
  by: z.string(),
  justification: z.string(),
});

/** Returns the path of the answer to a question of a run directory. */
export const getAnswerPath = (run: string, id: string): string => join(run, RUN_FILES.escalations, `${id}.answer.json`);

/**
 * Reads the answer in a run directory.
 *
 * @returns undefined for links, files that are not small and regular, and answers without a justification
 */
export async function readAnswerFile(run: string, id: string): Promise<OperatorReply | undefined> {
  try {
    // The folder must not be a link either.
    if (!(await lstat(join(run, RUN_FILES.escalations))).isDirectory()) return undefined;
    // Opened without blocking: a pipe in its place would wait for a writer.
    const file = await open(getAnswerPath(run, id), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > ANSWER_LIMIT) return undefined;
      const buffer = Buffer.alloc(ANSWER_LIMIT);
      const { bytesRead } = await file.read(buffer, 0, ANSWER_LIMIT, 0);
      const read = answerSchema.safeParse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
      return read.success && read.data.justification.trim() !== '' ? read.data : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined; // absent or invalid
  }
}
