import type { RunEvent } from '../publish/github/event.js';
import { unacceptedPage } from '../publish/github/pair_page.js';
import { shorten, visible } from '../publish/report/escape.js';
import type { PullRequestPair } from '../record/pull_request_pair.js';
import type { Judged } from './action_publish.js';

/** Returns results that were made but are not accepted, for a reason: never a success. */
export function unaccepted(judged: Judged, because: string): Judged {
  const page = unacceptedPage(judged.page, because);
  if (judged.page.conclusion !== 'success') return { ...judged, page };
  return { ...judged, page, outputs: { ...judged.outputs, conclusion: 'indecisive' }, exit_code: 3 };
}

/** Says which records are not of the commits that an event is about, where it says any; undefined = there are none. */
export function strangePair(
  pairs: readonly (PullRequestPair | null)[],
  { pull_request: pull, change = pull }: Pick<RunEvent, 'pull_request' | 'change'>,
): string | undefined {
  if (change === undefined) return undefined;
  const isOwn = (pair: PullRequestPair) =>
    pair.base_sha === change.base_sha &&
    pair.head_sha === change.head_sha &&
    (pair.number === null || pair.number === pull?.number) &&
    (pair.base_ref === null || pull?.base_ref === undefined || pair.base_ref === pull.base_ref);
  const strange = pairs.find((pair) => pair !== null && !isOwn(pair));
  if (!strange) return undefined;
  return `the records are of ${named(strange)}, and this run is of ${named({ ...change, ...pull })}`;
}

interface NamedPair {
  number?: number | null;
  base_ref?: string | null;
  base_sha: string;
  head_sha: string;
}

/** Returns a pair as text; what records name is not ours. */
function named({ number, base_ref, base_sha, head_sha }: NamedPair): string {
  const pull = number ? `pull request ${number}${base_ref ? ` into ${shorten(visible(base_ref), 60)}` : ''}, ` : '';
  return `${pull}commits ${base_sha.slice(0, 12)}...${head_sha.slice(0, 12)}`;
}
