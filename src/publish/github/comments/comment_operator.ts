import { setTimeout as delay } from 'node:timers/promises';
import type { GitHubClient } from '../api/github_client.js';
import { listCommentsPage } from '../api/index.js';
import { type CommentResponse, UnexpectedResponseError } from '../api/parse_api_response.js';
import { isRequestError, type PublishingFaults } from '../api/publishing_faults.js';
import { canWrite, type GitHubUser } from '../event/run_event.js';
import {
  type CommentQuestion,
  createQuestionComment,
  type PostedQuestion,
  parseReplies,
  type QuestionTarget,
} from './create_question_comment.js';
import { readChangeAuthors } from './read_change_authors.js';

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
  let start = posted.at;
  let etag: string | undefined;
  const list = (page: number, signal: AbortSignal) => {
    const options = { ...target.repository, issue_number: target.number, since: start, page };
    return listCommentsPage(github, options, { etag, signal });
  };
  return async (signal) => {
    let newest = start;
    let tag: string | undefined;
    try {
      for (let page = 1; page <= PAGES; page++) {
        const answers = await list(page, signal);
        for (const comment of answers.comments) {
          const { id, created_at, updated_at } = comment;
          if (judged.has(id)) continue;
          // Nobody can have read the question in the second of its posting.
          const counts = created_at > posted.at && created_at === updated_at;
          const answer = counts ? await judge(comment) : undefined;
          if (answer !== undefined) return answer;
          judged.add(id);
          if (created_at > newest) newest = created_at;
        }
        if (page === 1) tag = answers.etag;
        if (!answers.more) break;
        tag = undefined; // the tag covers one page only
        etag = undefined;
      }
    } catch (error) {
      if (!isUnchanged(error)) throw error;
      return undefined;
    }
    etag = newest === start ? tag : undefined;
    start = newest;
    return undefined;
  };
}

const isUnchanged = (error: unknown) => (error as { status?: number }).status === 304;
const isRequestFault = (error: unknown) => isRequestError(error) || error instanceof UnexpectedResponseError;
