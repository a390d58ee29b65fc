import { z } from 'zod';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { UserError } from '../../../contract/input/user_error.js';
import type { GitHubClient } from '../api/github_client.js';
import { getPermission, getPull, listPulls } from '../api/index.js';
import { explainFault } from '../api/publishing_faults.js';

/** Pull request of a run. `fork`: its head is in another repository, so the token may be read-only. */
export interface PullRequest {
  number: number;
  head_sha: string;
  base_sha: string;
  /** branch that it is to be merged into; undefined if the payload does not say it */
  base_ref?: string;
  fork: boolean;
  /** opener, and the pusher if a push started the run; they cannot approve what it asks for */
  authors?: readonly GitHubUser[];
}

/** User of GitHub. A login can change hands; the number cannot. */
export interface GitHubUser {
  id: number;
  login: string;
}

/** Subject of a workflow run. `sha` is the commit to report on: the head of a pull request, never its merge commit. */
export interface RunEvent {
  repository: { owner: string; repo: string };
  sha: string;
  pull_request?: PullRequest;
  /** for `workflow_run` of a fork, whose payload names no pull request: location of its head branch */
  head?: { owner: string; branch: string };
  /** branch that a push went to, or that a merge queue merges into */
  branch?: string;
  /** for a merge queue, which names no pull request: the commits whose difference is judged */
  change?: { base_sha: string; head_sha: string };
  /** person whose comment or review started the run, and number of the pull request; counts only if they may write */
  asked?: { by: GitHubUser; number: number };
  /** reason why there is nothing to judge, with a remedy, in one line */
  refusal?: string;
}

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const pullRequest = z.object({
  number: z.int().positive(),
  head: z.object({ sha, repo: z.object({ full_name: z.string() }).nullish() }),
  base: z.object({ sha, ref: z.string().optional(), repo: z.object({ full_name: z.string() }) }),
});
const person = z.object({ id: z.int().positive(), login: z.string().min(1) });
const pullRequestPayload = z.object({
  pull_request: pullRequest.extend({ user: person.nullish() }),
  action: z.string().optional(),
  sender: person.nullish(),
});
const mergeGroupPayload = z.object({
  merge_group: z.object({ head_sha: sha, base_sha: sha, base_ref: z.string().optional() }),
});
const commentPayload = z.object({
  action: z.string(),
  issue: z.object({ number: z.int().positive(), pull_request: z.object({}).nullish(), state: z.string() }),
  sender: person,
});
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
const pushPayload = z.object({ after: sha, ref: z.string().optional() });

/**
 * Events whose commit is that of the runner, which a stranger cannot cause. The empty name stands for a start outside
 * of a workflow.
 */
const PLAIN = new Set(['', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'deployment']);

/**
 * Reads the event that started the run. A payload of another form is treated as empty.
 *
 * @param name name of the event (GITHUB_EVENT_NAME)
 * @param payload parsed event file
 * @param runner the runner's own values, used if the payload says nothing (schedule, dispatch)
 */
export function parseRunEvent(name: string, payload: unknown, runner: { repository: string; sha: string }): RunEvent {
  const [owner = '', repo = ''] = runner.repository.split('/');
  const plain: RunEvent = { repository: { owner, repo }, sha: runner.sha };
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment': {
      const read = pullRequestPayload.safeParse(payload);
      const asking = name.startsWith('pull_request_review');
      if (!read.success) return asking ? { ...plain, refusal: formatUnreadablePayload(name) } : plain;
      const { action, sender, pull_request } = read.data;
      const { number, head, user } = pull_request;
      const authors = [...(user ? [user] : []), ...(action === 'synchronize' && sender ? [sender] : [])];
      const pull = {
        ...toPullRequest(pull_request),
        ...omitUndefined({ authors: authors.length > 0 ? authors : undefined }),
      };
      if (asking && !sender) return { ...plain, refusal: formatUnreadablePayload(name) };
      const action_due = name === 'pull_request_review' ? 'submitted' : 'created';
      if (asking && action !== action_due) return { ...plain, refusal: formatIgnoredAction(name, action_due) };
      const command = asking && sender ? { by: sender, number } : undefined;
      return { ...plain, sha: head.sha, pull_request: pull, ...omitUndefined({ asked: command }) };
    }
    case 'workflow_run': {
      const read = workflowRunPayload.safeParse(payload);
      if (!read.success) return plain;
      const { head_sha, head_branch, head_repository, pull_requests } = read.data.workflow_run;
      const fork = head_repository?.full_name !== runner.repository;
      const [first, ...more] = pull_requests.filter((each) => each.head.sha === head_sha);
      // If several pull requests have this head, the payload does not name the run's own.
      const pull = more.length === 0 ? first : undefined;
      return {
        ...plain,
        sha: head_sha,
        ...omitUndefined({
          pull_request: pull && { number: pull.number, head_sha, ...toPullRequestBase(pull.base), fork },
          head:
            head_branch && head_repository ? { owner: head_repository.owner.login, branch: head_branch } : undefined,
        }),
      };
    }
    case 'push': {
      const read = pushPayload.safeParse(payload);
      if (read.success && /^0+$/.test(read.data.after)) return { ...plain, refusal: DELETED };
      return read.success ? { ...plain, sha: read.data.after, ...parseBranch(read.data.ref) } : plain;
    }
    case 'merge_group': {
      const read = mergeGroupPayload.safeParse(payload);
      if (!read.success) return plain;
      const { head_sha, base_sha, base_ref } = read.data.merge_group;
      return { ...plain, sha: head_sha, ...parseBranch(base_ref), change: { base_sha, head_sha } };
    }
    case 'issue_comment': {
      const read = commentPayload.safeParse(payload);
      if (!read.success) return { ...plain, refusal: formatUnreadablePayload(name) };
      const { action, issue, sender } = read.data;
      if (action !== 'created') return { ...plain, refusal: formatIgnoredAction(name, 'created') };
      if (!issue.pull_request) return { ...plain, refusal: NO_PULL_REQUEST };
      if (issue.state !== 'open')
        return { ...plain, refusal: `pull request #${issue.number} is closed; reopen it first` };
      return { ...plain, asked: { by: sender, number: issue.number } };
    }
    default:
      return PLAIN.has(name) ? plain : { ...plain, refusal: formatUnknownEvent(name) };
  }
}

/** Converts a base to the fields of `PullRequest`. */
const toPullRequestBase = ({ sha, ref }: { sha: string; ref?: string | undefined }) => ({
  base_sha: sha,
  ...omitUndefined({ base_ref: ref }),
});

/** Head of a pull request; a deleted fork has no repository. */
type PullHead = { sha: string; repo?: { full_name: string } | null | undefined };

type PullBase = Parameters<typeof toPullRequestBase>[0] & { repo: { full_name: string } };

/** Converts a pull request of GitHub, without its authors. */
const toPullRequest = ({ number, head, base }: { number: number; head: PullHead; base: PullBase }) => ({
  number,
  head_sha: head.sha,
  ...toPullRequestBase(base),
  fork: head.repo?.full_name !== base.repo.full_name,
});

/** Returns the branch of a full reference; empty for a tag. */
function parseBranch(ref: string | undefined): { branch?: string } {
  const branch = /^refs\/heads\/(.+)$/.exec(ref ?? '')?.[1];
  return branch === undefined ? {} : { branch };
}

const DELETED = 'this push deletes a branch; start the job only `if: github.event.deleted != true`';
const formatIgnoredAction = (name: string, wanted: string) =>
  `only what is new starts a run; use \`on: ${name}: types: [${wanted}]\``;
const NO_PULL_REQUEST =
  'this comment is not on a pull request; start the job only `if: github.event.issue.pull_request`';
const formatUnreadablePayload = (name: string) =>
  `the payload of ${name} does not say what it is about; run gatebench on pull_request`;
const formatUnknownEvent = (name: string) =>
  `gatebench does not know what to judge on the event ${name.replace(/[^\w-]/g, '?').slice(0, 50)}; ` +
  'run it on pull_request, merge_group, push, schedule or workflow_dispatch';

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
  const [pull, ...more] = pulls.filter(({ head }) => head.sha === event.sha);
  // With several candidates the pull request is unknown.
  if (more.length > 0) return undefined;
  return pull && toPullRequest(pull);
}

const WRITERS = new Set(['admin', 'maintain', 'write']);

/** Returns true if GitHub confirms that a person may write to a repository. Throws a request error. */
export async function canWrite(
  github: GitHubClient,
  repository: RunEvent['repository'],
  { id, login }: GitHubUser,
  signal?: AbortSignal,
): Promise<boolean> {
  const permission = await getPermission(github, { ...repository, username: login }, signal);
  return permission?.user?.id === id && WRITERS.has(permission.permission);
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
  const { by: person, number } = command;
  try {
    if (!(await canWrite(github, repository, person)))
      throw new UserError(
        `${person.login} may not write to ${repository.owner}/${repository.repo}, so nothing is judged; ` +
          'somebody who may can ask for it',
      );
    if (event.pull_request) return event;
    const response = await getPull(github, { ...repository, pull_number: number });
    const { head, user } = response;
    const pull = { ...toPullRequest({ ...response, number }), authors: user ? [user] : [] };
    return { ...event, sha: head.sha, pull_request: pull };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const why = explainFault(error).text(['pull-requests: write']);
    throw new UserError(`GitHub does not say who asks for pull request #${number}, so nothing is judged: ${why}`);
  }
}

/** Workflow run whose results are published, as the event `workflow_run` describes it. */
export interface EvaluationRun {
  id: number;
  /** file of the workflow in the repository, without the ref */
  path: string;
  /** event that started it */
  event: string;
  /** null if it has not ended */
  conclusion: string | null;
  repository: string;
  head_sha: string;
  head_branch: string | null;
  head_repository: { full_name: string; owner: string } | null;
  url: string;
  /** numbers of its pull requests as GitHub lists them; empty for forks */
  numbers: readonly number[];
}

const payloadSchema = z.object({
  workflow_run: z.object({
    id: z.int(),
    path: z.string(),
    event: z.string(),
    conclusion: z.string().nullish(),
    repository: z.object({ full_name: z.string() }),
    head_sha: sha,
    head_branch: z.string().nullish(),
    head_repository: z.object({ full_name: z.string(), owner: z.object({ login: z.string() }) }).nullish(),
    html_url: z.string(),
    pull_requests: z.array(z.object({ number: z.int().positive(), head: z.object({ sha }) })).nullish(),
  }),
});

/**
 * Reads the payload of `workflow_run`.
 *
 * @returns undefined if a needed field is missing
 */
export function readEvaluationRun(payload: unknown): EvaluationRun | undefined {
  const read = payloadSchema.safeParse(payload);
  if (!read.success) return undefined;
  const run = read.data.workflow_run;
  const { id, event, head_sha, head_branch = null, conclusion = null, head_repository, pull_requests } = run;
  return {
    ...{ id, event, head_sha, head_branch, conclusion },
    path: run.path.replace(/@.*/s, ''),
    repository: run.repository.full_name,
    head_repository: head_repository
      ? { full_name: head_repository.full_name, owner: head_repository.owner.login }
      : null,
    url: run.html_url,
    numbers: (pull_requests ?? []).filter(({ head }) => head.sha === head_sha).map(({ number }) => number),
  };
}
