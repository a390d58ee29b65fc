import { join } from 'node:path';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import type { RunRecord } from '../../record/run_record.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import type { PreparedContract } from '../../run/attempt/attempt_spec.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import { findReusableRecord } from '../../run/scheduler/find_reusable_record.js';

/** Attempt of an interrupted proof, with the record that its verdict follows from. */
interface KeptAttempt {
  record: RunRecord;
  report: AttemptReport;
}

/**
 * Finds an attempt that an interrupted proof finished in the same folder: sealed, whole, decided, and made under the
 * conditions of today.
 *
 * @returns undefined if the attempt has to be made
 */
export function findKeptAttempt(
  attempt_id: string,
  { tools, lockfiles, snapshot }: PreparedContract,
  { runs, version, rubric, probe }: Pick<RunnerContext, 'runs' | 'version' | 'rubric' | 'probe'>,
): KeptAttempt | undefined {
  const conditions = {
    ...{ harness: version, rubric, tools, lockfiles, sandbox_class: probe.class },
    ...(snapshot.unavailable === undefined ? { snapshot: snapshot.observed } : {}),
  };
  const found = findReusableRecord(attempt_id, [runs], conditions, scoreAttempt);
  if (!found) return undefined;
  const { manifest, events, head } = verifyRun(join(runs, attempt_id), undefined, RUBRIC_VERSION);
  // The record is read a second time: it must still be the one that was checked.
  if (!manifest || head !== found.report.head) return undefined;
  return { record: { manifest, events: events.filter(({ type }) => type !== 'sealed') }, report: found.report };
}
