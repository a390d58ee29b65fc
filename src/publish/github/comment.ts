import { fit } from '../report/fit.js';
import type { Repository } from './check_run.js';
import type { GitHub } from './client.js';
import { explain } from './fault.js';
import { once, unrepeated } from './once.js';
import { pullStanding } from './pair_standing.js';
import type { PublishedPair } from './published_pair.js';

/** GitHub's limit of a comment, counted here in bytes to be on the safe side. */
export const COMMENT_LIMIT = 65_536;

/**
 * Who our comments are by. A workflow's token and every app's token write as a bot and may not ask who they are; a
 * person's token may. Marker and author together decide, so that a person who copies the marker gets a comment of their own.
 */
export type Author = { kind: 'bot' } | { kind: 'person'; login: string };

export interface Comment {
  id: number;
  url: string;
  body: string;
}

export type CommentOutcome =
  | { kind: 'created' | 'updated' | 'unchanged'; url: string; warnings: string[] }
  | { kind: 'stale'; head_sha: string }
  | { kind: 'refused'; because: string };

/** The first line of our comment. `key` tells several reports on one pull request apart. */
export function marker(key: string): string {
  return `<!-- gatebench:${key.replace(/[^A-Za-z0-9._-]+/g, '-')} -->`;
}

/** What to do with the comments there are: keep the oldest of ours, drop the others, write only what changed. */
export function plan(own: readonly Comment[], body: string): { keep?: Comment; drop: Comment[]; write: boolean } {
  const [keep, ...drop] = [...own].sort((a, b) => a.id - b.id);
  const same = (text: string) => text.replace(/\r\n/g, '\n').trimEnd();
  return { ...(keep ? { keep } : {}), drop, write: keep === undefined || same(keep.body) !== same(body) };
}

/** Who a token writes as, by its kind. Only a person's token is asked. */
export async function authorOf({ octokit, token }: GitHub): Promise<Author> {
  if (!/^(?:ghp_|gho_|github_pat_)/.test(token)) return { kind: 'bot' };
  const { data } = await octokit.rest.users.getAuthenticated();
  return { kind: 'person', login: data.login };
}

/**
 * Keeps exactly one comment of ours on the pull request up to date. The head is read again right before writing: a
 * report on commits that are no longer the head, or for another base than that of now, is not posted. Throws a request error.
 */
export async function publishComment(
  github: GitHub,
  repository: Repository,
  order: { number: number; head_sha: string; key: string; markdown: string; pair?: PublishedPair | undefined },
): Promise<CommentOutcome> {
  const { issues, pulls } = github.octokit.rest;
  const first = `${marker(order.key)}\n`;
  const body = first + fit(order.markdown, COMMENT_LIMIT - Buffer.byteLength(first));
  const author = await authorOf(github);
  const find = () => ownComments(github, repository, order.number, first.trimEnd(), author);
  const { keep, drop, write } = plan(await find(), body);

  const pull = await pulls.get({ ...repository, pull_number: order.number });
  if (pull.data.head.sha !== order.head_sha) return { kind: 'stale', head_sha: pull.data.head.sha };
  const standing = order.pair && pullStanding(pull.data, order.pair);
  if (standing && standing.kind !== 'current') return { kind: 'refused', because: standing.because };

  const warnings: string[] = [];
  for (const { id } of drop) {
    try {
      await issues.deleteComment({ ...repository, comment_id: id });
    } catch (error) {
      warnings.push(explain(error, 'Removal of a duplicate comment', 'pull-requests: write'));
    }
  }
  if (keep && !write) return { kind: 'unchanged', url: keep.url, warnings };
  if (keep) {
    const { data } = await issues.updateComment({ ...repository, comment_id: keep.id, body });
    return { kind: 'updated', url: data.html_url, warnings };
  }
  const url = await once(
    github,
    async () => {
      const { data } = await issues.createComment({ ...repository, issue_number: order.number, body, ...unrepeated });
      return data.html_url;
    },
    async () => (await find())[0]?.url,
  );
  return { kind: 'created', url, warnings };
}

/** Our comments on all pages. */
async function ownComments(
  { octokit }: GitHub,
  repository: Repository,
  number: number,
  first: string,
  author: Author,
): Promise<Comment[]> {
  const all = await octokit.paginate(octokit.rest.issues.listComments, {
    ...repository,
    issue_number: number,
    per_page: 100,
  });
  return all
    .filter(({ user }) => (author.kind === 'bot' ? user?.type === 'Bot' : user?.login === author.login))
    .map(({ id, html_url, body }) => ({ id, url: html_url, body: body ?? '' }))
    .filter(({ body }) => body.split(/\r?\n/, 1)[0] === first);
}
