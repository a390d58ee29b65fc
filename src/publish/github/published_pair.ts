import { markdown, shorten, visible } from '../report/escape.js';
import { counted } from '../report/quantities.js';

/** A contract that judged a pull request: where it is in the repository, and its version. */
export interface EvaluatedContract {
  path: string;
  version: string;
}

/** The pull request and commits that a publication speaks of, and the contracts that judged it. */
export interface PublishedPair {
  number: number;
  base_ref: string;
  base_sha: string;
  head_sha: string;
  contracts: readonly EvaluatedContract[];
  /** where the head is; undefined = the event was about this very pull request */
  head?: { repository: string; branch: string };
  /** the name of the check run names the base, so that it vouches for no other */
  names_base: boolean;
  /** results that another workflow run handed over: what cannot be confirmed about them is refused */
  foreign: boolean;
}

/** Contracts that one line names. */
const NAMED = 10;

/** Returns the pair for a title: `#7 into main`. */
export const pairTitle = ({ number, base_ref }: PublishedPair): string =>
  `#${number} into ${shorten(visible(base_ref), 60)}`;

/** Returns what identifies the pair in the `external_id` of a check run, beside what makes it unique. */
export const pairId = ({
  number,
  base_sha,
  head_sha,
}: Pick<PublishedPair, 'number' | 'base_sha' | 'head_sha'>): string =>
  `#${number} ${base_sha.slice(0, 12)}...${head_sha.slice(0, 12)}`;

/** Returns the line of Markdown that says what a verdict is about, with the contracts and their versions. */
export function pairMarkdown(pair: PublishedPair): string {
  const { number, base_ref, base_sha, head_sha, contracts } = pair;
  const distinct = [...new Map(contracts.map((each) => [`${each.path} ${each.version}`, each])).values()];
  const named = distinct
    .slice(0, NAMED)
    .map(({ path, version }) => `${markdown(shorten(path, 100))} ${version.slice(0, 12)}`);
  const left = distinct.length - named.length;
  const list = [...named, ...(left > 0 ? [`${counted(left, 'more contract')}`] : [])].join(', ');
  const about = `**About** pull request ${number} into ${markdown(shorten(base_ref, 100))}: commit ${head_sha.slice(0, 12)}, contracts of ${base_sha.slice(0, 12)}`;
  return list === '' ? about : `${about} (${list})`;
}
