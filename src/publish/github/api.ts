import {
  branchAnswer,
  type CheckRunAnswer,
  type CommentAnswer,
  type ComparisonAnswer,
  checkRunAnswer,
  checkRunsAnswer,
  commentAnswer,
  commentsAnswer,
  comparisonAnswer,
  type PermissionAnswer,
  type PullAnswer,
  type PullCommitAnswer,
  parseAnswer,
  permissionAnswer,
  pullAnswer,
  pullCommitsAnswer,
  pullsAnswer,
  type TreeAnswer,
  treeAnswer,
  UnexpectedAnswer,
  userAnswer,
  viewerAnswer,
} from './answers.js';
import type { GitHub } from './client.js';

/**
 * Every request that gatebench makes to GitHub's API, and the only place that reads its answers: what comes back is parsed, or it
 * is an error. Each function throws a request error when GitHub refuses and an `UnexpectedAnswer` for an answer of another form.
 */

export interface Repository {
  owner: string;
  repo: string;
}

/** Options of a request that `once` repeats itself: the client must not. */
const UNREPEATED = { request: { retries: 0 } };
const PAGE = 100;
/** Pages that are read of one list at most. */
const PAGES = 100;
/** Pages of the 250 commits that GitHub lists of a pull request. */
const COMMIT_PAGES = 3;
/** How often a read is repeated whose answer has another form. */
const REREADS = 2;

export async function createCheckRun(
  { octokit }: GitHub,
  order: Repository & { name: string; head_sha: string; external_id: string; details_url?: string },
): Promise<CheckRunAnswer> {
  const { data } = await octokit.rest.checks.create({ ...order, status: 'in_progress', ...UNREPEATED });
  return parseAnswer(checkRunAnswer, data, 'POST check-runs');
}

type CheckRunChange = NonNullable<Parameters<GitHub['octokit']['rest']['checks']['update']>[0]>;

export async function updateCheckRun({ octokit }: GitHub, order: CheckRunChange): Promise<CheckRunAnswer> {
  const { data } = await octokit.rest.checks.update({ ...order, ...UNREPEATED });
  const run = parseAnswer(checkRunAnswer, data, 'PATCH check-runs');
  if (run.id === order.check_run_id && (order.status === undefined || run.status === order.status)) return run;
  throw new UnexpectedAnswer(`PATCH check-runs: the answer is about check run ${run.id}, ${run.status.slice(0, 20)}`);
}

export function getCheckRun(github: GitHub, place: Repository & { check_run_id: number }): Promise<CheckRunAnswer> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.checks.get({ ...place });
    return parseAnswer(checkRunAnswer, data, 'GET check-runs');
  });
}

/** Returns the newest check runs of a name on a commit, at most 100. */
export function listCheckRuns(
  github: GitHub,
  order: Repository & { ref: string; check_name: string },
): Promise<CheckRunAnswer[]> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.checks.listForRef({ ...order, filter: 'all', per_page: PAGE });
    return parseAnswer(checkRunsAnswer, data, 'GET check-runs of a commit').check_runs;
  });
}

/** Returns the comments of all pages, at most 10,000. */
export async function listComments(
  github: GitHub,
  order: Repository & { issue_number: number },
): Promise<CommentAnswer[]> {
  const all: CommentAnswer[] = [];
  for (let page = 1; page <= PAGES; page++) {
    const { comments, more } = await read(github, () => listCommentsPage(github, { ...order, page }));
    all.push(...comments);
    if (!more) break;
  }
  return all;
}

/** One page of comments. `etag`: that of an earlier answer; an unchanged list is then a request error with status 304. */
export async function listCommentsPage(
  { octokit }: GitHub,
  order: Repository & { issue_number: number; page: number; since?: string },
  { etag, signal }: { etag?: string | undefined; signal?: AbortSignal } = {},
): Promise<{ comments: CommentAnswer[]; more: boolean; etag: string | undefined }> {
  const { data, headers } = await octokit.rest.issues.listComments({
    ...order,
    per_page: PAGE,
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    ...(signal ? { request: { signal, retries: 0 } } : {}),
  });
  const comments = parseAnswer(commentsAnswer, data, 'GET comments');
  // The pages are counted here: an address out of an answer is never followed.
  const more = headers.link === undefined ? comments.length >= PAGE : /rel="next"/.test(headers.link);
  return { comments, more, etag: headers.etag };
}

export async function createComment(
  { octokit }: GitHub,
  order: Repository & { issue_number: number; body: string },
): Promise<CommentAnswer> {
  const { data } = await octokit.rest.issues.createComment({ ...order, ...UNREPEATED });
  return parseAnswer(commentAnswer, data, 'POST comments');
}

export async function updateComment(
  { octokit }: GitHub,
  order: Repository & { comment_id: number; body: string },
): Promise<CommentAnswer> {
  const { data } = await octokit.rest.issues.updateComment({ ...order, ...UNREPEATED });
  const comment = parseAnswer(commentAnswer, data, 'PATCH comments');
  if (comment.id === order.comment_id) return comment;
  throw new UnexpectedAnswer(`PATCH comments: the answer is about comment ${comment.id}`);
}

/** Returns a comment, or undefined when there is none with this id. */
export function getComment(
  github: GitHub,
  place: Repository & { comment_id: number },
): Promise<CommentAnswer | undefined> {
  return unlessMissing(
    read(github, async ({ rest }) => {
      const { data } = await rest.issues.getComment({ ...place });
      return parseAnswer(commentAnswer, data, 'GET comment');
    }),
  );
}

/** Deletes a comment; one that is gone already is deleted. */
export async function deleteComment({ octokit }: GitHub, place: Repository & { comment_id: number }): Promise<void> {
  const answer = await unlessMissing(octokit.rest.issues.deleteComment({ ...place, ...UNREPEATED }));
  const status: number = answer?.status ?? 204;
  if (status !== 204) throw new UnexpectedAnswer(`DELETE comments: status ${status}`);
}

export function getPull(github: GitHub, place: Repository & { pull_number: number }): Promise<PullAnswer> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.pulls.get({ ...place });
    return parseAnswer(pullAnswer, data, 'GET pulls');
  });
}

/** Returns the commits of a pull request; GitHub lists 250 at most. */
export async function listPullCommits(
  github: GitHub,
  order: Repository & { pull_number: number },
): Promise<PullCommitAnswer[]> {
  const all: PullCommitAnswer[] = [];
  for (let page = 1; page <= COMMIT_PAGES; page++) {
    const some = await read(github, async ({ rest }) => {
      const { data } = await rest.pulls.listCommits({ ...order, per_page: PAGE, page });
      return parseAnswer(pullCommitsAnswer, data, 'GET commits of a pull request');
    });
    all.push(...some);
    if (some.length < PAGE) break;
  }
  return all;
}

/** Returns the open pull requests of a branch, at most 100. `head`: "OWNER:BRANCH". */
export function listPulls(github: GitHub, order: Repository & { head: string }): Promise<PullAnswer[]> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.pulls.list({ ...order, state: 'open', per_page: PAGE });
    return parseAnswer(pullsAnswer, data, 'GET pulls of a branch');
  });
}

/** Returns one page of 100 of all open pull requests. */
export function listOpenPulls(github: GitHub, order: Repository & { page: number }): Promise<PullAnswer[]> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.pulls.list({ ...order, state: 'open', per_page: PAGE });
    return parseAnswer(pullsAnswer, data, 'GET pulls');
  });
}

/** Returns what lies between two commits. `basehead`: "BASE...HEAD". */
export function getComparison(github: GitHub, order: Repository & { basehead: string }): Promise<ComparisonAnswer> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.repos.compareCommitsWithBasehead({ ...order, per_page: 1 });
    return parseAnswer(comparisonAnswer, data, 'GET compare');
  });
}

/** Returns the commit that a branch is at now. */
export function getBranchCommit(github: GitHub, order: Repository & { branch: string }): Promise<string> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.repos.getBranch({ ...order });
    return parseAnswer(branchAnswer, data, 'GET branch').commit.sha;
  });
}

/** Returns the entries in the root of a commit. */
export function getTree(github: GitHub, order: Repository & { tree_sha: string }): Promise<TreeAnswer['tree']> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.git.getTree({ ...order });
    return parseAnswer(treeAnswer, data, 'GET tree').tree;
  });
}

/** Returns what a person may do in the repository, or undefined for a name that nobody has. */
export function getPermission(
  { octokit }: GitHub,
  order: Repository & { username: string },
  signal?: AbortSignal,
): Promise<PermissionAnswer | undefined> {
  const { repos } = octokit.rest;
  const asked = repos.getCollaboratorPermissionLevel({
    ...order,
    ...(signal ? { request: { signal, retries: 0 } } : {}),
  });
  return unlessMissing(asked.then(({ data }) => parseAnswer(permissionAnswer, data, 'GET permission')));
}

/** Returns the person whose token it is. Installation tokens have none: a request error with status 403. */
export function getUser(github: GitHub): Promise<{ id: number; login: string }> {
  return read(github, async ({ rest }) => {
    const { data } = await rest.users.getAuthenticated();
    return parseAnswer(userAnswer, data, 'GET user');
  });
}

/** Returns the login that a token of any kind writes as, `SLUG[bot]` for an app's. */
export function getViewer(github: GitHub): Promise<string> {
  return read(github, async ({ graphql }) => {
    const data = await graphql<unknown>('query { viewer { login } }').catch((error: Error) => {
      // The library looks into an answer before it is parsed here.
      throw error.name === 'HttpError' ? error : new UnexpectedAnswer(`POST graphql: ${error.message}`);
    });
    return parseAnswer(viewerAnswer, data, 'POST graphql').viewer.login;
  });
}

/** Repeats a read whose answer has another form, at most twice. */
async function read<T>(github: GitHub, request: (octokit: GitHub['octokit']) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(github.octokit);
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer) || attempt > REREADS) throw error;
      await github.pause(1);
    }
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}
