import { escapeInvisible } from '../contract/input/user_error.js';
import type { RunEvent } from '../publish/github/event/run_event.js';
import { createUnacceptedPage } from '../publish/github/page/report_page.js';
import { shortenText } from '../publish/text/escape_text.js';
import type { PullRequestPair } from '../record/manifest/manifest.js';
import type { PublishableResult } from './action_publication.js';

/** Returns a result that is not accepted, with the reason: never a success. */
export function rejectResult(judged: PublishableResult, because: string): PublishableResult {
  const page = createUnacceptedPage(judged.page, because);
  if (judged.page.conclusion !== 'success') return { ...judged, page };
  return { ...judged, page, outputs: { ...judged.outputs, conclusion: 'indecisive' }, exit_code: 3 };
}

/** Describes records whose commits are not those of an event; undefined if there are none. */
export function describeForeignPair(
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
  const current = formatCommitPair({ ...change, ...pull });
  return `the records are of ${formatCommitPair(strange)}, and this run is of ${current}`;
}

interface CommitPair {
  number?: number | null;
  base_ref?: string | null;
  base_sha: string;
  head_sha: string;
}

/** Formats commits. Names in records are untrusted text. */
function formatCommitPair({ number, base_ref, base_sha, head_sha }: CommitPair): string {
  const pull = number
    ? `pull request ${number}${base_ref ? ` into ${shortenText(escapeInvisible(base_ref), 60)}` : ''}, `
    : '';
  return `${pull}commits ${base_sha.slice(0, 12)}...${head_sha.slice(0, 12)}`;
}
