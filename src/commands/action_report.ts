import { UserError } from '../contract/user_error.js';
import { type EvaluationRun, readEvaluationRun } from '../publish/github/evaluation_run.js';
import type { RunEvent } from '../publish/github/event.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { type ActionOutcome, eventOf, published, readPayload, reported } from './action_publish.js';
import { demandOne } from './demand_one.js';
import { strangePair, unaccepted } from './judged_pair.js';
import type { RunOutput } from './orders.js';
import { type EvaluationReport, publishEvaluation } from './publish_evaluation.js';
import { type ReportOrder, type ReportOutcome, reportOrderSchema } from './report_order.js';

/** Events of a repository's own workflows whose results belong to no pull request. */
const OWN_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/**
 * `command: report` as an Action: the results of all shards, published as those of one run. On `workflow_run` they are those of an
 * evaluation, of a fork for example, about which nothing is believed that cannot be confirmed.
 */
export async function reportAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: RunOutput,
  engine: (order: ReportOrder, out: RunOutput) => ReportOutcome,
): Promise<ActionOutcome> {
  demandOne('results', inputs.results);
  const event = await eventOf(environment, inputs);
  const run = await evaluationOf(environment);
  const order = orderOf(inputs, event, run?.url ?? environment.run_url ?? null);
  const judge = (): EvaluationReport => {
    const outcome = engine(order, out);
    const { missing, missing_shards, contracts, pull_requests, planned, warnings } = outcome;
    const { outputs, ...judged } = reported(outcome);
    const counts = { missing: String(missing), 'missing-shards': missing_shards.join(' ') };
    return { ...judged, outputs: { ...outputs, ...counts }, contracts, pull_requests, planned, warnings };
  };
  if (run?.event === 'pull_request') return publishEvaluation(run, inputs, environment, event, out.signal, judge);
  // The payload lists pull requests with this head. Results of a push were not made for them.
  const { pull_request: _, head: __, ...about } = event;
  return published(inputs, environment, run ? about : event, out.signal, async ({ faults }) => {
    const { warnings, ...judged } = judge();
    warnings.forEach(faults.warn);
    const strange = strangePair(judged.pull_requests, run ? about : event);
    return strange === undefined ? judged : unaccepted(judged, strange);
  });
}

/**
 * Returns the workflow run whose results are reported; undefined where these are results of this workflow itself.
 *
 * @throws {UserError} for runs that somebody else may have started in a way that nothing is known of
 */
async function evaluationOf({ event_name, event_path }: ActionEnvironment): Promise<EvaluationRun | undefined> {
  if (event_name !== 'workflow_run') return undefined;
  const run = readEvaluationRun(await readPayload(event_path));
  if (run === undefined)
    throw new UserError('the event workflow_run does not say which run it is about', 'Look at GITHUB_EVENT_PATH.');
  const isOwn = run.head_repository?.full_name === run.repository;
  if (run.event === 'pull_request' || (isOwn && OWN_EVENTS.includes(run.event))) return run;
  throw new UserError(
    `the workflow run that is reported was started by ${run.event}${isOwn ? '' : ' of another repository'}`,
    `Report runs of pull_request, or of ${OWN_EVENTS.join(', ')} in this repository.`,
  );
}

function orderOf(inputs: ActionInputs, event: RunEvent, run_url: string | null): ReportOrder {
  return reportOrderSchema.parse({
    folders: inputs.results,
    out: inputs.out,
    plan: inputs.plan || undefined,
    history: inputs.history || undefined,
    adjudications: inputs.adjudications || undefined,
    fail_on: inputs['fail-on'] || undefined,
    min_strength: inputs['min-strength'],
    verify: inputs.verify,
    tell_unverified: true,
    allow_mixed_versions: inputs['allow-mixed-versions'],
    commit: event.sha || null,
    run_url,
  });
}
