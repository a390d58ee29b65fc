import { listPulls } from './api.js';
import type { GitHub } from './client.js';
import { baseOf, type PullRequest, type RunEvent } from './event.js';

/**
 * The open pull request that an event belongs to. Payloads of `workflow_run` name none for forks, so it is looked up by head
 * branch and accepted only when it is the only one whose head is the very commit. Throws a request error.
 */
export async function findPullRequest(github: GitHub, event: RunEvent): Promise<PullRequest | undefined> {
  if (event.pull_request) return event.pull_request;
  if (event.head === undefined) return undefined;
  const { owner, branch } = event.head;
  const pulls = await listPulls(github, { ...event.repository, head: `${owner}:${branch}` });
  const [found, ...more] = pulls.filter((pull) => pull.head.sha === event.sha);
  // Which of several it belongs to nobody says.
  if (more.length > 0) return undefined;
  return (
    found && {
      number: found.number,
      head_sha: found.head.sha,
      ...baseOf(found.base),
      fork: found.head.repo?.full_name !== found.base.repo.full_name,
    }
  );
}
