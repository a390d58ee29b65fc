import { relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { runGit } from '../../workspace/git/run_git.js';
import { findCommit, openRepository } from '../../workspace/history/read_commit.js';
import { createSettingsMatcher } from '../../workspace/settings/read_agent_settings.js';
import type { RunOptions } from '../study/run_options.js';

/** Branches that a change is usually merged into; the first that exists is the base. */
const BASES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * Finds the commits whose settings are compared.
 *
 * @param base revision of the base; undefined = the default branch
 * @param suite suite file, which is watched beside the settings
 * @param warn is told of settings in the working tree that are in no commit, and which base was found
 * @throws {UserError} if a revision does not exist, or no base is named and none is found
 */
export async function resolveComparedRevisions(
  base: string | undefined,
  head: string,
  cwd: string,
  suite: string,
  warn: (line: string) => void,
): Promise<NonNullable<RunOptions['pull_request']>> {
  const repository = await openRepository(cwd);
  const head_sha = await findCommit(repository, head);
  if (head === 'HEAD' && repository.root !== undefined) {
    const options = ['--porcelain', '-z', '--no-renames', '--untracked-files=all'];
    const status = await runGit(['status', ...options], { cwd: repository.root });
    const lines = status.stdout.toString('utf8').split('\0');
    const isSettings = createSettingsMatcher([]);
    const suite_path = relative(repository.root, resolve(cwd, suite));
    const uncommitted = lines.map((line) => line.slice(3)).filter((path) => path === suite_path || isSettings(path));
    if (uncommitted.length > 0)
      warn(`not compared, since they are in no commit: ${uncommitted.slice(0, 5).join(', ')}`);
  }
  const workspace = repository.root ?? repository.store;
  if (base !== undefined) return { base_sha: await findCommit(repository, base), head_sha, workspace };
  for (const name of BASES) {
    const revision = await runGit(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
      store: repository.store,
    });
    const base_sha = revision.stdout.toString('latin1').trim();
    if (!revision.ok) continue;
    // Another branch than the default one may be stale.
    if (base_sha === head_sha)
      throw new UserError(
        `head is the same commit as ${name}`,
        'Name the commit before the change: compare --settings REVISION.',
      );
    warn(`base: ${name} (${base_sha.slice(0, 12)})`);
    return { base_sha, head_sha, workspace };
  }
  throw new UserError(
    'there is no base to compare with: no default branch is known',
    'Name the commit before the change: compare --settings REVISION.',
  );
}
