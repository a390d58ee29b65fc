import { markdown, markdownCode, shorten } from '../report/escape.js';
import type { Repository } from './check_run.js';
import type { GitHub } from './client.js';
import { authorOf, COMMENT_LIMIT, marker } from './comment.js';
import { once, unrepeated } from './once.js';

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
    const body = render(place.key, questions);
    comment ??= await find(github, place);
    const { issues } = github.octokit.rest;
    if (comment !== undefined) {
      const { data } = await issues.updateComment({ ...place.repository, comment_id: comment, body });
      return { id: data.id, at: data.updated_at };
    }
    const made = await once(
      github,
      async () => {
        const order = { ...place.repository, issue_number: place.number, body, ...unrepeated };
        const { data } = await issues.createComment(order);
        return { id: data.id, at: data.created_at };
      },
      async () => {
        const found = await find(github, place);
        if (found === undefined) return undefined;
        const { data } = await issues.getComment({ ...place.repository, comment_id: found });
        return { id: data.id, at: data.updated_at };
      },
    );
    comment = made.id;
    return made;
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

const firstLine = (key: string) => marker(`questions-${key}`);

/** Our comment of an earlier run, found by its first line and its author. */
async function find(github: GitHub, { repository, number, key }: AskedPlace): Promise<number | undefined> {
  const author = await authorOf(github);
  const { octokit } = github;
  const order = { ...repository, issue_number: number, per_page: 100 };
  const all = await octokit.paginate(octokit.rest.issues.listComments, order);
  const own = all.filter(({ user, body }) => {
    const ours = author.kind === 'bot' ? user?.type === 'Bot' : user?.login === author.login;
    return ours && body?.split(/\r?\n/, 1)[0] === firstLine(key);
  });
  return own.map(({ id }) => id).sort((a, b) => a - b)[0];
}

/** Bytes that one question may take. */
const SHOWN = 600;

/** The comment's text. Questions that do not fit are left out, oldest first: the open ones are the newest. */
export function render(key: string, questions: readonly State[]): string {
  const open = questions.filter(({ outcome }) => outcome === undefined);
  const head = [
    firstLine(key),
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

function lineOf({ id, attempt_id, contract, condition, question, timeout_ms, outcome }: State): string {
  const until = `denied after ${Math.round(timeout_ms / 1000)} s without an answer`;
  const text = markdown(shorten(question, SHOWN));
  const where = `${markdownCode(shorten(contract, 80))} · ${markdownCode(shorten(attempt_id, 120))}`;
  return `- ${markdownCode(id)} (${markdown(outcome ?? `open, ${until}`)}) · ${where} · ${markdownCode(shorten(condition, 80))}: ${text}`;
}
