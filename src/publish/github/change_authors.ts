import { listPullCommits } from './api.js';
import type { GitHub } from './client.js';
import type { Person } from './event.js';
import { readFault } from './fault.js';
import type { AskedPlace } from './operator_comment.js';
import type { PublishingFaults } from './publishing_faults.js';

/** As many commits as GitHub lists of a pull request. */
export const LISTED_COMMITS = 250;

/**
 * Returns everybody who has a part in a change: who opened or pushed it as the event says, and the GitHub users that authors and
 * committers of its commits are. Undefined where that cannot be known, with a warning: then nobody can allow what the change asks for.
 */
export async function readChangeAuthors(
  github: GitHub,
  { repository, number, head_sha, authors = [], self_approval = false }: AskedPlace,
  faults: Pick<PublishingFaults, 'warn'>,
): Promise<readonly Person[] | undefined> {
  const unknown = (because: string) => {
    if (!self_approval) faults.warn(`Nobody can allow what this pull request asks for. ${because}`);
    return undefined;
  };
  try {
    const commits = await listPullCommits(github, { ...repository, pull_number: number });
    if (commits.length >= LISTED_COMMITS)
      return unknown(`It has ${LISTED_COMMITS} commits or more, and GitHub does not list who made the others.`);
    if (!commits.some(({ sha }) => sha === head_sha))
      return unknown(`Commit ${head_sha.slice(0, 12)}, which is judged, is none of its commits any more.`);
    const people = commits.flatMap(({ author, committer }) => [author, committer]).filter((each) => !!each);
    return [...new Map([...authors, ...people].map((person) => [person.id, person])).values()];
  } catch (error) {
    return unknown(readFault(error, 'Who made its commits', 'pull-requests: read'));
  }
}
