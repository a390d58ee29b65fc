import type { PullAnswer } from './answers.js';
import { getPull, listOpenPulls, type Repository } from './api.js';
import type { GitHub } from './client.js';
import { compareCommits } from './compared_commits.js';
import { contractChange } from './contract_changes.js';
import { readFault } from './fault.js';
import type { PublishedPair } from './published_pair.js';

/**
 * What became of the pull request that was evaluated. Only `current` may be vouched for.
 *
 * - superseded: it has another head, or is closed. Nobody wants to merge the commit that the verdict is about.
 * - refused: the verdict would be taken for that of a pair that was not evaluated.
 * - unconfirmed: GitHub does not say, or the token may not ask.
 */
export type PairStanding =
  | { kind: 'current' }
  | { kind: 'superseded'; because: string; head_sha: string }
  | { kind: 'refused' | 'unconfirmed'; because: string };

/** Pages of open pull requests that are looked through, of 100 each. */
const PAGES = 30;

/**
 * Compares the evaluated pair with what GitHub says now: the pull request is open with the same head and base, the contracts
 * at its base are those that judged it, and no other pull request would take its check run for its own. The pull request itself
 * is read last, right before whoever asks writes.
 */
export async function readPairStanding(
  github: GitHub,
  repository: Repository,
  pair: PublishedPair,
): Promise<PairStanding> {
  return guarded(async () => {
    const twin = pair.names_base ? undefined : await findTwin(github, repository, pair);
    const standing = await readPull(github, repository, pair);
    // A run publishes on its own commit also when its pull request is over, where the other one would find a success.
    if (twin !== undefined && (standing.kind === 'current' || !pair.foreign)) return { kind: 'refused', because: twin };
    if (standing.kind !== 'current') return standing;
    // What GitHub keeps as base of a pull request may be older than the branch, so the branch itself is asked.
    const since = await compareCommits(github, repository, pair.base_sha, pair.base_ref);
    const change = contractChange(pair.contracts, since);
    if (change !== undefined)
      return { kind: 'refused', because: `pull request ${pair.number}: ${change}. Run the evaluation again.` };
    return readPull(github, repository, pair);
  });
}

async function guarded(read: () => Promise<PairStanding>): Promise<PairStanding> {
  try {
    return await read();
  } catch (error) {
    const because = readFault(error, 'The pull request', 'pull-requests: read');
    return { kind: 'unconfirmed', because };
  }
}

const readPull = async (github: GitHub, repository: Repository, pair: PublishedPair): Promise<PairStanding> =>
  pullStanding(await getPull(github, { ...repository, pull_number: pair.number }), pair);

/** Compares a pair with what GitHub answers about its pull request. */
export function pullStanding({ head, base, state }: PullAnswer, pair: PublishedPair): PairStanding {
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

/** Says which other open pull request has the same head and another base, so that a check run on the head would vouch for both. */
async function findTwin(github: GitHub, repository: Repository, pair: PublishedPair): Promise<string | undefined> {
  for (let page = 1; page <= PAGES; page++) {
    const pulls = await listOpenPulls(github, { ...repository, page });
    const twin = pulls.find(
      ({ number, head, base }) => number !== pair.number && head.sha === pair.head_sha && base.ref !== pair.base_ref,
    );
    if (twin)
      return `its commit is also the head of pull request ${twin.number} into ${twin.base.ref}, for which this check run would count too. Close one of them, or name the base in the check: check-name: "gatebench {base}"`;
    if (pulls.length < 100) return undefined;
  }
  return `there are more than ${PAGES * 100} open pull requests, too many to tell whether another has this head. Name the base in the check: check-name: "gatebench {base}"`;
}
