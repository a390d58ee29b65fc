import { UserError } from '../../contract/input/user_error.js';
import { runGit } from '../../workspace/git/run_git.js';
import { openRepository } from '../../workspace/history/open_repository.js';
import { findCommit } from '../../workspace/history/read_commit.js';
import { createSettingsMatcher } from '../../workspace/settings/create_settings_matcher.js';
import type { RunOptions } from '../study/run_options.js';

/** Branches that a change is usually merged into, the first that exists is the base. */
const BASES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * Finds the commits whose settings are compared.
 *
 * @param base revision of the base; undefined = the default branch
 * @param warn is told of settings in the working tree that are in no commit
 * @throws {UserError} if a revision does not exist, or no base is named and none is found
 */
export async function resolveComparedRevisions(
  base: string | undefined,
  head: string,
  cwd: string,
  warn: (line: string) => void,
): Promise<NonNullable<RunOptions['pull_request']>> {
  const repository = await openRepository(cwd);
  const head_sha = await findCommit(repository, head);
  if (head === 'HEAD' && repository.root !== undefined) {
    const status = await runGit(['status', '--porcelain', '-z', '--untracked-files=all'], { cwd: repository.root });
    const paths = status.stdout
      .toString('utf8')
      .split('\0')
      .map((line) => line.slice(3));
    const uncommitted = paths.filter(createSettingsMatcher([]));
    if (uncommitted.length > 0)
      warn(`not compared, since they are in no commit: ${uncommitted.slice(0, 5).join(', ')}`);
  }
  const workspace = repository.root ?? repository.store;
  if (base !== undefined) return { base_sha: await findCommit(repository, base), head_sha, workspace };
  for (const name of BASES) {
    const found = await runGit(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { store: repository.store });
    const base_sha = found.stdout.toString('latin1').trim();
    if (found.ok && base_sha !== head_sha) return { base_sha, head_sha, workspace };
  }
  throw new UserError(
    'there is no base to compare with: no default branch that differs from head is known',
    'Name the commit before the change: --base REVISION.',
  );
}
