import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';

type VerifiedRun = ReturnType<typeof verifyRun>;

/** Record whose chain holds, with its manifest. */
export interface MeasuredRecord extends Pick<VerifiedRun, 'events' | 'report'> {
  shown: string;
  manifest: NonNullable<VerifiedRun['manifest']>;
}

/**
 * Reads attempts from verified records. Those that cannot be used are named with the reason, and counted.
 *
 * @param readAttempt returns the attempt, the reason why it cannot be used, or undefined for one of another kind
 */
export async function readMeasuredAttempts<A extends object>(
  folders: readonly string[],
  out: Pick<CommandContext, 'error'>,
  cwd: string,
  readAttempt: (record: MeasuredRecord) => A | string | undefined | Promise<A | string | undefined>,
): Promise<{ attempts: A[]; unread: number }> {
  const attempts: A[] = [];
  let unread = 0;
  for (const { path, published, shown } of findRuns(folders, cwd)) {
    const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
    const attempt =
      !manifest || standing === 'tampered'
        ? (faults[0]?.what ?? made_by ?? 'there is no manifest')
        : await readAttempt({ shown, manifest, events, report });
    if (typeof attempt === 'string') {
      unread += 1;
      out.error(safe(`${shown}  left out: ${attempt}`));
    } else if (attempt !== undefined) attempts.push(attempt);
  }
  return { attempts, unread };
}
