import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import type { RunReference } from '../io/find_runs.js';

/** Record with all that a replay needs. */
export interface RecordedAttempt {
  manifest: Manifest;
  events: readonly Event[];
  report: AttemptReport;
  head: string;
  patch: Uint8Array;
  /** Tree that the patch gave; null if it did not apply. */
  tree: string | null;
  /** True if challenge rounds ran. */
  challenged: boolean;
}

/** Reads and verifies a record, or says why it cannot be replayed. */
export function readRecordedAttempt({ path, published }: RunReference): RecordedAttempt | { refused: string } {
  const { standing, faults, made_by, manifest, events, report, head } = verifyRun(path, published, RUBRIC_VERSION);
  if (standing === 'tampered')
    return { refused: `the record was changed: ${faults[0]?.what ?? 'it is not as it was'}` };
  if (standing === 'reduced') return { refused: 'content was removed from the record' };
  if (standing === 'other-version') return { refused: `the record is of another version: ${made_by}` };
  if (!manifest || !report) return { refused: 'the attempt was never finished: there is no verdict to compare with' };
  const applied = selectEvents(events, 'patch_applied').at(-1)?.payload;
  if (applied === undefined)
    return { refused: `no patch was evaluated: ${report.verdict.reason || report.verdict.termination?.rationale}` };
  let patch: Uint8Array;
  try {
    patch = readFileSync(join(path, RUN_FILES.patch));
  } catch {
    return { refused: `${RUN_FILES.patch} is missing` };
  }
  if (sha256(patch) !== applied.patch_sha256)
    return { refused: 'the patch held a secret, which was taken out of the record: it cannot be applied again' };
  const challenged = selectEvents(events, 'challenge').length > 0;
  return { manifest, events, report, head, patch, tree: applied.tree, challenged };
}
