import { UserError } from '../../contract/input/user_error.js';
import { parseRawDiff } from '../git/read_file_changes.js';
import { GitError, getFirstLine, runGit } from '../git/run_git.js';
import type { LocalRepository } from './open_repository.js';
import type { CommitChange } from './read_commit.js';

/** Selection of a history. */
interface HistoryRange {
  /** Branch, commit or range `A..B`. */
  revisions: string;
  /** No commits before this date, in any form that git reads. */
  since?: string | undefined;
  /** At most so many commits. */
  most: number;
}

const RECORD = '\u001e';
const FIELD = '\u001f';
const FORMAT = ['%H', '%P', '%aI', '%s', '%b', ''].join('%x1f');

/**
 * Lists the changes of a branch, the latest first: its merges as one change each, and the commits beside them. Commits
 * without a parent are left out.
 *
 * @throws {UserError} if git does not know the revisions
 */
export async function listCommits(
  { store }: LocalRepository,
  { revisions, since, most }: HistoryRange,
): Promise<CommitChange[]> {
  const options = ['--first-parent', '--diff-merges=first-parent', '--raw', '--numstat', '-z', '--no-abbrev'];
  const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-show-signature', `--max-count=${most}`];
  const from = since === undefined ? [] : [`--since=${since}`];
  const result = await runGit(
    ['log', ...options, ...plain, ...from, `--format=%x1e${FORMAT}`, '--end-of-options', revisions, '--'],
    { store },
  );
  if (!result.ok) {
    const reason = getFirstLine(result.stderr).replace(/^fatal: /, '');
    if (/bad revision|unknown revision|ambiguous argument/.test(reason))
      throw new UserError(`there is no history "${revisions}"`, 'Name a branch, a commit, or a range A..B.');
    throw new GitError(`git log failed: ${reason}`);
  }
  return result.stdout.toString('latin1').split(RECORD).slice(1).flatMap(parseCommit);
}

function parseCommit(text: string): CommitChange[] {
  const fields = text.split(FIELD);
  const decode = (field = '') => Buffer.from(field, 'latin1').toString('utf8');
  const [commit = '', parents = '', authored_at = '', subject, body] = fields;
  const [parent, ...others] = parents.split(' ').filter(Boolean);
  if (parent === undefined) return [];
  const raw = fields
    .slice(5)
    .join(FIELD)
    .replace(/^[\0\n]+/, '');
  return [
    {
      ...{ commit, parent, merge: others.length > 0, authored_at },
      ...{ subject: decode(subject), body: decode(body).trim() },
      files: parseRawDiff(Buffer.from(raw, 'latin1')),
    },
  ];
}
