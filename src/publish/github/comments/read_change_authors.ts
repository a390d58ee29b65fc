import type { GitHubClient } from '../api/github_client.js';
import { listPullCommits } from '../api/index.js';
import type { PublishingFaults } from '../api/publishing_faults.js';
import { formatReadFault } from '../api/publishing_faults.js';
import type { GitHubUser } from '../event/run_event.js';
import type { QuestionTarget } from './create_question_comment.js';

/** Maximum number of commits that GitHub lists of a pull request. */
const MAX_LISTED_COMMITS = 250;

/**
 * Returns everybody who has a part in a change: who opened or pushed it, and the authors and committers of its commits.
 * If that cannot be read, warns that nobody can allow what the change asks for.
 *
 * @returns undefined if it cannot be read
 */
export async function readChangeAuthors(
  github: GitHubClient,
  { repository, number, head_sha, authors = [], self_approval = false }: QuestionTarget,
  faults: Pick<PublishingFaults, 'warn'>,
): Promise<readonly GitHubUser[] | undefined> {
  const unknown = (because: string) => {
    if (!self_approval) faults.warn(`Nobody can allow what this pull request asks for. ${because}`);
    return undefined;
  };
  try {
    const commits = await listPullCommits(github, { ...repository, pull_number: number });
    if (commits.length >= MAX_LISTED_COMMITS)
      return unknown(`It has ${MAX_LISTED_COMMITS} commits or more, and GitHub does not list who made the others.`);
    if (!commits.some(({ sha }) => sha === head_sha))
      return unknown(`Commit ${head_sha.slice(0, 12)}, which is judged, is none of its commits any more.`);
    const people = commits.flatMap(({ author, committer }) => [author, committer]).filter((each) => !!each);
    return [...new Map([...authors, ...people].map((person) => [person.id, person])).values()];
  } catch (error) {
    return unknown(formatReadFault(error, 'Who made its commits', 'pull-requests: read'));
  }
}
