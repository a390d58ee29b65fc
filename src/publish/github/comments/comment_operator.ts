import { setTimeout as delay } from 'node:timers/promises';
import type { GitHubClient } from '../api/github_client.js';
import { listCommentsPage, listPullCommits } from '../api/index.js';
import { type CommentResponse, UnexpectedResponseError } from '../api/parse_api_response.js';
import { formatReadFault, isRequestError, type PublishingFaults } from '../api/publishing_faults.js';
import { canWrite, type GitHubUser } from '../event/run_event.js';
import {
  type CommentQuestion,
  createQuestionComment,
  type PostedQuestion,
  type QuestionTarget,
} from './create_question_comment.js';

/** Decision by comment, with its author. */
interface CommentDecision {
  decision: 'allow' | 'deny';
  by: string;
  justification: string;
}

/** Intervals between two looks at the comments, in milliseconds: the first and the longest. */
interface PollInterval {
  first_ms: number;
  most_ms: number;
}

const PACE: PollInterval = { first_ms: 5_000, most_ms: 60_000 };
/** Maximum number of pages per look; the next look reads the rest. */
const PAGES = 10;

/** Operator that asks by comments on a pull request (requirement R12). */
export interface CommentOperator {
  ask(question: CommentQuestion, signal: AbortSignal): Promise<CommentDecision | undefined>;
  /** Resolves when every pending write is done. */
  settled(): Promise<void>;
}

/**
 * Creates an operator that asks in one comment and reads decisions from later comments. A decision counts if its author
 * may write to the repository, and if the comment is newer than the question and unedited. Errors of GitHub are retried
 * until the time is over; `faults` gets one warning if a question could not be shown.
 */
export function createCommentOperator(
  github: GitHubClient,
  event_place: QuestionTarget,
  faults: Pick<PublishingFaults, 'add' | 'warn'>,
  pace: PollInterval = PACE,
): CommentOperator {
  const target = { ...event_place };
  const comment = createQuestionComment(github, target);
  let reading: Promise<void> | undefined;
  const readAuthors = async () => {
    target.authors = await readChangeAuthors(github, event_place, faults);
  };
  const writing = new Set<Promise<unknown>>();
  let absent = false;
  return {
    async ask(question, signal) {
      let posted: PostedQuestion;
      try {
        if (absent) return undefined;
        reading ??= readAuthors();
        await reading;
        posted = await comment.add(question);
      } catch (error) {
        if (!absent) faults.add(`question ${question.id}`, error, 'pull-requests: write');
        // A missing permission is permanent; a broken connection is not.
        absent ||= ((error as { status?: number }).status ?? 500) < 500;
        return undefined;
      }
      const reply = await awaitReply(github, target, question.id, posted, signal, pace);
      const outcome = reply ? `${reply.decision} by ${reply.by}` : 'over';
      const closing = comment.close(question.id, outcome).finally(() => writing.delete(closing));
      writing.add(closing);
      return reply;
    },
    async settled() {
      await Promise.allSettled(writing);
    },
  };
}

async function awaitReply(
  github: GitHubClient,
  target: QuestionTarget,
  id: string,
  posted: PostedQuestion,
  signal: AbortSignal,
  { first_ms, most_ms }: PollInterval,
): Promise<CommentDecision | undefined> {
  const look = createCommentWatch(github, target, posted, async ({ body, user }) => {
    const reply = parseReplies(body ?? '').find((each) => each.id === id);
    if (!reply || user?.type !== 'User' || !(await canWrite(github, target.repository, user, signal))) return undefined;
    return toDecision(reply, user, target);
  });
  for (let pause = first_ms; !signal.aborted; pause = Math.min(most_ms, pause * 1.5)) {
    try {
      const reply = await look(signal);
      if (reply) return reply;
    } catch (error) {
      // Request errors are retried until the time is over. Other errors are faults of the harness.
      if (!isRequestFault(error) && !signal.aborted) throw error;
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/**
 * Returns the decision of a person who may write. Authors of the pull request cannot allow what it asks for, unless
 * self-approval is on.
 */
function toDecision(
  { decision, justification }: Pick<CommentDecision, 'decision' | 'justification'>,
  { id, login: by }: GitHubUser,
  { authors, self_approval = false }: QuestionTarget,
): CommentDecision {
  if (decision === 'allow' && authors === undefined)
    return self_approval
      ? { decision, by, justification: `(who made the change could not be read; self-approval is on) ${justification}` }
      : { decision: 'deny', by, justification: `nobody can allow this, its authors are unknown: ${justification}` };
  if (decision === 'deny' || !authors?.some((author) => author.id === id)) return { decision, by, justification };
  return self_approval
    ? { decision, by, justification: `(self-approval by an author of the pull request) ${justification}` }
    : { decision: 'deny', by, justification: `an author of the pull request cannot allow this: ${justification}` };
}

/**
 * Creates a function that looks at each new comment once, until `judge` returns a value. A look without news does not
 * count against the rate limit: it is conditional on the last tag.
 */
function createCommentWatch<T>(
  github: GitHubClient,
  target: QuestionTarget,
  posted: PostedQuestion,
  judge: (comment: CommentResponse) => Promise<T | undefined>,
): (signal: AbortSignal) => Promise<T | undefined> {
  const judged = new Set<number>([posted.id]);
  let since = posted.at;
  let etag: string | undefined;
  const list = (page: number, signal: AbortSignal) => {
    const options = { ...target.repository, issue_number: target.number, since, page };
    return listCommentsPage(github, options, { etag, signal });
  };
  return async (signal) => {
    let newest = since;
    let tag: string | undefined;
    try {
      for (let page = 1; page <= PAGES; page++) {
        const found = await list(page, signal);
        for (const comment of found.comments) {
          const { id, created_at, updated_at } = comment;
          if (judged.has(id)) continue;
          // Nobody can have read the question in the second of its posting.
          const counts = created_at > posted.at && created_at === updated_at;
          const answer = counts ? await judge(comment) : undefined;
          if (answer !== undefined) return answer;
          judged.add(id);
          if (created_at > newest) newest = created_at;
        }
        if (page === 1) tag = found.etag;
        if (!found.more) break;
        tag = undefined; // the tag covers one page only
        etag = undefined;
      }
    } catch (error) {
      if (!isUnchanged(error)) throw error;
      return undefined;
    }
    etag = newest === since ? tag : undefined;
    since = newest;
    return undefined;
  };
}

const isUnchanged = (error: unknown) => (error as { status?: number }).status === 304;
const isRequestFault = (error: unknown) => isRequestError(error) || error instanceof UnexpectedResponseError;

/** Decision as written in a comment. */
interface ParsedReply {
  decision: 'allow' | 'deny';
  id: string;
  justification: string;
}

/** Number of characters of a comment that are read. */
const LOOKED_AT = 10_000;

/**
 * Parses the decisions in a comment: `/gatebench allow ID because REASON`, or `deny`, one per line from the first line
 * on. Any other line ends the reading, so that quoted, fenced or hidden text cannot decide.
 */
export function parseReplies(body: string): ParsedReply[] {
  const replies: ParsedReply[] = [];
  for (const line of body.slice(0, LOOKED_AT).split(/\r?\n/)) {
    const [, decision, id, reason = ''] =
      /^\/gatebench +(allow|deny) +([0-9a-f]{10})(?: +because\b)?[ :,]+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (decision === undefined || id === undefined) break;
    // The word "because" alone is no reason.
    if (/^because[\s:,]*$/.test(reason)) break;
    replies.push({ decision: decision as 'allow', id, justification: reason });
  }
  return replies;
}

/** Maximum number of commits that GitHub lists of a pull request. */
const MAX_LISTED_COMMITS = 250;

/**
 * Returns everybody who has a part in a change: who opened or pushed it, and the authors and committers of its commits.
 * If that cannot be read, warns that nobody can allow what the change asks for.
 *
 * @returns undefined if it cannot be read
 */
export async function readChangeAuthors(
  github: GitHubClient,
  { repository, number, head_sha, authors = [], self_approval = false }: QuestionTarget,
  faults: Pick<PublishingFaults, 'warn'>,
): Promise<readonly GitHubUser[] | undefined> {
  const unknown = (because: string) => {
    if (!self_approval) faults.warn(`Nobody can allow what this pull request asks for. ${because}`);
    return undefined;
  };
  try {
    const commits = await listPullCommits(github, { ...repository, pull_number: number });
    if (commits.length >= MAX_LISTED_COMMITS)
      return unknown(`It has ${MAX_LISTED_COMMITS} commits or more, and GitHub does not list who made the others.`);
    if (!commits.some(({ sha }) => sha === head_sha))
      return unknown(`Commit ${head_sha.slice(0, 12)}, which is judged, is none of its commits any more.`);
    const people = commits.flatMap(({ author, committer }) => [author, committer]).filter((each) => !!each);
    return [...new Map([...authors, ...people].map((person) => [person.id, person])).values()];
  } catch (error) {
    return unknown(formatReadFault(error, 'Who made its commits', 'pull-requests: read'));
  }
}
