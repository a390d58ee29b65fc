import { resolve } from 'node:path';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { findReusableRecord, findReusableReport, listRecordFolders } from '../../run/scheduler/find_reusable_record.js';

/**
 * Returns the ids of attempts that need not be run, according to their records.
 *
 * Tools, lockfiles and sandbox of this machine are compared later, when a record is used.
 *
 * @param out output folder of a run that is resumed
 */
export function listReusableAttemptIds(
  attempts: readonly { attempt_id: string }[],
  { reuse, out }: { reuse: readonly string[]; out?: string | undefined },
  cwd: string,
): string[] {
  const versions = { harness: ENGINE_VERSION, rubric: RUBRIC_VERSION };
  const folders = listRecordFolders(reuse.map((named) => resolve(cwd, named)));
  const findKept = (id: string) =>
    out === undefined ? undefined : findReusableReport(resolve(cwd, out, 'runs', id), versions);
  return attempts
    .map(({ attempt_id }) => attempt_id)
    .filter((id) => findKept(id) ?? findReusableRecord(id, folders, versions, scoreAttempt));
}
