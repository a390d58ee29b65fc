import { UnexpectedAnswer } from './answers.js';
import { getTree, type Repository } from './api.js';
import type { GitHub } from './client.js';
import { compareCommits } from './compared_commits.js';
import { readFault } from './fault.js';
import type { PublishedPair } from './published_pair.js';

/** Workflows and local actions are in here, and whatever else decides how GitHub runs them. */
const FOLDER = '.github';

/**
 * Says why an evaluation may have run another workflow than that of the base. On `pull_request` GitHub takes the workflow from
 * the merge of base and head: it is the base's as long as the head changed nothing below `.github/`. Commits are compared, never the
 * pull request as it is now, so a head that moves meanwhile changes nothing.
 *
 * @param base as the results name it: where the evaluation was hostile, this is a lie to be found out
 * @returns undefined when the head left `.github/` alone
 */
export async function workflowFault(
  github: GitHub,
  repository: Repository,
  base: Pick<PublishedPair, 'base_ref' | 'base_sha'>,
  head_sha: string,
): Promise<string | undefined> {
  try {
    // A commit of the head itself would hide what the head changed before it.
    const { status } = await compareCommits(github, repository, base.base_sha, base.base_ref);
    if (status !== 'ahead' && status !== 'identical')
      return `The results are of base ${base.base_sha.slice(0, 12)}, which is no commit of ${base.base_ref}. Run the evaluation again.`;
    const { paths, complete, merge_base } = await compareCommits(github, repository, base.base_sha, head_sha);
    const touched = paths.find((path) => path === FOLDER || path.startsWith(`${FOLDER}/`));
    if (touched !== undefined) return `This pull request changes ${touched}${COULD_FORGE}`;
    if (complete) return undefined;
    const [before, after] = [
      await entryOf(github, repository, merge_base),
      await entryOf(github, repository, head_sha),
    ];
    return before === after ? undefined : `This pull request changes ${FOLDER}/${COULD_FORGE}`;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return `GitHub does not say whether this pull request changes ${FOLDER}/.`;
    return readFault(error, 'The changes of this pull request', 'contents: read');
  }
}

const COULD_FORGE =
  ', so it could have changed its own evaluation, and its results are not read. A maintainer must judge it.';

/** Returns the entry of the folder in the root of a commit; undefined = there is none. */
async function entryOf(github: GitHub, repository: Repository, commit: string): Promise<string | undefined> {
  const entry = (await getTree(github, { ...repository, tree_sha: commit })).find(({ path }) => path === FOLDER);
  return entry && `${entry.mode} ${entry.sha}`;
}
