import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { findCommit, openRepository } from '../../workspace/history/read_commit.js';
import type { RunOptions } from '../study/run_options.js';

/**
 * Resolves the commit at which contracts with `base: pull-request` are proven: it stands for the base of every pull
 * request. Base and head are the same, since no pull request is judged.
 *
 * @param revision commit id, branch or tag of the working folder's repository
 * @returns undefined if no contract begins at a pull request's base
 * @throws {UserError} if such a contract has no commit to be proven at, or if none has such a base
 */
export async function resolveProofBase(
  revision: string | undefined,
  contracts: readonly LoadedContract[],
  cwd: string,
): Promise<RunOptions['pull_request']> {
  const based = contracts.find(({ contract }) => 'base' in contract.snapshot);
  if (revision === undefined) {
    if (based === undefined) return undefined;
    throw new UserError(
      `${based.shown}:${based.lines['snapshot.base'] ?? based.lines.snapshot ?? 1}  snapshot.base: pull-request is ` +
        'proven at a commit that stands for the base',
      'Name one of this repository with --base REVISION: the parent of the change that golden_patch is.' +
        (contracts.length > 1 ? ' Validate contracts with other bases apart.' : ''),
    );
  }
  if (based === undefined)
    throw new UserError(
      `--base ${revision}: none of the contracts begins at the base of a pull request`,
      'Leave --base out: what these contracts pin is proven.',
    );
  const repository = await openRepository(cwd);
  const sha = await findCommit(repository, revision);
  return { base_sha: sha, head_sha: sha, workspace: repository.root ?? repository.store };
}
