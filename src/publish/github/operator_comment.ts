import { markdown, markdownCode, shorten } from '../report/escape.js';
import type { CommentAnswer } from './answers.js';
import { createComment, listComments, type Repository, updateComment } from './api.js';
import { findAuthor, isWrittenBy } from './author.js';
import type { GitHub } from './client.js';
import { COMMENT_LIMIT } from './comment.js';
import { commentMarker, hasMarker } from './comment_marker.js';
import type { Person } from './event.js';
import { once } from './once.js';

/** A question as the comment shows it. */
export interface ShownQuestion {
  id: string;
  attempt_id: string;
  contract: string;
  condition: string;
  question: string;
  timeout_ms: number;
}

/** Where questions are asked: a pull request, and the key that tells several reports on it apart. */
export interface AskedPlace {
  repository: Repository;
  number: number;
  key: string;
  /** commit that is judged */
  head_sha: string;
  /** who cannot allow what is asked, unless `self_approval`; undefined = nobody knows, so that nobody can */
  authors?: readonly Person[] | undefined;
  self_approval?: boolean;
}

/** What GitHub says of our comment: its clock, not ours, decides what came after the question. */
export interface PostedQuestion {
  id: number;
  /** ISO 8601, in whole seconds. */
  at: string;
}

type State = ShownQuestion & { outcome: string | undefined };

/** The one comment with all questions of a run (R12). Writes wait for each other. */
export interface QuestionComment {
  /** Adds a question. Throws a request error when it cannot be shown. */
  add(question: ShownQuestion): Promise<PostedQuestion>;
  /** Says how a question ended; GitHub's refusals are passed over, since the answer stands elsewhere. */
  close(id: string, outcome: string): Promise<void>;
}

/** The comment is made with the first question; an earlier run's is used again. */
export function questionComment(github: GitHub, place: AskedPlace): QuestionComment {
  const questions: State[] = [];
  let comment: number | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = before.then(act);
    before = turn.catch(() => undefined);
    return turn;
  };
  const write = async (): Promise<PostedQuestion> => {
    const body = render(place, questions);
    const marked = comment === undefined ? await markedComments(github, place) : [];
    comment ??= await ownComment(github, marked);
    const made = comment === undefined ? await create(github, place, body, marked) : await rewrite(comment, body);
    comment = made.id;
    return { id: made.id, at: made.updated_at };
  };
  /** Writing it twice is the same as once, but for its time: then the later one counts. */
  const rewrite = (comment_id: number, body: string) => {
    const write = () => updateComment(github, { ...place.repository, comment_id, body });
    return once(github, write, async () => undefined);
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

/** All comments with the first line of ours, whoever wrote them. */
async function markedComments(github: GitHub, { repository, number, key }: AskedPlace): Promise<CommentAnswer[]> {
  const all = await listComments(github, { ...repository, issue_number: number });
  return all.filter(({ body }) => hasMarker(body ?? '', 'questions', key));
}

/** Our comment of an earlier run, found by its first line and its author. */
async function ownComment(github: GitHub, marked: readonly CommentAnswer[]): Promise<number | undefined> {
  const author = marked.length === 0 ? undefined : await findAuthor(github);
  const own = author === undefined ? [] : marked.filter((each) => isWrittenBy(each, author));
  return own.map(({ id }) => id).sort((a, b) => a - b)[0];
}

function create(
  github: GitHub,
  place: AskedPlace,
  body: string,
  before: readonly CommentAnswer[],
): Promise<CommentAnswer> {
  const seen = new Set(before.map(({ id }) => id));
  return once(
    github,
    () => createComment(github, { ...place.repository, issue_number: place.number, body }),
    async () => (await markedComments(github, place)).find(({ id, body: text }) => !seen.has(id) && text === body),
  );
}

/** Bytes that one question may take. */
const SHOWN = 600;

/** The comment's text. Questions that do not fit are left out, oldest first: the open ones are the newest. */
export function render(
  { key, authors, self_approval = false }: Pick<AskedPlace, 'key' | 'authors' | 'self_approval'>,
  questions: readonly State[],
): string {
  const open = questions.filter(({ outcome }) => outcome === undefined);
  const head = [
    commentMarker('questions', key),
    open.length === 0 ? '### gatebench asked for a decision' : `### gatebench asks for a decision: ${open.length} open`,
    '',
  ];
  const how =
    open.length === 0
      ? []
      : [
          '',
          'The run waits. Somebody who may write to this repository answers with a new comment that begins with one of',
          '',
          '```',
          `/gatebench allow ${open[0]!.id} because REASON`,
          `/gatebench deny ${open[0]!.id} because REASON`,
          '```',
          '',
          ...(self_approval ? [] : whoCannot(authors)),
          'The reason stands in the record. Edited comments do not count; no answer in time means deny.',
        ];
  const frame = Buffer.byteLength([...head, ...how].join('\n')) + 200;
  const lines: string[] = [];
  let bytes = frame;
  let left = questions.length;
  for (const question of [...questions].reverse()) {
    const line = lineOf(question);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > COMMENT_LIMIT) break;
    lines.unshift(line);
    left--;
  }
  const more = left > 0 ? ['', `${left} earlier questions are left out.`] : [];
  return [...head, ...lines, ...more, ...how].join('\n');
}

function whoCannot(authors: readonly Person[] | undefined): string[] {
  if (authors === undefined) return ['Nobody can allow it: who made the change could not be read.'];
  return authors.length > 0 ? [`Whoever made the change cannot allow it: ${nameAll(authors)}.`] : [];
}

const nameAll = (people: readonly Person[]) =>
  [...new Set(people.map(({ login }) => markdownCode(shorten(login, 60))))].join(', ');

function lineOf({ id, attempt_id, contract, condition, question, timeout_ms, outcome }: State): string {
  const until = `denied after ${Math.round(timeout_ms / 1000)} s without an answer`;
  const text = markdown(shorten(question, SHOWN));
  const where = `${markdownCode(shorten(contract, 80))} · ${markdownCode(shorten(attempt_id, 120))}`;
  return `- ${markdownCode(id)} (${markdown(outcome ?? `open, ${until}`)}) · ${where} · ${markdownCode(shorten(condition, 80))}: ${text}`;
}
