import { UserError } from '../../contract/input/user_error.js';
import { parseRawDiff } from '../git/read_file_changes.js';
import { GitError, getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';
import type { CommitChange, LocalRepository } from './read_commit.js';

/** Selection of a history. */
interface HistoryRange {
  /** Branch, commit or range `A..B`. */
  revisions: string;
  /** No commits before this date, in any form that git reads. */
  since?: string | undefined;
  /** At most so many commits. */
  most: number;
}

/** Fields of a commit, each ended by NUL, which no message and no name can contain. */
const FORMAT = '%H%x00%P%x00%aI%x00%s%x00%b%x00';
const FIELDS = 5;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const MISSING = /unable to read|missing blob|bad object|not a valid object|could not read/i;

/**
 * Lists the changes of a branch, the latest first: its merges as one change each, and the commits beside them. Commits
 * without a parent are left out. Where the clone lacks files of its history, lines are not counted.
 *
 * @throws {UserError} if git does not know the revisions
 */
export async function listCommits(
  { store, signal }: LocalRepository,
  { revisions, since, most }: HistoryRange,
): Promise<CommitChange[]> {
  const options = ['--first-parent', '--diff-merges=first-parent', '--raw', '-z', '--no-abbrev'];
  const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--no-show-signature', `--max-count=${most}`];
  const period = since === undefined ? [] : [`--since=${since}`];
  const readLog = (counts: string[]) =>
    runGit(
      ['log', ...options, ...counts, ...plain, ...period, `--format=${FORMAT}`, '--end-of-options', revisions, '--'],
      { store, signal },
    );
  const counted = await readLog(['--numstat']);
  const lacks = !counted.ok && MISSING.test(getFirstLine(counted.stderr));
  const result = lacks ? await readLog([]) : counted;
  if (!result.ok) {
    const reason = getFirstLine(result.stderr).replace(/^fatal: /, '');
    if (/bad revision|unknown revision|ambiguous argument/.test(reason))
      throw new UserError(`there is no history "${revisions}"`, 'Name a branch, a commit, or a range A..B.');
    if (MISSING.test(reason))
      throw new UserError(
        `the clone lacks objects of its history: ${reason}`,
        'Look at it with `git fsck`, and make a full clone.',
      );
    throw new GitError(`git log failed: ${reason}`);
  }
  const changes = parseLog(result.stdout.toString('latin1').split('\0'));
  return lacks ? changes.map((change) => ({ ...change, uncounted: true as const })) : changes;
}

/**
 * Parses the fields of a log. What follows the fields of a commit are its raw differences, which begin with a colon.
 */
function parseLog(tokens: readonly string[]): CommitChange[] {
  const changes: CommitChange[] = [];
  const isCount = (token: string) => /^(?:\d+|-)\t(?:\d+|-)\t/.test(token);
  let position = 0;
  while (position + FIELDS < tokens.length) {
    const fields = tokens.slice(position, position + FIELDS);
    position += FIELDS;
    const raw: string[] = [];
    for (;;) {
      const token = tokens[position]?.replace(/^\n+/, '');
      if (token === undefined) break;
      if (token.startsWith(':')) {
        raw.push(token, tokens[position + 1] ?? '');
        position += 2;
      } else if (isCount(token)) {
        raw.push(token);
        position += 1;
      } else if (token === '') position += 1;
      else break;
    }
    changes.push(...createChange(fields, raw));
  }
  return changes;
}

function createChange(fields: readonly string[], raw: readonly string[]): CommitChange[] {
  const decode = (field = '') => Buffer.from(field, 'latin1').toString('utf8');
  const [commit = '', parents = '', authored_at = '', subject, body] = fields;
  const [parent, ...further_parents] = parents.split(' ').filter(Boolean);
  if (parent === undefined) return [];
  if (!OBJECT_ID.test(commit) || !OBJECT_ID.test(parent)) throw new GitError('git log printed what cannot be read');
  return [
    {
      ...{ commit, parent, merge: further_parents.length > 0, authored_at },
      ...{ subject: decode(subject), body: decode(body).trim() },
      files: parseRawDiff(Buffer.from(raw.join('\0'), 'latin1')),
    },
  ];
}

/**
 * Merges head into base without touching a working tree, as the forge would, so that what changed in the base meanwhile
 * is on both sides.
 *
 * @returns tree id of the merge
 * @throws {UserError} if they conflict, or git cannot merge trees and head does not contain base
 */
export async function mergeRevisions({ store, shallow }: LocalRepository, base: string, head: string): Promise<string> {
  const contained = await runGit(['merge-base', '--is-ancestor', base, head], { store });
  if (contained.ok) return (await runGitOrThrow(['rev-parse', `${head}^{tree}`], { store })).toString().trim();
  const options = ['--write-tree', '--no-messages', '--name-only', '-z'];
  const merged = await runGit(['merge-tree', ...options, base, head], { store });
  const [tree = '', ...conflicts] = merged.stdout.toString('utf8').split('\0').filter(Boolean);
  if (merged.ok) return tree.trim();
  const [short_base, short_head] = [base, head].map((id) => id.slice(0, 12));
  throw new UserError(
    merged.exit_code === 1
      ? `the commits ${short_base} and ${short_head} conflict in ${conflicts.slice(0, 5).join(', ')}`
      : `git cannot merge ${short_base} and ${short_head}: ${getFirstLine(merged.stderr).slice(0, 300)}`,
    shallow
      ? 'The clone is shallow: fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0`).'
      : 'Merge the base into the branch first.',
  );
}
