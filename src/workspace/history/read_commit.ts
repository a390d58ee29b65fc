import { UserError } from '../../contract/input/user_error.js';
import type { FileChange } from '../../record/events/event.js';
import type { WorkspaceCache } from '../cache/workspace_cache.js';
import { parseRawDiff } from '../git/read_file_changes.js';
import { readBlobs, runGit, runGitOrThrow } from '../git/run_git.js';

/** Repository of the user, whose history is read. */
export interface LocalRepository {
  /** Absolute path of the object store (`GIT_DIR`). */
  store: string;
  /** Absolute path of the working tree; undefined for a bare repository. */
  root: string | undefined;
  /** True if the clone lacks older commits. */
  shallow: boolean;
  /** Ends the git calls that read the history. */
  signal?: AbortSignal;
}

/**
 * Opens the git repository that holds a folder.
 * @throws {UserError} if there is none, or it has no commit
 */
export async function openRepository(folder: string): Promise<LocalRepository> {
  const ask = async (...args: string[]) => {
    const { ok, stdout } = await runGit(['rev-parse', ...args], { cwd: folder });
    return ok ? stdout.toString('utf8').replace(/\n$/, '') : undefined;
  };
  const store = await ask('--absolute-git-dir');
  if (store === undefined && !(await runGit(['--version'])).ok)
    throw new UserError(
      'git is not on this machine',
      'Install it (Debian, Ubuntu: apt-get install git), then try again.',
    );
  if (store === undefined)
    throw new UserError(
      `${folder} is in no git repository`,
      'Go to a clone of the repository (with init, --repo DIR names one).',
    );
  if ((await ask('--verify', '--quiet', 'HEAD^{commit}')) === undefined)
    throw new UserError(`${folder}: the repository has no commit yet`, 'Commit what is there first.');
  const partial = await runGit(['config', '--get-regexp', '^remote\\..*\\.promisor$', '^true$'], { cwd: folder });
  if (partial.ok)
    throw new UserError(
      `${folder} is a partial clone: its history lacks files`,
      'Run `git fetch --refetch --no-filter`, or make a full clone.',
    );
  const bare = (await ask('--is-bare-repository')) === 'true';
  return {
    store,
    root: bare ? undefined : await ask('--show-toplevel'),
    shallow: (await ask('--is-shallow-repository')) === 'true',
  };
}

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
  const result = await runGit(['rev-parse', ...options], { store, signal });
  if (result.ok) return result.stdout.toString('utf8').trim();
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
  const [parent, ...further_parents] = parents.split(' ').filter(Boolean);
  if (parent === undefined)
    throw new UserError(
      `commit ${id.slice(0, 12)} has no parent${shallow ? ' in this shallow clone' : ''}: there is nothing before it`,
      shallow ? 'Run `git fetch --unshallow` first.' : 'Choose a later commit.',
    );
  return {
    ...{ commit, parent, merge: further_parents.length > 0, subject, body: body.trim(), authored_at },
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

/** File of a commit. */
interface CommitFile {
  path: string;
  /** git's mode: 100644, 100755 or 120000 (a link). Submodules are left out. */
  mode: string;
  blob: string;
  /** Size in bytes. */
  size: number;
}

/** Lists the files of a commit, in the order of git. Submodules are left out. */
export async function listCommitFiles({ store, signal }: LocalRepository, commit: string): Promise<CommitFile[]> {
  const out = await runGitOrThrow(['ls-tree', '-r', '-l', '-z', '--full-tree', commit], { store, signal });
  return out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, blob, size, path] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
      return mode && blob && size && path ? [{ path, mode, blob, size: Number(size) }] : [];
    });
}

/** Limits of the texts that are read ahead: bytes of one file, and of all. */
const MAX_FILE_BYTES = 2 * 2 ** 20;
const MAX_ALL_BYTES = 48 * 2 ** 20;

/**
 * Reads the texts of a commit's files: files near the root first, until the limit of all is reached. Binary files,
 * links and larger files are left out.
 */
export async function readCommitTexts(
  { store, signal }: LocalRepository,
  files: readonly CommitFile[],
): Promise<{ paths: string[]; read(path: string): string | undefined }> {
  const depth = ({ path }: CommitFile) => path.split('/').length;
  const selection: CommitFile[] = [];
  let bytes = 0;
  for (const file of [...files].sort((a, b) => depth(a) - depth(b) || a.size - b.size)) {
    if (file.mode === '120000' || file.size > MAX_FILE_BYTES || bytes + file.size > MAX_ALL_BYTES) continue;
    selection.push(file);
    bytes += file.size;
  }
  const blobs = await readBlobs(
    selection.map(({ blob }) => blob),
    { store, signal },
  );
  const texts = new Map<string, Buffer>();
  for (const { path, blob } of selection) {
    const content = blobs.get(blob);
    if (content && !content.subarray(0, 8000).includes(0)) texts.set(path, content);
  }
  return { paths: files.map(({ path }) => path), read: (path) => texts.get(path)?.toString('utf8') };
}

/** Largest file whose lines are counted, and largest total, in bytes. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_TOTAL = 256 * 2 ** 20;

/**
 * Counts the lines of files in a tree of the store. A last line without a line feed counts.
 *
 * @param paths files to count; others of the tree, and those too large, have 0 lines
 * @returns lines by path, for every file of the tree; undefined if the store does not have the tree
 */
export async function countFileLines(
  tree: string,
  paths: ReadonlySet<string>,
  cache: WorkspaceCache,
): Promise<Map<string, number> | undefined> {
  const listed = await runGit(['ls-tree', '-r', '-l', '-z', tree], { store: cache.store });
  if (!listed.ok) return undefined;
  const counts = new Map<string, number>();
  const blobs = new Map<string, string>();
  let total = 0;
  for (const entry of listed.stdout.toString('utf8').split('\0')) {
    const [, type, blob, bytes, path] = /^\d+ (\w+) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(entry) ?? [];
    if (type !== 'blob' || path === undefined) continue;
    counts.set(path, 0);
    const size = Number(bytes);
    if (!paths.has(path) || size > MAX_BYTES || total + size > MAX_TOTAL) continue;
    total += size;
    blobs.set(path, blob!);
  }
  const contents = await readBlobs([...blobs.values()], { store: cache.store });
  for (const [path, blob] of blobs) {
    const text = contents.get(blob)!;
    let lines = text.length > 0 && text.at(-1) !== 10 ? 1 : 0;
    for (const byte of text) if (byte === 10) lines += 1;
    counts.set(path, lines);
  }
  return counts;
}
