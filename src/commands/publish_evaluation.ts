import { UserError } from '../contract/user_error.js';
import { connect, type GitHub } from '../publish/github/client.js';
import type { EvaluationRun } from '../publish/github/evaluation_run.js';
import type { RunEvent } from '../publish/github/event.js';
import { readFault } from '../publish/github/fault.js';
import { refusalPage } from '../publish/github/pair_page.js';
import { publish } from '../publish/github/publish.js';
import type { PublishedPair } from '../publish/github/published_pair.js';
import { createPublishingFaults, type PublishingFaults } from '../publish/github/publishing_faults.js';
import { findPullRequest } from '../publish/github/pull_request.js';
import { workflowFault } from '../publish/github/workflow_standing.js';
import { logLine } from '../publish/report/escape.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, concludePublishing, type Judged, namesBase, publishingOf } from './action_publish.js';
import { unaccepted } from './judged_pair.js';
import type { ReportOutcome } from './report_order.js';

/** A report with what its results are about. */
export interface EvaluationReport extends Judged, Pick<ReportOutcome, 'pull_requests' | 'planned' | 'warnings'> {
  contracts: ReportOutcome['contracts'];
}

/**
 * Publishes the results of an evaluation that another workflow run made of a pull request, of a fork for example.
 *
 * Its results are believed when GitHub says that the run was one of the evaluation workflow, when the head has the
 * `.github/` of its base branch, so that the workflow was the branch's, and when every record holds. Then the pair that the records name is that of the
 * run. It must be the one that the pull request is now. Everything else is published as a failure with its reason, or not at all.
 *
 * @throws {UserError} for a run of another workflow or repository: nothing is written about it
 */
export async function publishEvaluation(
  run: EvaluationRun,
  inputs: ActionInputs,
  environment: ActionEnvironment,
  event: RunEvent,
  signal: AbortSignal,
  judge: () => EvaluationReport,
): Promise<ActionOutcome> {
  demandEvaluation(run, inputs, environment);
  const github = connect({ token: inputs['github-token'], api_url: environment.api_url });
  const evaluated = evaluate(judge);
  const faults = createPublishingFaults();
  if (!('fault' in evaluated)) evaluated.warnings.forEach(faults.warn);
  const named = 'fault' in evaluated ? evaluated : namedPair(evaluated, run, namesBase(inputs));
  const pair = 'fault' in named ? await lonePair(github, run, event, namesBase(inputs), faults) : named;
  const fault = 'fault' in named ? named.fault : await workflowFault(github, event.repository, named, run.head_sha);
  const judged = fault !== undefined || 'fault' in evaluated ? refusal(fault ?? '') : underRun(evaluated, run);
  const about: RunEvent = {
    repository: event.repository,
    sha: run.head_sha,
    ...(pair ? { pull_request: { ...pair, fork: true } } : {}),
  };
  const publishing = publishingOf(inputs, { ...environment, run_url: run.url }, about);
  const done = await publish(github, { ...publishing, pair }, judged.page, { faults, signal });
  const concluded = concludePublishing(judged, done, signal);
  // What is about a commit that nobody wants to merge any more is no fault of this job.
  return done.superseded && !signal.aborted ? { ...concluded, exit_code: 0 } : concluded;
}

/** @throws {UserError} unless GitHub says that this is a run of the evaluation workflow in this repository */
function demandEvaluation(run: EvaluationRun, inputs: ActionInputs, { repository }: ActionEnvironment): void {
  const wanted = inputs['evaluation-workflow'];
  if (run.path !== wanted)
    throw new UserError(
      `the workflow run that is reported is of ${logLine(run.path)}, not of ${logLine(wanted)}`,
      'Name the file of the evaluation in the input evaluation-workflow.',
    );
  if (run.repository !== repository)
    throw new UserError(`the workflow run that is reported is of the repository ${logLine(run.repository)}`);
  if (!inputs.verify)
    throw new UserError(
      'verify: false is not possible for results of another workflow run',
      'Leave the input verify out: every record is verified before it is published.',
    );
}

/** Reads the results, whose every fault is a reason to publish, not to end. */
function evaluate(judge: () => EvaluationReport): EvaluationReport | { fault: string } {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { fault: error.text };
  }
}

/** Returns the one pair that all records name, as far as it is that of the run. */
function namedPair(
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
  return { number, base_ref, base_sha, head_sha, contracts, ...headOf(run), names_base, foreign: true };
}

/** Returns the pull request to tell of results that name none: the only open one of the branch with this head. */
async function lonePair(
  github: GitHub,
  run: EvaluationRun,
  event: RunEvent,
  names_base: boolean,
  faults: PublishingFaults,
): Promise<PublishedPair | undefined> {
  try {
    const pull = await findPullRequest(github, { ...event, sha: run.head_sha });
    if (pull?.base_ref === undefined) return undefined;
    const { number, base_ref, base_sha, head_sha } = pull;
    return { number, base_ref, base_sha, head_sha, contracts: [], ...headOf(run), names_base, foreign: true };
  } catch (error) {
    faults.warn(readFault(error, 'The pull request', 'pull-requests: read'));
    return undefined;
  }
}

const headOf = ({ head_repository, head_branch }: EvaluationRun): Pick<PublishedPair, 'head'> =>
  head_repository && head_branch ? { head: { repository: head_repository.full_name, branch: head_branch } } : {};

/** Passing results of a run that did not end well are none: it was to fail where they do not pass. */
function underRun(judged: EvaluationReport, { conclusion }: EvaluationRun): Judged {
  if (judged.page.conclusion !== 'success' || conclusion === 'success') return judged;
  const because = `the evaluation ended as ${conclusion ?? 'nothing yet'}, although its results pass`;
  return unaccepted(judged, because);
}

/** Returns what is published of results that are not read. */
const refusal = (fault: string): Judged => ({
  page: refusalPage(fault),
  outputs: { conclusion: 'failure' },
  exit_code: 1,
});
