import { escapeMarkdown, formatMarkdownCode, shortenText } from '../../text/escape_text.js';
import { findTokenAuthor, isWrittenBy } from '../api/comment_author.js';
import type { GitHubClient } from '../api/github_client.js';
import { createComment, listComments, type Repository, updateComment } from '../api/index.js';
import type { CommentResponse } from '../api/parse_api_response.js';
import { writeOnce } from '../api/write_once.js';
import type { GitHubUser } from '../event/run_event.js';
import { formatCommentMarker, hasCommentMarker } from './format_comment_marker.js';
import { MAX_COMMENT_BYTES } from './publish_comment.js';

/** Question as the comment shows it. */
export interface CommentQuestion {
  id: string;
  attempt_id: string;
  contract: string;
  condition: string;
  question: string;
  timeout_ms: number;
}

/** Pull request where questions are asked, with the key that tells several reports on it apart. */
export interface QuestionTarget {
  repository: Repository;
  number: number;
  key: string;
  /** commit that is judged */
  head_sha: string;
  /** people who cannot allow what is asked, unless `self_approval`; if undefined, nobody can */
  authors?: readonly GitHubUser[] | undefined;
  self_approval?: boolean;
}

/** Posted comment. GitHub's clock decides which comments came after the question. */
export interface PostedQuestion {
  id: number;
  /** ISO 8601, in whole seconds. */
  at: string;
}

type QuestionState = CommentQuestion & { outcome: string | undefined };

/** Comment with all questions of a run (requirement R12). Writes are sequential. */
interface QuestionComment {
  /** Adds a question. Throws a request error if it cannot be shown. */
  add(question: CommentQuestion): Promise<PostedQuestion>;
  /** Writes how a question ended; ignores errors of GitHub, since the record holds the outcome. */
  close(id: string, outcome: string): Promise<void>;
}

/** Creates the comment with the first question, or reuses that of an earlier run. */
export function createQuestionComment(github: GitHubClient, target: QuestionTarget): QuestionComment {
  const questions: QuestionState[] = [];
  let comment: number | undefined;
  let last_turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last_turn.then(act);
    last_turn = turn.catch(() => undefined);
    return turn;
  };
  const write = async (): Promise<PostedQuestion> => {
    const body = renderQuestionComment(target, questions);
    const marked = comment === undefined ? await listMarkedComments(github, target) : [];
    comment ??= await findOwnComment(github, marked);
    const posted =
      comment === undefined ? await createMarkedComment(github, target, body, marked) : await rewrite(comment, body);
    comment = posted.id;
    return { id: posted.id, at: posted.updated_at };
  };
  /** Writes the text again; if GitHub repeats it, the later time counts. */
  const rewrite = (comment_id: number, body: string) => {
    const write = () => updateComment(github, { ...target.repository, comment_id, body });
    return writeOnce(github, write, async () => undefined);
  };
  return {
    add: (question) =>
      inTurn(async () => {
        questions.push({ ...question, outcome: undefined });
        return write();
      }),
    close: (id, outcome) =>
      inTurn(async () => {
        for (const question of questions) if (question.id === id) question.outcome = outcome;
        if (comment !== undefined) await write().catch(() => undefined);
      }),
  };
}

/** Returns all comments with our marker, by any author. */
async function listMarkedComments(
  github: GitHubClient,
  { repository, number, key }: QuestionTarget,
): Promise<CommentResponse[]> {
  const all = await listComments(github, { ...repository, issue_number: number });
  return all.filter(({ body }) => hasCommentMarker(body ?? '', 'questions', key));
}

/** Finds our comment of an earlier run by its marker and its author. */
async function findOwnComment(github: GitHubClient, marked: readonly CommentResponse[]): Promise<number | undefined> {
  const author = marked.length === 0 ? undefined : await findTokenAuthor(github);
  const comments = author === undefined ? [] : marked.filter((each) => isWrittenBy(each, author));
  return comments.map(({ id }) => id).sort((a, b) => a - b)[0];
}

function createMarkedComment(
  github: GitHubClient,
  target: QuestionTarget,
  body: string,
  earlier: readonly CommentResponse[],
): Promise<CommentResponse> {
  const earlier_ids = new Set(earlier.map(({ id }) => id));
  return writeOnce(
    github,
    () => createComment(github, { ...target.repository, issue_number: target.number, body }),
    async () =>
      (await listMarkedComments(github, target)).find(({ id, body: text }) => !earlier_ids.has(id) && text === body),
  );
}

/** Maximum number of bytes per question. */
const SHOWN = 600;

/**
 * Formats the text of the comment. If questions do not fit, the oldest are left out, since the open ones are the
 * newest.
 */
export function renderQuestionComment(
  { key, authors, self_approval = false }: Pick<QuestionTarget, 'key' | 'authors' | 'self_approval'>,
  questions: readonly QuestionState[],
): string {
  const open = questions.filter(({ outcome }) => outcome === undefined);
  const head = [
    formatCommentMarker('questions', key),
    open.length === 0 ? '### gatebench asked for a decision' : `### gatebench asks for a decision: ${open.length} open`,
    '',
  ];
  const [first] = open;
  const how =
    first === undefined
      ? []
      : [
          '',
          'The run waits. Somebody who may write to this repository answers with a new comment that begins with one of',
          '',
          '```',
          `/gatebench allow ${first.id} because REASON`,
          `/gatebench deny ${first.id} because REASON`,
          '```',
          '',
          ...(self_approval ? [] : listExcludedPeople(authors)),
          'The reason stands in the record. Edited comments do not count; no answer in time means deny.',
        ];
  const frame = Buffer.byteLength([...head, ...how].join('\n')) + 200;
  const lines: string[] = [];
  let bytes = frame;
  let remaining = questions.length;
  for (const question of [...questions].reverse()) {
    const line = formatQuestionLine(question);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_COMMENT_BYTES) break;
    lines.unshift(line);
    remaining--;
  }
  const more = remaining > 0 ? ['', `${remaining} earlier questions are left out.`] : [];
  return [...head, ...lines, ...more, ...how].join('\n');
}

function listExcludedPeople(authors: readonly GitHubUser[] | undefined): string[] {
  if (authors === undefined) return ['Nobody can allow it: who made the change could not be read.'];
  return authors.length > 0 ? [`Whoever made the change cannot allow it: ${joinNames(authors)}.`] : [];
}

const joinNames = (people: readonly GitHubUser[]) =>
  [...new Set(people.map(({ login }) => formatMarkdownCode(shortenText(login, 60))))].join(', ');

function formatQuestionLine(state: QuestionState): string {
  const { id, attempt_id, contract, condition, question, timeout_ms, outcome } = state;
  const deadline = `denied after ${Math.round(timeout_ms / 1000)} s without an answer`;
  const text = escapeMarkdown(shortenText(question, SHOWN));
  const [task, attempt] = [shortenText(contract, 80), shortenText(attempt_id, 120)].map(formatMarkdownCode);
  const place = `${task} · ${attempt} · ${formatMarkdownCode(shortenText(condition, 80))}`;
  const status = escapeMarkdown(outcome ?? `open, ${deadline}`);
  return `- ${formatMarkdownCode(id)} (${status}) · ${place}: ${text}`;
}

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
