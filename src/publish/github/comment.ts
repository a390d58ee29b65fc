import { fit } from '../report/fit.js';
import type { CommentAnswer } from './answers.js';
import {
  createComment,
  deleteComment,
  getComment,
  getPull,
  listComments,
  type Repository,
  updateComment,
} from './api.js';
import { type Author, authorOf, findAuthor, isWrittenBy } from './author.js';
import type { GitHub } from './client.js';
import { commentMarker, hasMarker } from './comment_marker.js';
import { once } from './once.js';
import { pullStanding } from './pair_standing.js';
import type { PublishedPair } from './published_pair.js';
import type { PublishingFaults } from './publishing_faults.js';

/** GitHub's limit of a comment, counted here in bytes to be on the safe side. */
export const COMMENT_LIMIT = 65_536;

export type CommentOutcome =
  | { kind: 'created' | 'updated' | 'unchanged'; url: string }
  | { kind: 'stale'; head_sha: string }
  | { kind: 'refused'; because: string };

/** A report for a pull request. `check_name` tells several reports on it apart. */
export interface CommentOrder {
  number: number;
  head_sha: string;
  check_name: string;
  markdown: string;
  /** What the report is about, where it is known; a comment on another pair is not written. */
  pair?: PublishedPair | undefined;
}

/** What of a comment decides what becomes of it. */
type OwnComment = Pick<CommentAnswer, 'id' | 'body' | 'html_url'>;

/** Returns what to do with our comments: keep the oldest, drop the others, write only what changed. */
export function planComments<T extends OwnComment>(
  own: readonly T[],
  body: string,
): { keep?: T; drop: T[]; write: boolean } {
  const [keep, ...drop] = [...own].sort((a, b) => a.id - b.id);
  return { ...(keep ? { keep } : {}), drop, write: keep === undefined || !isSameText(keep.body, body) };
}

/** GitHub gives line ends of its own back. */
const isSameText = (a: string | null | undefined, b: string) => plain(a ?? '') === plain(b);
const plain = (text: string) => text.replace(/\r\n/g, '\n').trimEnd();

/** How often comments are put in order when another job changes them meanwhile. */
const ROUNDS = 3;

/**
 * Keeps exactly one comment of ours on the pull request up to date. Ours has our marker and our author; what another bot or a person
 * has copied is left alone. The head is read again right before writing: a report on commits that are no longer the head,
 * or for another base than that of now, is not posted.
 *
 * Jobs that create one at the same time all look again and keep the oldest. `faults` is told which duplicates stay. Throws a
 * request error when the comment cannot be written.
 */
export async function publishComment(
  github: GitHub,
  repository: Repository,
  order: CommentOrder,
  faults: PublishingFaults,
): Promise<CommentOutcome> {
  const first = commentMarker('report', order.check_name);
  const body = `${first}\n${fit(order.markdown, COMMENT_LIMIT - Buffer.byteLength(first) - 1)}`;
  const place = { ...repository, issue_number: order.number };
  const marked = async () =>
    (await listComments(github, place)).filter((each) => hasMarker(each.body ?? '', 'report', order.check_name));
  const before = await marked();
  let author = before.length === 0 ? undefined : await findAuthor(github);
  const pull = await getPull(github, { ...repository, pull_number: order.number });
  if (pull.head.sha !== order.head_sha) return { kind: 'stale', head_sha: pull.head.sha };
  const standing = order.pair && pullStanding(pull, order.pair);
  if (standing && standing.kind !== 'current') return { kind: 'refused', because: standing.because };

  let own = ownOf(before, author);
  let created: CommentAnswer | undefined;
  for (let round = 1; ; round++) {
    const { keep, drop, write } = planComments(own, body);
    if (keep) {
      const kept = write ? await rewrite(github, repository, keep, body) : keep;
      if (kept) {
        for (const { id } of drop) await remove(github, repository, id, faults);
        const kind = kept.id === created?.id ? 'created' : write || created ? 'updated' : 'unchanged';
        return { kind, url: kept.html_url };
      }
    } else {
      const seen = new Set(before.map(({ id }) => id));
      created = await once(
        github,
        () => createComment(github, { ...place, body }),
        async () => (await marked()).find((each) => !seen.has(each.id) && isSameText(each.body, body)),
      );
      author ??= authorOf(created);
    }
    if (round > ROUNDS) throw new Error(`comments on #${order.number} change while they are put in order`);
    // A list may be older than what was just created.
    own = [...ownOf(await marked(), author).filter(({ id }) => id !== created?.id), ...(created ? [created] : [])];
  }
}

const ownOf = (marked: readonly CommentAnswer[], author: Author | undefined) =>
  author === undefined ? [] : marked.filter((each) => isWrittenBy(each, author));

/** Returns the comment with its new text, or undefined when it is gone. */
async function rewrite(
  github: GitHub,
  repository: Repository,
  { id }: OwnComment,
  body: string,
): Promise<CommentAnswer | undefined> {
  const place = { ...repository, comment_id: id };
  const isWritten = (comment: CommentAnswer | undefined) => (isSameText(comment?.body, body) ? comment : undefined);
  try {
    const write = () => updateComment(github, { ...place, body });
    return await once(github, write, async () => isWritten(await getComment(github, place).catch(() => undefined)));
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}

async function remove(github: GitHub, repository: Repository, id: number, faults: PublishingFaults): Promise<void> {
  const place = { ...repository, comment_id: id };
  const look = async () => ((await getComment(github, place)) === undefined ? true : undefined);
  try {
    await once(github, () => deleteComment(github, place).then(() => true), look);
  } catch (error) {
    faults.add('the removal of a duplicate comment', error, 'pull-requests: write');
  }
}
