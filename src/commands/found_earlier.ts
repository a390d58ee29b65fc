import { resolve } from 'node:path';
import { RUBRIC_VERSION, score } from '../judge/rubric/score.js';
import { VERSION } from '../record/version.js';
import { reusable } from '../run/suite/resume.js';
import { findReusable, recordFolders } from '../run/suite/reuse.js';

/**
 * Ids of attempts that need not be made, as far as records say: whether the machine is still the same (tools, lockfiles, sandbox) is looked at when
 * they are to be used.
 *
 * @param out folder of a run that is resumed
 */
export function foundEarlier(
  attempts: readonly { attempt_id: string }[],
  { reuse, out }: { reuse: readonly string[]; out?: string | undefined },
  cwd: string,
): string[] {
  const versions = { harness: VERSION, rubric: RUBRIC_VERSION };
  const folders = recordFolders(reuse.map((named) => resolve(cwd, named)));
  const own = (id: string) => (out === undefined ? undefined : reusable(resolve(cwd, out, 'runs', id), versions));
  return attempts
    .map(({ attempt_id }) => attempt_id)
    .filter((id) => own(id) ?? findReusable(id, folders, versions, score));
}
