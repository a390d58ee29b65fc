import type { GitHubClient } from '../api/github_client.js';
import { getPull, listOpenPulls, type Repository } from '../api/index.js';
import type { PullResponse } from '../api/parse_api_response.js';
import { formatReadFault } from '../api/publishing_faults.js';
import { compareCommits } from './compare_commits.js';
import { findContractChange } from './find_contract_change.js';
import type { PublishedPair } from './published_pair.js';

/**
 * Status of the evaluated pull request. Only `current` may be published as a success.
 *
 * - superseded: it has another head, or is closed.
 * - refused: GitHub would show the verdict for a pair that was not evaluated.
 * - unconfirmed: GitHub does not say, or the token may not ask.
 */
export type PairStatus =
  | { kind: 'current' }
  | { kind: 'superseded'; because: string; head_sha: string }
  | { kind: 'refused' | 'unconfirmed'; because: string };

/** Maximum number of pages of open pull requests, of 100 each. */
const PAGES = 30;

/**
 * Compares the evaluated pair with GitHub's current state. Head and base must be the same, the contracts at the base
 * must be those that judged it, and no other open pull request may share its check run. The pull request itself is read
 * last, right before the caller writes.
 */
export async function readPairStatus(
  github: GitHubClient,
  repository: Repository,
  pair: PublishedPair,
): Promise<PairStatus> {
  return catchReadFault(async () => {
    const twin = pair.names_base ? undefined : await findTwin(github, repository, pair);
    const standing = await readPull(github, repository, pair);
    // A run publishes on its own commit even if its pull request is closed, so the twin could show its success.
    if (twin !== undefined && (standing.kind === 'current' || !pair.foreign)) return { kind: 'refused', because: twin };
    if (standing.kind !== 'current') return standing;
    // GitHub's base of a pull request may be older than the branch, so the branch itself is compared.
    const comparison = await compareCommits(github, repository, pair.base_sha, pair.base_ref);
    const change = findContractChange(pair.contracts, comparison);
    if (change !== undefined)
      return { kind: 'refused', because: `pull request ${pair.number}: ${change}. Run the evaluation again.` };
    return readPull(github, repository, pair);
  });
}

async function catchReadFault(read: () => Promise<PairStatus>): Promise<PairStatus> {
  try {
    return await read();
  } catch (error) {
    const because = formatReadFault(error, 'The pull request', 'pull-requests: read');
    return { kind: 'unconfirmed', because };
  }
}

const readPull = async (github: GitHubClient, repository: Repository, pair: PublishedPair): Promise<PairStatus> =>
  comparePull(await getPull(github, { ...repository, pull_number: pair.number }), pair);

/** Compares a pair with GitHub's response about its pull request. */
export function comparePull({ head, base, state }: PullResponse, pair: PublishedPair): PairStatus {
  const superseded = (because: string) => ({ kind: 'superseded', because, head_sha: head.sha }) as const;
  const refused = (because: string) => ({ kind: 'refused', because }) as const;
  const name = `pull request ${pair.number}`;
  if (head.sha !== pair.head_sha) return superseded(`${name} has moved on to ${head.sha.slice(0, 12)}`);
  if (state !== 'open') return superseded(`${name} is closed`);
  if (pair.head && (head.repo?.full_name !== pair.head.repository || head.ref !== pair.head.branch))
    return refused(`${name} is not from the branch that was evaluated`);
  if (base.ref !== pair.base_ref)
    return refused(`${name} is to be merged into ${base.ref} now; it was evaluated for ${pair.base_ref}`);
  return { kind: 'current' };
}

/**
 * Describes another open pull request with the same head and another base, for which a check run on the head would
 * count too.
 */
async function findTwin(
  github: GitHubClient,
  repository: Repository,
  pair: PublishedPair,
): Promise<string | undefined> {
  for (let page = 1; page <= PAGES; page++) {
    const pulls = await listOpenPulls(github, { ...repository, page });
    const twin = pulls.find(
      ({ number, head, base }) => number !== pair.number && head.sha === pair.head_sha && base.ref !== pair.base_ref,
    );
    if (twin)
      return (
        `its commit is also the head of pull request ${twin.number} into ${twin.base.ref}, for which this check run ` +
        `would count too. Close one of them, or name the base in the check: check-name: "gatebench {base}"`
      );
    if (pulls.length < 100) return undefined;
  }
  return (
    `there are more than ${PAGES * 100} open pull requests, too many to tell whether another has this head. ` +
    'Name the base in the check: check-name: "gatebench {base}"'
  );
}
