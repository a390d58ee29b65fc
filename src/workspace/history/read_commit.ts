import { UserError } from '../../contract/input/user_error.js';
import type { FileChange } from '../../record/events/event.js';
import { parseRawDiff } from '../git/read_file_changes.js';
import { runGit, runGitOrThrow } from '../git/run_git.js';
import type { LocalRepository } from './open_repository.js';

/** Change of one commit against its first parent. */
export interface CommitChange {
  /** Full commit ids. */
  commit: string;
  parent: string;
  /** True if the commit merges others. */
  merge: boolean;
  subject: string;
  body: string;
  /** Date of the author, ISO 8601. */
  authored_at: string;
  files: FileChange[];
  /** True if the lines of its files were not counted, since the clone lacks some files of its history. */
  uncounted?: true;
}

const FORMAT = '%H%x00%P%x00%aI%x00%s%x00%b';

/**
 * Finds the id of a commit.
 *
 * @param revision commit id, branch, tag or any name that git knows
 * @throws {UserError} if there is no such commit
 */
export async function findCommit({ store, shallow, signal }: LocalRepository, revision: string): Promise<string> {
  const options = ['--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = await runGit(['rev-parse', ...options], { store, signal });
  if (found.ok) return found.stdout.toString('utf8').trim();
  throw new UserError(
    `there is no commit "${revision}"`,
    shallow ? 'The clone is shallow: run `git fetch --unshallow` first.' : 'Look for its id with `git log`.',
  );
}

/**
 * Reads the change of a commit against its first parent. A rename is a deletion and an addition.
 *
 * @param revision commit id, branch, tag or any name that git knows
 * @throws {UserError} if there is no such commit, or it has no parent here
 */
export async function readCommit(repository: LocalRepository, revision: string): Promise<CommitChange> {
  const { store, shallow, signal } = repository;
  const id = await findCommit(repository, revision);
  const shown = await runGitOrThrow(['show', '--no-patch', '--no-show-signature', `--format=${FORMAT}`, id, '--'], {
    store,
    signal,
  });
  const [commit = '', parents = '', authored_at = '', subject = '', body = ''] = shown.toString('utf8').split('\0');
  const [parent, ...others] = parents.split(' ').filter(Boolean);
  if (parent === undefined)
    throw new UserError(
      `commit ${id.slice(0, 12)} has no parent${shallow ? ' in this shallow clone' : ''}: there is nothing before it`,
      shallow ? 'Run `git fetch --unshallow` first.' : 'Choose a later commit.',
    );
  return {
    ...{ commit, parent, merge: others.length > 0, subject, body: body.trim(), authored_at },
    files: await readChangedFiles(repository, parent, commit),
  };
}

/** Reads which files differ between two commits, without renames. */
async function readChangedFiles({ store, signal }: LocalRepository, from: string, to: string): Promise<FileChange[]> {
  const options = ['-r', '--raw', '--numstat', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv'];
  return parseRawDiff(await runGitOrThrow(['diff-tree', ...options, from, to, '--'], { store, signal }));
}

/** Options of a patch that no configuration of the repository changes. */
const PATCH_OPTIONS = [
  ...['-p', '-U3', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'],
  ...['--no-relative', '--src-prefix=a/', '--dst-prefix=b/'],
];

/**
 * Creates the patch of some files between the commits of a change.
 * @param paths undefined = all files
 */
export async function createCommitPatch(
  { store, signal }: LocalRepository,
  { parent, commit }: Pick<CommitChange, 'parent' | 'commit'>,
  paths?: readonly string[],
): Promise<Buffer> {
  if (paths?.length === 0) return Buffer.alloc(0);
  const names = ['--literal-pathspecs', 'diff-tree', ...PATCH_OPTIONS, parent, commit, '--', ...(paths ?? [])];
  // git runs in the root folder, so that paths are those of the whole tree, whatever the repository is configured to.
  return runGitOrThrow(names, { store, signal });
}

/** Reads the lines that a change adds, by file; none for a binary file. */
export async function readAddedLines(
  repository: LocalRepository,
  change: Pick<CommitChange, 'parent' | 'commit'>,
): Promise<Map<string, string>> {
  const patch = (await createCommitPatch(repository, change)).toString('utf8');
  const added = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) lines = undefined;
    else if (line.startsWith('+++ b/') && lines === undefined) {
      lines = [];
      added.set(line.slice(6).replace(/\t$/, ''), lines);
    } else if (line.startsWith('+')) lines?.push(line.slice(1));
  }
  return new Map([...added].map(([path, texts]) => [path, texts.join('\n')]));
}
