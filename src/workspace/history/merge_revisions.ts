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
export async function mergeRevisions({ store }: LocalRepository, base: string, head: string): Promise<string> {
  const contained = await runGit(['merge-base', '--is-ancestor', base, head], { store });
  if (contained.ok) return (await runGitOrThrow(['rev-parse', `${head}^{tree}`], { store })).toString().trim();
  const merged = await runGit(['merge-tree', '--write-tree', '--no-messages', base, head], { store });
  if (merged.ok) return merged.stdout.toString('latin1').split('\n')[0]!.trim();
  const [short_base, short_head] = [base, head].map((id) => id.slice(0, 12));
  throw new UserError(
    merged.exit_code === 1
      ? `the commits ${short_base} and ${short_head} conflict`
      : `git cannot merge ${short_base} and ${short_head}: ${getFirstLine(merged.stderr).slice(0, 300)}`,
    'Merge the base into the branch first.',
  );
}
