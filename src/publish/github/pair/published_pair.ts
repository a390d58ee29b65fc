import { escapeInvisible } from '../../../contract/input/user_error.js';
import { escapeMarkdown, shortenText } from '../../text/escape_text.js';
import { formatQuantity } from '../../text/format_quantity.js';
import type { GitHubClient } from '../api/github_client.js';
import { getBranchCommit, getTree, type Repository } from '../api/index.js';
import { UnexpectedResponseError } from '../api/parse_api_response.js';
import { formatReadFault } from '../api/publishing_faults.js';
import { compareCommits } from './compare_commits.js';

/** Contract that judged a pull request: its path in the repository, and its version. */
export interface EvaluatedContract {
  path: string;
  version: string;
}

/** Location of an attempt's contract: its file, and the line of each field. */
export interface ContractLocation {
  path: string;
  lines: Record<string, number>;
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
const NAMED = 2;

/** Formats the pair for a title: `#7 into main`. */
export const formatPairTitle = ({ number, base_ref }: PublishedPair): string =>
  `#${number} into ${shortenText(escapeInvisible(base_ref), 60)}`;

/** Formats the part of a check run's `external_id` that identifies the pair. */
export const formatPairId = (pair: Pick<PublishedPair, 'number' | 'base_sha' | 'head_sha'>): string =>
  `#${pair.number} ${pair.base_sha.slice(0, 12)}...${pair.head_sha.slice(0, 12)}`;

/** Formats a Markdown line with the pair of a verdict, and the contracts with their versions. */
export function formatPairMarkdown(pair: PublishedPair): string {
  const { number, base_ref, base_sha, head_sha, contracts } = pair;
  const distinct = [...new Map(contracts.map((each) => [`${each.path} ${each.version}`, each])).values()];
  const names = distinct
    .slice(0, NAMED)
    .map(({ path, version }) => `${escapeMarkdown(shortenText(path, 100))} ${version.slice(0, 12)}`);
  const remaining = distinct.length - names.length;
  const list = [...names, ...(remaining > 0 ? [`${formatQuantity(remaining, 'more contract')}`] : [])].join(', ');
  const text =
    `Pull request ${number} into ${escapeMarkdown(shortenText(base_ref, 100))}: ` +
    `commit ${head_sha.slice(0, 12)}, contracts of ${base_sha.slice(0, 12)}`;
  return list === '' ? text : `${text} (${list})`;
}

/** Folder of workflows and local actions, which decides how GitHub runs them. */
const FOLDER = '.github';

/**
 * Finds a reason to assume that the evaluation ran another workflow than that of the base branch. On `pull_request`
 * GitHub takes the workflow from the merge of base and head. So the head must have exactly the `.github/` that the
 * branch has now. An older commit of the branch is no measure, since a merged commit may have changed the folder for a
 * moment.
 *
 * @param base as the results name it; a hostile evaluation may lie about it
 * @returns undefined if the merge can only have had the workflows of the branch
 */
export async function findWorkflowFault(
  github: GitHubClient,
  repository: Repository,
  { base_ref, base_sha }: Pick<PublishedPair, 'base_ref' | 'base_sha'>,
  head_sha: string,
): Promise<string | undefined> {
  try {
    // The base of the results must be a commit of the base branch.
    const { status } = await compareCommits(github, repository, base_sha, base_ref);
    if (status !== 'ahead' && status !== 'identical')
      return (
        `The results are of base ${base_sha.slice(0, 12)}, which is no commit of ${base_ref}. ` +
        'Run the evaluation again.'
      );
    const tip = await getBranchCommit(github, { ...repository, branch: base_ref });
    const entry = (commit: string) => readFolderEntry(github, repository, commit);
    const [tip_entry, head_entry] = [await entry(tip), await entry(head_sha)];
    if (tip_entry === undefined) return `${base_ref} has no ${FOLDER}/, so no workflow of it can have run.`;
    if (tip_entry !== head_entry) {
      const { merge_base } = await compareCommits(github, repository, tip, head_sha);
      return (await entry(merge_base)) === head_entry ? formatOutdated(base_ref) : COULD_FORGE;
    }
    // If the branch changed the folder meanwhile, the merge may contain both versions.
    return (await entry(base_sha)) === tip_entry ? undefined : formatOutdated(base_ref);
  } catch (error) {
    if (error instanceof UnexpectedResponseError)
      return `GitHub does not say whether this pull request changes ${FOLDER}/.`;
    return formatReadFault(error, 'The changes of this pull request', 'contents: read');
  }
}

const COULD_FORGE =
  `This pull request changes ${FOLDER}/, so it could have changed its own evaluation, ` +
  'and its results are not read. A maintainer must judge it.';

const formatOutdated = (base_ref: string) =>
  `${base_ref} has changed ${FOLDER}/ since this pull request left it, so it was evaluated by another workflow, ` +
  'and its results are not read. Update the branch of the pull request.';

/**
 * Reads the entry of the folder in the root of a commit.
 *
 * @returns undefined if there is none
 */
async function readFolderEntry(
  github: GitHubClient,
  repository: Repository,
  commit: string,
): Promise<string | undefined> {
  const entry = (await getTree(github, { ...repository, tree_sha: commit })).find(({ path }) => path === FOLDER);
  return entry && `${entry.mode} ${entry.sha}`;
}
