import { UserError } from '../../contract/input/user_error.js';
import { runGit } from '../git/run_git.js';

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
