import { UserError } from '../../contract/input/user_error.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import { listCommits } from '../../workspace/history/list_commits.js';
import { findCommit, listCommitFiles, readCommitTexts } from '../../workspace/history/read_commit.js';
import type { InitSession } from './drafts/init_session.js';
import { type MinedChanges, selectMinedChanges } from './mined_changes.js';
import type { InitOptions } from './setup/init_options.js';

/** Longest history that is walked, in commits. */
export const MAX_HISTORY = 10_000;

/**
 * Walks the history and ranks its changes by the test patterns of the repository as it is today.
 * @throws {UserError} if the repository has no tests that can be run, or no such branch
 */
export async function mineHistory({ branch, since }: InitOptions, { repository }: InitSession): Promise<MinedChanges> {
  const head = await findCommit(repository, branch);
  const { projects, reasons } = detectProjects(
    await readCommitTexts(repository, await listCommitFiles(repository, head)),
  );
  if (projects.length === 0)
    throw new UserError(
      reasons.join('; ') || 'no tests were found',
      'A contract needs tests that can be run by a command.',
    );
  const changes = await listCommits(repository, { revisions: head, since, most: MAX_HISTORY });
  if (changes.length === 0 && since !== undefined) throw new UserError(`there is no commit since "${since}"`);
  const mined = selectMinedChanges(changes, projects);
  if (repository.shallow && mined.candidates.length === 0)
    throw new UserError('this shallow clone holds no change that can be tried', 'Run `git fetch --unshallow` first.');
  return mined;
}
