import { listPulls } from './api.js';
import type { GitHub } from './client.js';
import type { PullRequest, RunEvent } from './event.js';

/**
 * The open pull request that an event belongs to. Payloads of `workflow_run` name none for forks, so it is looked up by head
 * branch and accepted only when its head is the very commit; a number from an artifact is never trusted. Throws a request error.
 */
export async function findPullRequest(github: GitHub, event: RunEvent): Promise<PullRequest | undefined> {
  if (event.pull_request) return event.pull_request;
  if (event.head === undefined) return undefined;
  const { owner, branch } = event.head;
  const pulls = await listPulls(github, { ...event.repository, head: `${owner}:${branch}` });
  const found = pulls.find((pull) => pull.head.sha === event.sha);
  return (
    found && {
      number: found.number,
      head_sha: found.head.sha,
      base_sha: found.base.sha,
      fork: found.head.repo?.full_name !== found.base.repo.full_name,
    }
  );
}
