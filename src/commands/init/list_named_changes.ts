import { UserError } from '../../contract/input/user_error.js';
import { getMergeCommit } from '../../publish/github/api/index.js';
import { listCommits } from '../../workspace/history/list_commits.js';
import { type CommitChange, readCommit } from '../../workspace/history/read_commit.js';
import { findPullNumber, type GitHubProject } from './create_text_reader.js';
import type { InitSession } from './drafts/init_session.js';
import { MAX_HISTORY } from './mine_history.js';
import type { InitOptions } from './setup/init_options.js';

/**
 * Lists the changes that the options name.
 * @throws {UserError} for a commit, range or pull request that the repository does not have
 */
export async function listNamedChanges(
  options: InitOptions,
  { repository }: InitSession,
  project: GitHubProject | undefined,
): Promise<CommitChange[]> {
  const changes: CommitChange[] = [];
  for (const revision of options.from_commit) changes.push(await readCommit(repository, revision));
  for (const number of options.from_pr)
    changes.push(await readCommit(repository, await findMergeCommit(number, repository, project)));
  if (options.from_range !== undefined) {
    if (!/^[^.].*\.\./.test(options.from_range))
      throw new UserError(
        `--from-range: "${options.from_range}" is no range`,
        'Write A..B: the commits after A, up to B.',
      );
    const range = await listCommits(repository, { revisions: options.from_range, most: MAX_HISTORY });
    if (range.length === 0)
      throw new UserError(
        `--from-range: "${options.from_range}" holds no commit that changes another`,
        `Write A..B with B after A: the commits after A, up to B. \`git log ${options.from_range}\` lists them.`,
      );
    changes.push(...range);
  }
  return changes;
}

/**
 * Finds the commit that merged a pull request: by the numbers in the subjects of the history, else by GitHub.
 * @throws {UserError} if neither knows it
 */
async function findMergeCommit(
  number: number,
  repository: InitSession['repository'],
  project: GitHubProject | undefined,
): Promise<string> {
  const mergeCommit = project && (await askMergeCommit(project, number));
  if (mergeCommit) return mergeCommit;
  const history = await listCommits(repository, { revisions: 'HEAD', most: MAX_HISTORY });
  const [match, second] = history.filter((change) => findPullNumber(change) === number);
  if (match && second)
    throw new UserError(
      `several commits name pull request #${number}: ${match.commit.slice(0, 12)} and ${second.commit.slice(0, 12)}`,
      'Name the right one with --from-commit SHA.',
    );
  if (match) return match.commit;
  throw new UserError(
    `no commit of the history is the merge of pull request #${number}`,
    project
      ? 'Is it merged? Name its commit with --from-commit SHA.'
      : 'Name its commit with --from-commit SHA, or set GITHUB_TOKEN.',
  );
}

/** Asks GitHub which commit merged a pull request; undefined if there is no such pull request. */
async function askMergeCommit({ client, owner, repo }: GitHubProject, number: number): Promise<string | undefined> {
  try {
    return await getMergeCommit(client, { owner, repo, pull_number: number });
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `pull request #${number} cannot be read from GitHub: ${reason}`,
      'Name its commit with --from-commit SHA, or unset GITHUB_TOKEN.',
    );
  }
}
