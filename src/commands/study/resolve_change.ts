import { UserError } from '../../contract/input/user_error.js';
import { runGit } from '../../workspace/git/run_git.js';
import { findCommit, openRepository } from '../../workspace/history/read_commit.js';
import type { RunOptions } from './run_options.js';

/** Branches that a change is usually merged into; the first that exists is the base. */
const BASES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/**
 * Finds base and head of a change in a clone.
 *
 * @param base revision of the base; undefined = the default branch
 * @param example command line that names a base
 * @param warn is told which base was found
 * @throws {UserError} if a revision does not exist, or no base is named and none is found
 */
export async function resolveChange(
  { base, head = 'HEAD' }: { base?: string | undefined; head?: string | undefined },
  cwd: string,
  example: string,
  warn: (line: string) => void,
): Promise<NonNullable<RunOptions['pull_request']>> {
  const repository = await openRepository(cwd);
  const { store, root: workspace = store } = repository;
  const head_sha = await findCommit(repository, head);
  if (base !== undefined) return { base_sha: await findCommit(repository, base), head_sha, workspace };
  const remedy = `Name the commit before the change: ${example}.`;
  for (const name of BASES) {
    const revision = await runGit(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { store });
    if (!revision.ok) continue;
    const base_sha = revision.stdout.toString('latin1').trim();
    // Another branch than the default one may be stale.
    if (base_sha === head_sha) throw new UserError(`head is the same commit as ${name}`, remedy);
    warn(`base: ${name} (${base_sha.slice(0, 12)})`);
    return { base_sha, head_sha, workspace };
  }
  throw new UserError('there is no base to compare with: no default branch is known', remedy);
}
