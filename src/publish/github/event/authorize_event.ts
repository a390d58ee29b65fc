import { UserError } from '../../../contract/input/user_error.js';
import { explainFault } from '../api/fault_reason.js';
import type { GitHubClient } from '../api/github_client.js';
import { getPermission, getPull } from '../api/index.js';
import { type GitHubUser, type RunEvent, toPullRequestBase } from './run_event.js';

const WRITERS = new Set(['admin', 'maintain', 'write']);

/** Returns true if GitHub confirms that a person may write to a repository. Throws a request error. */
export async function canWrite(
  github: GitHubClient,
  repository: RunEvent['repository'],
  { id, login }: GitHubUser,
  signal?: AbortSignal,
): Promise<boolean> {
  const found = await getPermission(github, { ...repository, username: login }, signal);
  return found?.user?.id === id && WRITERS.has(found.permission);
}

/**
 * Completes an event that a comment or review caused, with the head of its pull request. Rejects it if the person may
 * not write to the repository, even if the workflow let them start it.
 *
 * @throws {UserError} one line with the reason why nothing is judged and a remedy
 */
export async function authorizeEvent(github: GitHubClient, event: RunEvent): Promise<RunEvent> {
  const { asked: command, repository } = event;
  if (command === undefined) return event;
  const { by, number } = command;
  try {
    if (!(await canWrite(github, repository, by)))
      throw new UserError(
        `${by.login} may not write to ${repository.owner}/${repository.repo}, so nothing is judged; ` +
          'somebody who may can ask for it',
      );
    if (event.pull_request) return event;
    const { head, base, user } = await getPull(github, { ...repository, pull_number: number });
    const fork = head.repo?.full_name !== base.repo.full_name;
    const pull = { number, head_sha: head.sha, ...toPullRequestBase(base), fork, authors: user ? [user] : [] };
    return { ...event, sha: head.sha, pull_request: pull };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const why = explainFault(error).text(['pull-requests: write']);
    throw new UserError(`GitHub does not say who asks for pull request #${number}, so nothing is judged: ${why}`);
  }
}
