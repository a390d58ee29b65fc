import type { Endpoints } from '@octokit/types';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { GitHubClient } from './github_client.js';
import {
  branchResponseSchema,
  type CheckRunResponse,
  type CommentResponse,
  type ComparisonResponse,
  checkRunResponseSchema,
  checkRunsResponseSchema,
  commentResponseSchema,
  commentsResponseSchema,
  comparisonResponseSchema,
  type IssueResponse,
  issueResponseSchema,
  mergedPullResponseSchema,
  type PermissionResponse,
  type PullCommitResponse,
  type PullResponse,
  parseApiResponse,
  permissionResponseSchema,
  pullCommitsResponseSchema,
  pullResponseSchema,
  pullsResponseSchema,
  type TreeResponse,
  treeResponseSchema,
  UnexpectedResponseError,
  userResponseSchema,
  viewerResponseSchema,
} from './parse_api_response.js';

/**
 * Every request of gatebench to GitHub's API. Only this file reads the responses. Each function throws a request error
 * when GitHub refuses, and an `UnexpectedResponseError` for a response of another form.
 */

export interface Repository {
  owner: string;
  repo: string;
}

/** Options of a request that `once` repeats itself, so that the client must not. */
const UNREPEATED = { request: { retries: 0 } };
/** Options of a request that ends with a signal, and is not repeated then. */
const toAbortableRequest = (signal: AbortSignal | undefined) =>
  omitUndefined({ request: signal && { signal, retries: 0 } });

const PAGE = 100;
/** Maximum number of pages that are read of one list. */
const PAGES = 100;
/** Number of pages that hold the 250 commits which GitHub lists of a pull request. */
const COMMIT_PAGES = 3;
/** Maximum number of repetitions of a read whose response has another form. */
const REREADS = 2;

export async function createCheckRun(
  { octokit }: GitHubClient,
  options: Repository & { name: string; head_sha: string; external_id: string; details_url?: string },
): Promise<CheckRunResponse> {
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
    ...options,
    status: 'in_progress',
    ...UNREPEATED,
  });
  return parseApiResponse(checkRunResponseSchema, data, 'POST check-runs');
}

type CheckRunChange = Endpoints['PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}']['parameters'];

export async function updateCheckRun({ octokit }: GitHubClient, options: CheckRunChange): Promise<CheckRunResponse> {
  const { data } = await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...options,
    ...UNREPEATED,
  });
  const run = parseApiResponse(checkRunResponseSchema, data, 'PATCH check-runs');
  if (run.id === options.check_run_id && (options.status === undefined || run.status === options.status)) return run;
  throw new UnexpectedResponseError(
    `PATCH check-runs: the answer is about check run ${run.id}, ${run.status.slice(0, 20)}`,
  );
}

export function getCheckRun(
  github: GitHubClient,
  target: Repository & { check_run_id: number },
): Promise<CheckRunResponse> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/check-runs/{check_run_id}', { ...target });
    return parseApiResponse(checkRunResponseSchema, data, 'GET check-runs');
  });
}

/** Returns the newest check runs of a name on a commit, at most 100. */
export function listCheckRuns(
  github: GitHubClient,
  options: Repository & { ref: string; check_name: string },
): Promise<CheckRunResponse[]> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...options,
      filter: 'all',
      per_page: PAGE,
    });
    return parseApiResponse(checkRunsResponseSchema, data, 'GET check-runs of a commit').check_runs;
  });
}

/** Returns the comments of all pages, at most 10,000. */
export async function listComments(
  github: GitHubClient,
  options: Repository & { issue_number: number },
): Promise<CommentResponse[]> {
  const all: CommentResponse[] = [];
  for (let page = 1; page <= PAGES; page++) {
    const { comments, more } = await repeatRead(github, () => listCommentsPage(github, { ...options, page }));
    all.push(...comments);
    if (!more) break;
  }
  return all;
}

/**
 * Returns one page of comments. An unchanged list is a request error with status 304.
 *
 * @param etag tag of an earlier response
 */
export async function listCommentsPage(
  { octokit }: GitHubClient,
  options: Repository & { issue_number: number; page: number; since?: string },
  { etag, signal }: { etag?: string | undefined; signal?: AbortSignal } = {},
): Promise<{ comments: CommentResponse[]; more: boolean; etag: string | undefined }> {
  const { data, headers } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...options,
    per_page: PAGE,
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    ...toAbortableRequest(signal),
  });
  const comments = parseApiResponse(commentsResponseSchema, data, 'GET comments');
  // Pages are counted here; an address from a response is never followed.
  const more = headers.link === undefined ? comments.length >= PAGE : /rel="next"/.test(headers.link);
  return { comments, more, etag: headers.etag };
}

export async function createComment(
  { octokit }: GitHubClient,
  options: Repository & { issue_number: number; body: string },
): Promise<CommentResponse> {
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...options,
    ...UNREPEATED,
  });
  return parseApiResponse(commentResponseSchema, data, 'POST comments');
}

export async function updateComment(
  { octokit }: GitHubClient,
  options: Repository & { comment_id: number; body: string },
): Promise<CommentResponse> {
  const { data } = await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
    ...options,
    ...UNREPEATED,
  });
  const comment = parseApiResponse(commentResponseSchema, data, 'PATCH comments');
  if (comment.id === options.comment_id) return comment;
  throw new UnexpectedResponseError(`PATCH comments: the answer is about comment ${comment.id}`);
}

/**
 * Returns a comment.
 *
 * @returns undefined if there is none with this id
 */
export function getComment(
  github: GitHubClient,
  target: Repository & { comment_id: number },
): Promise<CommentResponse | undefined> {
  return unlessMissing(
    repeatRead(github, async ({ request }) => {
      const { data } = await request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...target });
      return parseApiResponse(commentResponseSchema, data, 'GET comment');
    }),
  );
}

/** Deletes a comment. A comment that is gone already counts as deleted. */
export async function deleteComment(
  { octokit }: GitHubClient,
  target: Repository & { comment_id: number },
): Promise<void> {
  const answer = await unlessMissing(
    octokit.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...target, ...UNREPEATED }),
  );
  const status: number = answer?.status ?? 204;
  if (status !== 204) throw new UnexpectedResponseError(`DELETE comments: status ${status}`);
}

export function getPull(github: GitHubClient, target: Repository & { pull_number: number }): Promise<PullResponse> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...target });
    return parseApiResponse(pullResponseSchema, data, 'GET pulls');
  });
}

/** Returns an issue, or a pull request as an issue. */
export function getIssue(github: GitHubClient, target: Repository & { issue_number: number }): Promise<IssueResponse> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/issues/{issue_number}', { ...target });
    return parseApiResponse(issueResponseSchema, data, 'GET issues');
  });
}

/** Returns the commit by which a pull request was merged; undefined if it is not merged. */
export function getMergeCommit(
  github: GitHubClient,
  target: Repository & { pull_number: number },
): Promise<string | undefined> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...target });
    const { merged, merge_commit_sha } = parseApiResponse(mergedPullResponseSchema, data, 'GET pulls');
    return merged ? (merge_commit_sha ?? undefined) : undefined;
  });
}

/** Returns the commits of a pull request; GitHub lists 250 at most. */
export async function listPullCommits(
  github: GitHubClient,
  options: Repository & { pull_number: number },
): Promise<PullCommitResponse[]> {
  const all: PullCommitResponse[] = [];
  for (let page = 1; page <= COMMIT_PAGES; page++) {
    const some = await repeatRead(github, async ({ request }) => {
      const { data } = await request('GET /repos/{owner}/{repo}/pulls/{pull_number}/commits', {
        ...options,
        per_page: PAGE,
        page,
      });
      return parseApiResponse(pullCommitsResponseSchema, data, 'GET commits of a pull request');
    });
    all.push(...some);
    if (some.length < PAGE) break;
  }
  return all;
}

/** Returns the open pull requests of a branch, at most 100. `head`: "OWNER:BRANCH". */
export function listPulls(github: GitHubClient, options: Repository & { head: string }): Promise<PullResponse[]> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/pulls', { ...options, state: 'open', per_page: PAGE });
    return parseApiResponse(pullsResponseSchema, data, 'GET pulls of a branch');
  });
}

/** Returns one page of 100 of all open pull requests. */
export function listOpenPulls(github: GitHubClient, options: Repository & { page: number }): Promise<PullResponse[]> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/pulls', { ...options, state: 'open', per_page: PAGE });
    return parseApiResponse(pullsResponseSchema, data, 'GET pulls');
  });
}

/** Returns the difference between two commits. `basehead`: "BASE...HEAD". */
export function getComparison(
  github: GitHubClient,
  options: Repository & { basehead: string },
): Promise<ComparisonResponse> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/compare/{basehead}', { ...options, per_page: 1 });
    return parseApiResponse(comparisonResponseSchema, data, 'GET compare');
  });
}

/** Returns the commit at the head of a branch. */
export function getBranchCommit(github: GitHubClient, options: Repository & { branch: string }): Promise<string> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/branches/{branch}', { ...options });
    return parseApiResponse(branchResponseSchema, data, 'GET branch').commit.sha;
  });
}

/** Returns the entries in the root tree of a commit. */
export function getTree(
  github: GitHubClient,
  options: Repository & { tree_sha: string },
): Promise<TreeResponse['tree']> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', { ...options });
    return parseApiResponse(treeResponseSchema, data, 'GET tree').tree;
  });
}

/**
 * Returns the permission of a person in the repository.
 *
 * @returns undefined if nobody has this name
 */
export function getPermission(
  { octokit }: GitHubClient,
  options: Repository & { username: string },
  signal?: AbortSignal,
): Promise<PermissionResponse | undefined> {
  const request = octokit.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
    ...options,
    ...toAbortableRequest(signal),
  });
  return unlessMissing(request.then(({ data }) => parseApiResponse(permissionResponseSchema, data, 'GET permission')));
}

/** Returns the person who owns the token. For an installation token this throws a request error with status 403. */
export function getUser(github: GitHubClient): Promise<{ id: number; login: string }> {
  return repeatRead(github, async ({ request }) => {
    const { data } = await request('GET /user');
    return parseApiResponse(userResponseSchema, data, 'GET user');
  });
}

/** Returns the login that the token writes as; for an app `SLUG[bot]`. */
export function getViewer(github: GitHubClient): Promise<string> {
  return repeatRead(github, async ({ graphql }) => {
    const data = await graphql<unknown>('query { viewer { login } }').catch((error: Error) => {
      // Octokit reads a response before it is parsed here.
      throw error.name === 'HttpError' ? error : new UnexpectedResponseError(`POST graphql: ${error.message}`);
    });
    return parseApiResponse(viewerResponseSchema, data, 'POST graphql').viewer.login;
  });
}

/** Repeats a read whose response has another form, at most twice. */
async function repeatRead<T>(
  github: GitHubClient,
  request: (octokit: GitHubClient['octokit']) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(github.octokit);
    } catch (error) {
      if (!(error instanceof UnexpectedResponseError) || attempt > REREADS) throw error;
      await github.pause(1);
    }
  }
}

async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}
