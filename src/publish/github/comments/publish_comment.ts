import { truncateToBytes } from '../../text/truncate_to_bytes.js';
import { type CommentAuthor, findTokenAuthor, getCommentAuthor, isWrittenBy } from '../api/comment_author.js';
import type { GitHubClient } from '../api/github_client.js';
import {
  createComment,
  deleteComment,
  getComment,
  getPull,
  listComments,
  type Repository,
  updateComment,
} from '../api/index.js';
import type { CommentResponse } from '../api/parse_api_response.js';
import type { PublishingFaults } from '../api/publishing_faults.js';
import { writeOnce } from '../api/write_once.js';
import { comparePull } from '../pair/pair_status.js';
import type { PublishedPair } from '../pair/published_pair.js';
import { formatCommentMarker, hasCommentMarker } from './format_comment_marker.js';

/** GitHub's limit of a comment, applied in bytes. */
export const MAX_COMMENT_BYTES = 65_536;

type CommentResult =
  | { kind: 'created' | 'updated' | 'unchanged'; url: string }
  | { kind: 'off' }
  | { kind: 'stale'; head_sha: string }
  | { kind: 'refused'; because: string };

/** Report for a pull request. `check_name` tells several reports on it apart. */
interface CommentOptions {
  number: number;
  head_sha: string;
  check_name: string;
  /** Renders the report. @param earlier text of the comment that stands; undefined = there is none */
  render: (earlier: string | undefined) => string;
  /** False if nothing is written where no comment stands. */
  creates: boolean;
  /** Pair that the report is about, if known; a comment on another pair is not written. */
  pair?: PublishedPair | undefined;
}

/** Parts of a comment that decide whether it is kept. */
type OwnComment = Pick<CommentResponse, 'id' | 'body' | 'html_url'>;

/** Plans the changes of our comments: keep the oldest, drop the others, write only if the text changed. */
function planComments<T extends OwnComment>(
  comments: readonly T[],
  body: string,
): { keep: T | undefined; drop: T[]; write: boolean } {
  const [keep, ...drop] = [...comments].sort((a, b) => a.id - b.id);
  return { keep, drop, write: keep === undefined || !isSameText(keep.body, body) };
}

/** Compares texts without line ends, which GitHub changes. */
const isSameText = (a: string | null | undefined, b: string) => normaliseText(a ?? '') === normaliseText(b);
const normaliseText = (text: string) => text.replace(/\r\n/g, '\n').trimEnd();

/** Maximum number of rounds while another job changes the comments. */
const ROUNDS = 3;

/**
 * Keeps exactly one comment of gatebench on the pull request up to date. A comment is ours if it has our marker and our
 * author; copies by others stay untouched. The head is read again right before the write: a report on an outdated head,
 * or for another base, is not posted.
 *
 * Jobs that create a comment at the same time all list the comments again and keep the oldest. `faults` gets the
 * duplicates that stay. Throws a request error if the comment cannot be written.
 */
export async function publishComment(
  github: GitHubClient,
  repository: Repository,
  options: CommentOptions,
  faults: PublishingFaults,
): Promise<CommentResult> {
  const first = formatCommentMarker('report', options.check_name);
  const target = { ...repository, issue_number: options.number };
  const marked = async () =>
    (await listComments(github, target)).filter((each) =>
      hasCommentMarker(each.body ?? '', 'report', options.check_name),
    );
  const earlier = await marked();
  let author = earlier.length === 0 ? undefined : await findTokenAuthor(github);
  const pull = await getPull(github, { ...repository, pull_number: options.number });
  if (pull.head.sha !== options.head_sha) return { kind: 'stale', head_sha: pull.head.sha };
  const standing = options.pair && comparePull(pull, options.pair);
  if (standing && standing.kind !== 'current') return { kind: 'refused', because: standing.because };

  let comments = selectOwnComments(earlier, author);
  if (comments.length === 0 && !options.creates) return { kind: 'off' };
  const oldest = comments.reduce<OwnComment | undefined>((a, b) => (a && a.id < b.id ? a : b), undefined);
  const text = options.render(oldest?.body ?? undefined);
  const body = `${first}\n${truncateToBytes(text, MAX_COMMENT_BYTES - Buffer.byteLength(first) - 1)}`;
  let created: CommentResponse | undefined;
  for (let round = 1; ; round++) {
    const { keep, drop, write } = planComments(comments, body);
    if (keep) {
      const standing_comment = write ? await rewriteComment(github, repository, keep, body) : keep;
      if (standing_comment) {
        for (const { id } of drop) await removeComment(github, repository, id, faults);
        const change = write || created ? 'updated' : 'unchanged';
        return { kind: standing_comment.id === created?.id ? 'created' : change, url: standing_comment.html_url };
      }
    } else {
      const earlier_ids = new Set(earlier.map(({ id }) => id));
      created = await writeOnce(
        github,
        () => createComment(github, { ...target, body }),
        async () => (await marked()).find((each) => !earlier_ids.has(each.id) && isSameText(each.body, body)),
      );
      author ??= getCommentAuthor(created);
    }
    if (round > ROUNDS) throw new Error(`comments on #${options.number} change while they are put in order`);
    // The list may lack the comment that was just created.
    comments = [
      ...selectOwnComments(await marked(), author).filter(({ id }) => id !== created?.id),
      ...(created ? [created] : []),
    ];
  }
}

const selectOwnComments = (marked: readonly CommentResponse[], author: CommentAuthor | undefined) =>
  author === undefined ? [] : marked.filter((each) => isWrittenBy(each, author));

/**
 * Writes a new text into the comment.
 *
 * @returns undefined if the comment is gone
 */
async function rewriteComment(
  github: GitHubClient,
  repository: Repository,
  { id }: OwnComment,
  body: string,
): Promise<CommentResponse | undefined> {
  const target = { ...repository, comment_id: id };
  const isWritten = (comment: CommentResponse | undefined) => (isSameText(comment?.body, body) ? comment : undefined);
  try {
    const write = () => updateComment(github, { ...target, body });
    return await writeOnce(github, write, async () =>
      isWritten(await getComment(github, target).catch(() => undefined)),
    );
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}

async function removeComment(
  github: GitHubClient,
  repository: Repository,
  id: number,
  faults: PublishingFaults,
): Promise<void> {
  const target = { ...repository, comment_id: id };
  const look = async () => ((await getComment(github, target)) === undefined ? true : undefined);
  try {
    await writeOnce(github, () => deleteComment(github, target).then(() => true), look);
  } catch (error) {
    faults.add('the removal of a duplicate comment', error, 'pull-requests: write');
  }
}
