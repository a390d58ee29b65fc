import type { CommandContext } from '../commands/io/command_context.js';
import {
  type ReportOptions,
  type ReportOutcome,
  reportOptionsSchema,
  UNVERIFIED_WARNING,
} from '../commands/report/report_results.js';
import { UserError } from '../contract/input/user_error.js';
import { type EvaluationRun, type RunEvent, readEvaluationRun } from '../publish/github/event/run_event.js';
import type { ActionEnvironment } from './action_environment.js';
import { type ActionInputs, collectOptionValues, requireInput } from './action_inputs.js';
import {
  type ActionOutcome,
  createPublishableResult,
  openActionPublication,
  readEventPayload,
  readRunEvent,
} from './action_publication.js';
import { type EvaluationReport, publishEvaluation } from './publish_evaluation.js';
import { describeForeignPair, rejectResult } from './reject_result.js';

/** Events of the repository's own workflows whose results belong to no pull request. */
const OWN_EVENT_NAMES = ['push', 'schedule', 'workflow_dispatch'];

/**
 * Executes `command: report`: publishes the results of all shards as those of one run.
 *
 * On `workflow_run` these are the results of an evaluation, for example of a fork; only confirmed facts about it are
 * used.
 *
 * @param engine function of the verb `report`
 */
export async function executeReportAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: CommandContext,
  engine: (options: ReportOptions, out: CommandContext) => Promise<ReportOutcome>,
): Promise<ActionOutcome> {
  requireInput('results', inputs.results);
  const event = await readRunEvent(environment, inputs);
  const run = await readReportedRun(environment);
  const order = createReportOptions(inputs, event, run?.url ?? environment.run_url ?? null);
  const judge = async (): Promise<EvaluationReport> => {
    const { repository } = environment;
    const outcome = await engine(order, {
      ...out,
      exports_formats: true,
      origin: repository === '' ? {} : { repository },
    });
    const { missing, missing_shards, contracts, pull_requests, planned, warnings } = outcome;
    const { outputs, ...judged } = createPublishableResult(outcome);
    const counts = { missing: String(missing), 'missing-shards': missing_shards.join(' ') };
    return { ...judged, outputs: { ...outputs, ...counts }, contracts, pull_requests, planned, warnings };
  };
  if (run?.event === 'pull_request') return publishEvaluation(run, inputs, environment, event, out.signal, judge);
  // Results of a push belong to none of the pull requests with this head, which the payload lists.
  const { pull_request: _, head: __, ...details } = event;
  const subject = run ? details : event;
  // The run that is reported has uploaded its records, and the link is to it.
  const place = run ? { ...environment, run_url: run.url } : environment;
  const publication = await openActionPublication(inputs, place, subject, out);
  try {
    if (out.signal.aborted) return await publication.complete(undefined);
    const { warnings, ...judged } = await judge();
    // Whoever reports results of this workflow without their records has said so; the page says it to others.
    warnings.filter((one) => run || one !== UNVERIFIED_WARNING).forEach(publication.faults.warn);
    const mismatch = describeForeignPair(judged.pull_requests, subject);
    return await publication.complete(mismatch === undefined ? judged : rejectResult(judged, mismatch));
  } catch (error) {
    return await publication.fail(error);
  }
}

/**
 * Reads the workflow run whose results are reported.
 *
 * @returns undefined if the results are those of this workflow
 * @throws {UserError} for runs that somebody else may have started in an unknown way
 */
async function readReportedRun({ event_name, event_path }: ActionEnvironment): Promise<EvaluationRun | undefined> {
  if (event_name !== 'workflow_run') return undefined;
  const run = readEvaluationRun(await readEventPayload(event_path));
  if (run === undefined) throw new UserError('the event workflow_run names no run', 'Look at GITHUB_EVENT_PATH.');
  const isOwn = run.head_repository?.full_name === run.repository;
  if (run.event === 'pull_request' || (isOwn && OWN_EVENT_NAMES.includes(run.event))) return run;
  throw new UserError(
    `the workflow run that is reported was started by ${run.event}${isOwn ? '' : ' of another repository'}`,
    `Report runs of pull_request, or of ${OWN_EVENT_NAMES.join(', ')} in this repository.`,
  );
}

function createReportOptions(inputs: ActionInputs, event: RunEvent, run_url: string | null): ReportOptions {
  return reportOptionsSchema.parse({
    ...collectOptionValues(inputs, reportOptionsSchema.shape),
    ...{ folders: inputs.results, verify: inputs.verify, tell_unverified: true, commit: event.sha || null, run_url },
  });
}
