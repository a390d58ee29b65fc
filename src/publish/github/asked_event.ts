import { UserError } from '../../contract/user_error.js';
import { getPermission, getPull } from './api.js';
import type { GitHub } from './client.js';
import { baseOf, type Person, type RunEvent } from './event.js';
import { faultReason } from './fault.js';

const WRITERS = new Set(['admin', 'maintain', 'write']);

/** Returns whether GitHub says that a person may write to a repository. Throws a request error. */
export async function canWrite(
  github: GitHub,
  repository: RunEvent['repository'],
  { id, login }: Person,
  signal?: AbortSignal,
): Promise<boolean> {
  const found = await getPermission(github, { ...repository, username: login }, signal);
  return found?.user?.id === id && WRITERS.has(found.permission);
}

/**
 * Returns what a comment or review is about: the head of its pull request as it is now. Nothing is written for somebody who may not
 * write to the repository, whatever the workflow lets them start.
 *
 * @throws {UserError} one line: why nothing is judged, and what to do
 */
export async function acceptAskedEvent(github: GitHub, event: RunEvent): Promise<RunEvent> {
  const { asked, repository } = event;
  if (asked === undefined) return event;
  const { by, number } = asked;
  try {
    if (!(await canWrite(github, repository, by)))
      throw new UserError(
        `${by.login} may not write to ${repository.owner}/${repository.repo}, so nothing is judged; somebody who may can ask for it`,
      );
    if (event.pull_request) return event;
    const { head, base, user } = await getPull(github, { ...repository, pull_number: number });
    const fork = head.repo?.full_name !== base.repo.full_name;
    const pull = { number, head_sha: head.sha, ...baseOf(base), fork, authors: user ? [user] : [] };
    return { ...event, sha: head.sha, pull_request: pull };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const why = faultReason(error).text(['pull-requests: write']);
    throw new UserError(`GitHub does not say who asks for pull request #${number}, so nothing is judged: ${why}`);
  }
}
