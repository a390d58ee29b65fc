import { UserError } from '../../contract/input/user_error.js';
import { getFirstLine, runGit, runGitOrThrow } from '../git/run_git.js';
import type { LocalRepository } from './open_repository.js';

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
