import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UserError } from '../contract/user_error.js';
import { connect, type GitHub } from '../publish/github/client.js';
import { type RunEvent, readEvent } from '../publish/github/event.js';
import { type CommentOperator, commentOperator } from '../publish/github/operator_ask.js';
import { announce, type Publishing, publish, withdraw } from '../publish/github/publish.js';
import { type View, view } from '../publish/report/view.js';
import type { Result } from '../record/result.js';
import { GATES } from '../record/verdict.js';
import { VERSION } from '../record/version.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import type { ModelsOrderInput } from './models_order.js';
import { type RunOrder, type RunOutcome, type RunOutput, runOrderSchema } from './orders.js';

/** What the Action tells the workflow, and how it ends. */
export interface ActionOutcome {
  outputs: Record<string, string>;
  warnings: string[];
  headline: string;
  exit_code: RunOutcome['exit_code'];
}

/**
 * `command: run` as an Action: check run in progress → attempts → job summary, check run, comment → outputs.
 * `engine` is the `run` command; what cannot be published never changes its verdict.
 */
export async function runAction(
  inputs: ActionInputs,
  environment: ActionEnvironment,
  out: RunOutput,
  engine: (order: RunOrder, out: RunOutput) => Promise<RunOutcome>,
): Promise<ActionOutcome> {
  const event = readEvent(environment.event_name, await readPayload(environment.event_path), environment);
  const order = orderOf(inputs, event, environment);
  const publishing: Publishing = {
    event,
    check_name: inputs['check-name'],
    check_run: inputs['check-run'] && event.sha !== '',
    comment: inputs.comment,
    external_id: randomUUID(),
    ...(environment.summary_file ? { summary_file: environment.summary_file } : {}),
    ...(environment.run_url ? { details_url: environment.run_url } : {}),
  };
  const github = connect({ token: inputs['github-token'], api_url: environment.api_url });
  const announced = await announce(github, publishing);

  const asking = commentsOf(github, publishing, announced.warnings);
  // On a runner nobody can write into the run directory.
  const people = { file: false, ...(asking ? { github: asking.ask } : {}) };
  const outcome = await engine(order, { ...out, people }).catch(async (error: Error) => {
    await withdraw(github, publishing, announced.check_run, error instanceof UserError ? error.text : error.message);
    throw error;
  });
  await asking?.settled();
  const shown = viewOf(outcome, event, environment);
  // without permission to announce there is none to publish a check run either: one warning is enough
  const rest = { ...publishing, check_run: announced.check_run !== undefined };
  const published = await publish(github, rest, { view: shown, ...outcome }, announced.check_run);
  return {
    outputs: outputsOf(outcome, shown),
    warnings: [...announced.warnings, ...published.warnings],
    headline: shown.headline,
    exit_code: outcome.exit_code,
  };
}

/** Questions to people go to the pull request (R12); without one, or without a token, nobody can be asked. */
function commentsOf(
  github: GitHub,
  { event, check_name }: Publishing,
  warnings: string[],
): CommentOperator | undefined {
  const { repository, pull_request } = event;
  if (pull_request === undefined || github.token === '') return undefined;
  const place = { repository, number: pull_request.number, key: check_name };
  return commentOperator(github, place, (warning) => void warnings.push(warning));
}

/** The order that the inputs give; the inputs' schema admits nothing that the order's schema refuses. */
function orderOf(
  inputs: ActionInputs,
  event: RunEvent,
  { workspace, search_path, way_out }: ActionEnvironment,
): RunOrder {
  const pull = event.pull_request;
  return runOrderSchema.parse({
    contracts: inputs.contracts,
    agents: inputs.agent,
    install_agents: inputs['install-agents'],
    ablations: inputs.ablate,
    trials: inputs.trials,
    out: inputs.out,
    search_path,
    way_out,
    resume: inputs.resume,
    require_proof: inputs['require-proof'],
    models: modelsOf(inputs),
    fail_on: inputs['fail-on'],
    sandbox: inputs.sandbox,
    unsafe: inputs['unsafe-no-sandbox'],
    concurrency: inputs.concurrency,
    seed: inputs.seed,
    repos: inputs.repos,
    ...(inputs.shard === '' ? {} : { shard: inputs.shard }),
    ...(pull && workspace !== ''
      ? { pull_request: { base_sha: pull.base_sha, head_sha: pull.head_sha, workspace } }
      : {}),
  });
}

/** Models that the inputs name; an empty input says nothing. */
function modelsOf(inputs: ActionInputs): ModelsOrderInput {
  return {
    name: inputs.model || undefined,
    upstreams: inputs.upstream,
    key_env: inputs['key-env'] || undefined,
    file: inputs.models || undefined,
    prices: inputs.prices || undefined,
    steering: inputs.steering || undefined,
    backend: inputs.backend || undefined,
    redaction: inputs.redaction || undefined,
  };
}

/** The payload of the event; an unreadable one says nothing. */
async function readPayload(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function viewOf(outcome: RunOutcome, event: RunEvent, { run_url }: ActionEnvironment): View {
  return view(outcome.results, {
    missing: outcome.missing,
    fail_on: outcome.fail_on,
    concluded: outcome.conclusion === 'interrupted' ? 'indecisive' : outcome.conclusion,
    harness: {
      version: VERSION,
      ...(event.sha === '' ? {} : { commit: event.sha }),
      ...(run_url ? { run_url } : {}),
    },
  });
}

function outputsOf(outcome: RunOutcome, { rate, total }: View): Record<string, string> {
  return {
    'gate-vector': worstGates(outcome.results),
    conclusion: outcome.conclusion,
    'success-rate': rate.point === null ? '' : String(rate.point),
    'cost-usd': total.unknown_costs > 0 ? '' : String(total.known_usd),
    'report-path': outcome.report_path,
    'results-path': outcome.results_path,
  };
}

/** A failure outweighs an error, and an error a pass. */
function worstGates(results: readonly Result[]): string {
  if (results.length === 0) return '';
  return GATES.map((id) => {
    const all = results.flatMap(({ verdict }) => verdict.gates.filter((gate) => gate.gate === id));
    const worst = (['fail', 'error'] as const).find((outcome) => all.some((gate) => gate.outcome === outcome));
    return worst ?? 'pass';
  }).join('/');
}
