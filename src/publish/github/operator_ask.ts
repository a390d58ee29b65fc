import { setTimeout as delay } from 'node:timers/promises';
import { type CommentAnswer, UnexpectedAnswer } from './answers.js';
import { listCommentsPage } from './api.js';
import { canWrite } from './asked_event.js';
import { readChangeAuthors } from './change_authors.js';
import type { GitHub } from './client.js';
import type { Person } from './event.js';
import { isRequestError } from './fault.js';
import { type AskedPlace, type PostedQuestion, questionComment, type ShownQuestion } from './operator_comment.js';
import { readReplies } from './operator_reply.js';
import type { PublishingFaults } from './publishing_faults.js';

/** A decision by comment, with who made it. */
export interface CommentReply {
  decision: 'allow' | 'deny';
  by: string;
  justification: string;
}

/** How often comments are looked at, in milliseconds: the first pause, and the longest. */
export interface Pace {
  first_ms: number;
  most_ms: number;
}

const PACE: Pace = { first_ms: 5_000, most_ms: 60_000 };
/** Pages that one look reads at most; what lies beyond is read at the next. */
const PAGES = 10;

/** Asks by comments on a pull request (R12). */
export interface CommentOperator {
  ask(question: ShownQuestion, signal: AbortSignal): Promise<CommentReply | undefined>;
  /** Resolves when everything that is to be written is written. */
  settled(): Promise<void>;
}

/**
 * Questions as one comment, answers as comments of people whose permission to write to the repository GitHub confirms. Only
 * comments made after the question and never edited count. What GitHub refuses or does not answer is waited out; `faults` is
 * told once when a question could not even be shown.
 */
export function commentOperator(
  github: GitHub,
  event_place: AskedPlace,
  faults: Pick<PublishingFaults, 'add' | 'warn'>,
  pace: Pace = PACE,
): CommentOperator {
  const place = { ...event_place };
  const comment = questionComment(github, place);
  let reading: Promise<void> | undefined;
  const readAuthors = async () => {
    place.authors = await readChangeAuthors(github, event_place, faults);
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
        // What is not allowed now will not be later; a broken connection may.
        absent ||= ((error as { status?: number }).status ?? 500) < 500;
        return undefined;
      }
      const reply = await awaitReply(github, place, question.id, posted, signal, pace);
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
  github: GitHub,
  place: AskedPlace,
  id: string,
  posted: PostedQuestion,
  signal: AbortSignal,
  { first_ms, most_ms }: Pace,
): Promise<CommentReply | undefined> {
  const look = lookout(github, place, posted, async ({ body, user }) => {
    const reply = readReplies(body ?? '').find((each) => each.id === id);
    if (!reply || user?.type !== 'User' || !(await canWrite(github, place.repository, user, signal))) return undefined;
    return decisionOf(reply, user, place);
  });
  for (let pause = first_ms; !signal.aborted; pause = Math.min(most_ms, pause * 1.5)) {
    try {
      const reply = await look(signal);
      if (reply) return reply;
    } catch (error) {
      // No answer from GitHub is no answer: it is asked again until the time is over. Other errors are faults of ours.
      if (!isRequestFault(error) && !signal.aborted) throw error;
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** The decision of somebody who may write. The authors of a pull request cannot allow what it asks for, unless that was asked for by name. */
function decisionOf(
  { decision, justification }: Pick<CommentReply, 'decision' | 'justification'>,
  { id, login: by }: Person,
  { authors, self_approval = false }: AskedPlace,
): CommentReply {
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
 * Looks at what was written after the question, each comment once, until `judge` finds an answer. While nothing is new a look
 * costs nothing of the rate limit: it is conditional on the tag of the last one that went through.
 */
function lookout<T>(
  github: GitHub,
  place: AskedPlace,
  posted: PostedQuestion,
  judge: (comment: CommentAnswer) => Promise<T | undefined>,
): (signal: AbortSignal) => Promise<T | undefined> {
  const judged = new Set<number>([posted.id]);
  let since = posted.at;
  let etag: string | undefined;
  const list = (page: number, signal: AbortSignal) => {
    const order = { ...place.repository, issue_number: place.number, since, page };
    return listCommentsPage(github, order, { etag, signal });
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
          // In the very second of the question nobody has read it yet.
          const counts = created_at > posted.at && created_at === updated_at;
          const answer = counts ? await judge(comment) : undefined;
          if (answer !== undefined) return answer;
          judged.add(id);
          if (created_at > newest) newest = created_at;
        }
        if (page === 1) tag = found.etag;
        if (!found.more) break;
        tag = undefined; // of one page it says nothing of the others
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
const isRequestFault = (error: unknown) => isRequestError(error) || error instanceof UnexpectedAnswer;
