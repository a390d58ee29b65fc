import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { type Cache, scratch } from '../run/workspace/cache.js';
import { firstLine, git, gitOrThrow } from '../run/workspace/git.js';
import type { RunOrder } from './orders.js';

/**
 * The repository as it is at the pull request's base, to read contracts from: a pull request must not be able to change
 * the contract that judges it (design §9).
 *
 * @returns the folder that stands for the repository root
 * @throws {UserError} when the base commit is not in the clone
 */
export async function baseContracts(request: NonNullable<RunOrder['pull_request']>, cache: Cache): Promise<string> {
  const room = scratch(cache);
  const folder = join(room, 'base');
  mkdirSync(folder);
  const where = await git(['rev-parse', '--absolute-git-dir'], { cwd: request.workspace });
  const store = where.stdout.toString().trim();
  const call = { store, index: join(room, 'index') };
  const read = where.ok ? await git(['read-tree', request.base_sha], call) : where;
  if (!read.ok) {
    throw new UserError(
      `the base commit ${request.base_sha} is not in ${request.workspace}: ${firstLine(read.stderr)}`,
      'Check the repository out with `fetch-depth: 0`, so that base and head are there.',
    );
  }
  await gitOrThrow(['checkout-index', '--all', '--force', `--prefix=${folder}/`], { ...call, work_tree: folder });
  return folder;
}
