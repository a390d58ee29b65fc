import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { selectEvents } from '../../record/events/select_events.js';
import { type RunVerification, verifyRun } from '../../record/storage/verify_run.js';
import { findRecordMismatches, type RunReference } from '../io/find_runs.js';

/** Record from which content can be removed so that the rest stays proven. */
export type ProvableRecord = RunVerification & Required<Pick<RunVerification, 'manifest' | 'report'>>;

/** Verifies a record before anything is removed from it, or says why nothing can be. */
export function requireProvableRecord(run: RunReference): ProvableRecord | { refused: string } {
  const verified = verifyRun(run.path, run.published, RUBRIC_VERSION);
  const [fault] = [...verified.faults, ...findRecordMismatches(run, verified)];
  if (fault) return { refused: `the record was changed: ${fault.what}` };
  const { standing, manifest, report, events } = verified;
  if (standing === 'other-version') return { refused: `the record is of another version: ${verified.made_by}` };
  if (standing === 'unsealed' || !manifest || !report)
    return { refused: 'the attempt was never finished: nothing proves what is left of it' };
  if (!selectEvents(events, 'sealed').at(-1)?.payload.contents)
    return { refused: 'the record was sealed by an earlier version, whose seal does not bind each event by itself' };
  return { ...verified, manifest, report };
}
