import type { ReportOutcome } from '../commands/report/report_results.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { UserError } from '../contract/input/user_error.js';
import { createGitHubClient, type GitHubClient } from '../publish/github/api/github_client.js';
import {
  createPublishingFaults,
  formatReadFault,
  type PublishingFaults,
} from '../publish/github/api/publishing_faults.js';
import { type EvaluationRun, findPullRequest, type RunEvent } from '../publish/github/event/run_event.js';
import { createRefusalPage } from '../publish/github/page/report_page.js';
import { findWorkflowFault, type PublishedPair } from '../publish/github/pair/published_pair.js';
import { publishPage } from '../publish/github/publish_page.js';
import { escapeLogLine } from '../publish/text/escape_text.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import {
  type ActionOutcome,
  concludePublishing,
  createPublishing,
  hasBaseInCheckName,
  type PublishableResult,
} from './action_publication.js';
import { rejectResult } from './reject_result.js';

/** Report with the origins of its results. */
export interface EvaluationReport
  extends PublishableResult,
    Pick<ReportOutcome, 'pull_requests' | 'planned' | 'warnings'> {
  contracts: ReportOutcome['contracts'];
}

/**
 * Publishes the results of an evaluation that another workflow run made of a pull request, for example of a fork.
 *
 * Results are accepted if GitHub says that the run was one of the evaluation workflow, if the head has the `.github/`
 * of its base branch, so that the workflow was the branch's, and if every record is valid. The commits in the records
 * are then those of the run, and must be the current ones of the pull request. Everything else is published as a
 * failure with its reason, or not at all.
 *
 * @throws {UserError} for a run of another workflow or repository: nothing is written about it
 */
export async function publishEvaluation(
  run: EvaluationRun,
  inputs: ActionInputs,
  environment: ActionEnvironment,
  event: RunEvent,
  signal: AbortSignal,
  judge: () => Promise<EvaluationReport>,
): Promise<ActionOutcome> {
  requireEvaluation(run, inputs, environment);
  const github = createGitHubClient({ token: inputs['github-token'], api_url: environment.api_url });
  const evaluated = await readEvaluation(judge);
  const faults = createPublishingFaults();
  if (!('fault' in evaluated)) evaluated.warnings.forEach(faults.warn);
  const recorded = 'fault' in evaluated ? evaluated : findRecordedPair(evaluated, run, hasBaseInCheckName(inputs));
  const pair =
    'fault' in recorded ? await findOpenPair(github, run, event, hasBaseInCheckName(inputs), faults) : recorded;
  const fault =
    'fault' in recorded ? recorded.fault : await findWorkflowFault(github, event.repository, recorded, run.head_sha);
  const judged =
    fault !== undefined || 'fault' in evaluated ? createRefusal(fault ?? '') : rejectFailedRun(evaluated, run);
  const judged_event: RunEvent = {
    repository: event.repository,
    sha: run.head_sha,
    ...omitUndefined({ pull_request: pair && { ...pair, fork: true } }),
  };
  const publishing = createPublishing(inputs, { ...environment, run_url: run.url }, judged_event);
  const published = await publishPage(github, { ...publishing, pair }, judged.page, { faults, signal });
  const concluded = concludePublishing(judged, published, signal);
  // Results of a superseded commit do not fail this job.
  return published.superseded && !signal.aborted ? { ...concluded, exit_code: 0 } : concluded;
}

/** Requires that GitHub names the evaluation workflow of this repository. @throws {UserError} */
function requireEvaluation(run: EvaluationRun, inputs: ActionInputs, { repository }: ActionEnvironment): void {
  const workflow = inputs['evaluation-workflow'];
  if (run.path !== workflow)
    throw new UserError(
      `the workflow run that is reported is of ${escapeLogLine(run.path)}, not of ${escapeLogLine(workflow)}`,
      'Name the file of the evaluation in the input evaluation-workflow.',
    );
  if (run.repository !== repository)
    throw new UserError(`the workflow run that is reported is of the repository ${escapeLogLine(run.repository)}`);
  if (!inputs.verify)
    throw new UserError(
      'verify: false is not possible for results of another workflow run',
      'Leave the input verify out: every record is verified before it is published.',
    );
}

/** Reads the results. A user error becomes a reason to publish. */
async function readEvaluation(judge: () => Promise<EvaluationReport>): Promise<EvaluationReport | { fault: string }> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { fault: error.text };
  }
}

/** Returns the one pull request that all records name, if it matches the run. */
function findRecordedPair(
  { pull_requests, contracts, planned }: EvaluationReport,
  run: EvaluationRun,
  names_base: boolean,
): PublishedPair | { fault: string } {
  if (!planned) return { fault: 'The results have no plan, so that nobody knows what is missing.' };
  const [one, ...more] = pull_requests;
  if (!one || more.length > 0) return { fault: 'The records are not all of one pull request.' };
  const { number, base_ref, base_sha, head_sha } = one;
  if (number === null || base_ref === null) return { fault: 'The records do not name their pull request.' };
  if (head_sha !== run.head_sha)
    return { fault: `The records are of commit ${head_sha.slice(0, 12)}, the run of ${run.head_sha.slice(0, 12)}.` };
  if (run.numbers.length > 0 && !run.numbers.includes(number))
    return { fault: `The records are of pull request ${number}, the run of ${run.numbers.join(', ')}.` };
  return { number, base_ref, base_sha, head_sha, contracts, ...getHeadBranch(run), names_base, foreign: true };
}

/** Returns the pull request for results that name none: the only open one of the branch with this head. */
async function findOpenPair(
  github: GitHubClient,
  run: EvaluationRun,
  event: RunEvent,
  names_base: boolean,
  faults: PublishingFaults,
): Promise<PublishedPair | undefined> {
  try {
    const pull = await findPullRequest(github, { ...event, sha: run.head_sha });
    if (pull?.base_ref === undefined) return undefined;
    const { number, base_ref, base_sha, head_sha } = pull;
    return { number, base_ref, base_sha, head_sha, contracts: [], ...getHeadBranch(run), names_base, foreign: true };
  } catch (error) {
    faults.warn(formatReadFault(error, 'The pull request', 'pull-requests: read'));
    return undefined;
  }
}

const getHeadBranch = ({ head_repository, head_branch }: EvaluationRun): Pick<PublishedPair, 'head'> =>
  head_repository && head_branch ? { head: { repository: head_repository.full_name, branch: head_branch } } : {};

/** Rejects passing results of a run that did not succeed. */
function rejectFailedRun(judged: EvaluationReport, { conclusion }: EvaluationRun): PublishableResult {
  if (judged.page.conclusion !== 'success' || conclusion === 'success') return judged;
  const because = `the evaluation ended as ${conclusion ?? 'nothing yet'}, although its results pass`;
  return rejectResult(judged, because);
}

/** Returns what is published of results that are not read. */
const createRefusal = (fault: string): PublishableResult => ({
  page: createRefusalPage(fault),
  outputs: { conclusion: 'failure' },
  exit_code: 1,
});
