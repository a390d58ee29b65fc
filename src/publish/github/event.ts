import { z } from 'zod';

/** The pull request that a run belongs to. `fork`: its head is in another repository, so the token may be read-only. */
export interface PullRequest {
  number: number;
  head_sha: string;
  base_sha: string;
  /** branch that it is to be merged into; undefined when the payload does not say it */
  base_ref?: string;
  fork: boolean;
}

/** What a workflow run is about. `sha` is the commit to report on: the head of a pull request, never its merge commit. */
export interface RunEvent {
  repository: { owner: string; repo: string };
  sha: string;
  pull_request?: PullRequest;
  /** for `workflow_run` of a fork, whose payload names no pull request: where its head branch is */
  head?: { owner: string; branch: string };
}

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const pullRequest = z.object({
  number: z.int().positive(),
  head: z.object({ sha, repo: z.object({ full_name: z.string() }).nullish() }),
  base: z.object({ sha, ref: z.string().optional(), repo: z.object({ full_name: z.string() }) }),
});
const pullRequestPayload = z.object({ pull_request: pullRequest });
const workflowRunPayload = z.object({
  workflow_run: z.object({
    head_sha: sha,
    head_branch: z.string().nullish(),
    head_repository: z.object({ full_name: z.string(), owner: z.object({ login: z.string() }) }).nullish(),
    repository: z.object({ full_name: z.string() }).nullish(),
    pull_requests: z
      .array(
        z.object({
          number: z.int().positive(),
          head: z.object({ sha }),
          base: z.object({ sha, ref: z.string().optional() }),
        }),
      )
      .default([]),
  }),
});
const pushPayload = z.object({ after: sha });

/**
 * Reads what GitHub says of the run: `name` is the event's name (GITHUB_EVENT_NAME), `payload` the parsed event file,
 * `repository` and `sha` the runner's own values, used where the payload says nothing (schedule, dispatch, unknown events).
 *
 * A payload that does not have the expected form is treated as one that says nothing.
 */
export function readEvent(name: string, payload: unknown, runner: { repository: string; sha: string }): RunEvent {
  const [owner = '', repo = ''] = runner.repository.split('/');
  const plain: RunEvent = { repository: { owner, repo }, sha: runner.sha };
  switch (name) {
    case 'pull_request':
    case 'pull_request_target': {
      const read = pullRequestPayload.safeParse(payload);
      if (!read.success) return plain;
      const { number, head, base } = read.data.pull_request;
      // a deleted fork has no repository any more
      const fork = head.repo?.full_name !== base.repo.full_name;
      return { ...plain, sha: head.sha, pull_request: { number, head_sha: head.sha, ...baseOf(base), fork } };
    }
    case 'workflow_run': {
      const read = workflowRunPayload.safeParse(payload);
      if (!read.success) return plain;
      const { head_sha, head_branch, head_repository, pull_requests } = read.data.workflow_run;
      const fork = head_repository?.full_name !== runner.repository;
      const [first, ...more] = pull_requests.filter((each) => each.head.sha === head_sha);
      // Of several with one head the payload does not say which the run belongs to.
      const own = more.length === 0 ? first : undefined;
      return {
        ...plain,
        sha: head_sha,
        ...(own ? { pull_request: { number: own.number, head_sha, ...baseOf(own.base), fork } } : {}),
        ...(head_branch && head_repository
          ? { head: { owner: head_repository.owner.login, branch: head_branch } }
          : {}),
      };
    }
    case 'push': {
      const read = pushPayload.safeParse(payload);
      return read.success && !/^0+$/.test(read.data.after) ? { ...plain, sha: read.data.after } : plain;
    }
    default:
      return plain;
  }
}

/** Returns a base as `PullRequest` has it. */
export const baseOf = ({ sha, ref }: { sha: string; ref?: string | undefined }) => ({
  base_sha: sha,
  ...(ref === undefined ? {} : { base_ref: ref }),
});
