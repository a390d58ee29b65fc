import { UnexpectedAnswer } from './answers.js';
import { getBranchCommit, getTree, type Repository } from './api.js';
import type { GitHub } from './client.js';
import { compareCommits } from './compared_commits.js';
import { readFault } from './fault.js';
import type { PublishedPair } from './published_pair.js';

/** Workflows and local actions are in here, and whatever else decides how GitHub runs them. */
const FOLDER = '.github';

/**
 * Says why an evaluation may have run another workflow than that of the base branch. On `pull_request` GitHub takes the workflow from
 * the merge of base and head, which has the folder of both where both have the same. So the head must have the very
 * `.github/` that the branch has now: what some older commit of the branch had is no measure, since any commit that was ever merged is
 * one of them, with whatever it put there for a moment.
 *
 * @param base as the results name it: where the evaluation was hostile, this is a lie to be found out
 * @returns undefined when the merge can only have had the workflows of the branch
 */
export async function workflowFault(
  github: GitHub,
  repository: Repository,
  { base_ref, base_sha }: Pick<PublishedPair, 'base_ref' | 'base_sha'>,
  head_sha: string,
): Promise<string | undefined> {
  try {
    // A commit of the head itself was never what the pull request is merged into.
    const { status } = await compareCommits(github, repository, base_sha, base_ref);
    if (status !== 'ahead' && status !== 'identical')
      return `The results are of base ${base_sha.slice(0, 12)}, which is no commit of ${base_ref}. Run the evaluation again.`;
    const tip = await getBranchCommit(github, { ...repository, branch: base_ref });
    const entry = (commit: string) => entryOf(github, repository, commit);
    const [now, after] = [await entry(tip), await entry(head_sha)];
    if (now === undefined) return `${base_ref} has no ${FOLDER}/, so no workflow of it can have run.`;
    if (now !== after) {
      const { merge_base } = await compareCommits(github, repository, tip, head_sha);
      return (await entry(merge_base)) === after ? outdated(base_ref) : COULD_FORGE;
    }
    // Where the branch itself changed the folder meanwhile, the merge can have been made of both versions.
    return (await entry(base_sha)) === now ? undefined : outdated(base_ref);
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return `GitHub does not say whether this pull request changes ${FOLDER}/.`;
    return readFault(error, 'The changes of this pull request', 'contents: read');
  }
}

const COULD_FORGE = `This pull request changes ${FOLDER}/, so it could have changed its own evaluation, and its results are not read. A maintainer must judge it.`;

const outdated = (base_ref: string) =>
  `${base_ref} has changed ${FOLDER}/ since this pull request left it, so it was evaluated by another workflow, and its results are not read. Update the branch of the pull request.`;

/** Returns the entry of the folder in the root of a commit; undefined = there is none. */
async function entryOf(github: GitHub, repository: Repository, commit: string): Promise<string | undefined> {
  const entry = (await getTree(github, { ...repository, tree_sha: commit })).find(({ path }) => path === FOLDER);
  return entry && `${entry.mode} ${entry.sha}`;
}
