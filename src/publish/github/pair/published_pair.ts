import { escapeInvisible } from '../../../contract/input/user_error.js';
import { escapeMarkdown, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';

/** Contract that judged a pull request: its path in the repository, and its version. */
export interface EvaluatedContract {
  path: string;
  version: string;
}

/** Pull request and commits of a publication, with the contracts that judged it. */
export interface PublishedPair {
  number: number;
  base_ref: string;
  base_sha: string;
  head_sha: string;
  contracts: readonly EvaluatedContract[];
  /** location of the head; undefined if the event was about this very pull request */
  head?: { repository: string; branch: string };
  /** true if the name of the check run contains the base, so that the check run counts for no other */
  names_base: boolean;
  /** true for results of another workflow run, which are refused unless GitHub confirms them */
  foreign: boolean;
}

/** Maximum number of contracts that one line names. */
const NAMED = 10;

/** Formats the pair for a title: `#7 into main`. */
export const formatPairTitle = ({ number, base_ref }: PublishedPair): string =>
  `#${number} into ${shortenText(escapeInvisible(base_ref), 60)}`;

/** Formats the part of a check run's `external_id` that identifies the pair. */
export const formatPairId = ({
  number,
  base_sha,
  head_sha,
}: Pick<PublishedPair, 'number' | 'base_sha' | 'head_sha'>): string =>
  `#${number} ${base_sha.slice(0, 12)}...${head_sha.slice(0, 12)}`;

/** Formats a Markdown line with the pair of a verdict, and the contracts with their versions. */
export function formatPairMarkdown(pair: PublishedPair): string {
  const { number, base_ref, base_sha, head_sha, contracts } = pair;
  const distinct = [...new Map(contracts.map((each) => [`${each.path} ${each.version}`, each])).values()];
  const named = distinct
    .slice(0, NAMED)
    .map(({ path, version }) => `${escapeMarkdown(shortenText(path, 100))} ${version.slice(0, 12)}`);
  const remaining = distinct.length - named.length;
  const list = [...named, ...(remaining > 0 ? [`${formatQuantity(remaining, 'more contract')}`] : [])].join(', ');
  const about =
    `**About** pull request ${number} into ${escapeMarkdown(shortenText(base_ref, 100))}: ` +
    `commit ${head_sha.slice(0, 12)}, contracts of ${base_sha.slice(0, 12)}`;
  return list === '' ? about : `${about} (${list})`;
}
