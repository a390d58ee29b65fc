import type { GitHubClient } from '../api/github_client.js';
import { listPulls } from '../api/index.js';
import { type PullRequest, type RunEvent, toPullRequestBase } from './run_event.js';

/**
 * Finds the open pull request of an event. Payloads of `workflow_run` name none for forks, so it is looked up by the
 * head branch, and accepted only if it is the only one with this head commit. Throws a request error.
 *
 * @returns undefined if there is none, or more than one
 */
export async function findPullRequest(github: GitHubClient, event: RunEvent): Promise<PullRequest | undefined> {
  if (event.pull_request) return event.pull_request;
  if (event.head === undefined) return undefined;
  const { owner, branch } = event.head;
  const pulls = await listPulls(github, { ...event.repository, head: `${owner}:${branch}` });
  const [found, ...more] = pulls.filter((pull) => pull.head.sha === event.sha);
  // With several candidates the pull request is unknown.
  if (more.length > 0) return undefined;
  return (
    found && {
      number: found.number,
      head_sha: found.head.sha,
      ...toPullRequestBase(found.base),
      fork: found.head.repo?.full_name !== found.base.repo.full_name,
    }
  );
}
