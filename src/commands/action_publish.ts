import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UserError } from '../contract/user_error.js';
import type { ContractPlace } from '../publish/github/annotations.js';
import { connect, type GitHub } from '../publish/github/client.js';
import { type RunEvent, readEvent } from '../publish/github/event.js';
import { type Page, reportPage } from '../publish/github/page.js';
import { announce, type Publishing, type PublishOutcome, publish, withdraw } from '../publish/github/publish.js';
import { type EvaluatedContract, type PublishedPair, pairId } from '../publish/github/published_pair.js';
import type { View } from '../publish/report/view.js';
import type { Result } from '../record/result.js';
import { GATES } from '../record/verdict.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';

/** What the Action tells the workflow, and how it ends. */
export interface ActionOutcome {
  outputs: Record<string, string>;
  warnings: string[];
  headline: string;
  exit_code: 0 | 1 | 2 | 3 | 130;
}

/** What a command judged, for those who publish it. */
export interface Judged {
  page: Page;
  exit_code: ActionOutcome['exit_code'];
  outputs: Record<string, string>;
  /** that judged it; absent = none did */
  contracts?: readonly EvaluatedContract[];
}

/** What `run` and `report` come to. */
export interface Reported {
  view: View;
  results: readonly Result[];
  places: Record<string, ContractPlace>;
  exit_code: ActionOutcome['exit_code'];
  conclusion: string;
  report_path: string;
  results_path: string;
}

export type PublishInputs = Pick<ActionInputs, 'command' | 'check-name' | 'check-run' | 'comment' | 'github-token'>;

/** What a command may do while its check run is in progress. */
export interface Announced {
  github: GitHub;
  publishing: Publishing;
  warnings: string[];
}

/** What the workflow run is about. */
export async function eventOf(environment: ActionEnvironment): Promise<RunEvent> {
  return readEvent(environment.event_name, await readPayload(environment.event_path), environment);
}

/**
 * Check run in progress → `judge` → job summary, check run, comment → outputs. What cannot be published never changes the
 * verdict; what must not be published as a success, since it would be taken for that of another pull request, ends as indecisive.
 */
export async function published(
  inputs: PublishInputs,
  environment: ActionEnvironment,
  event: RunEvent,
  judge: (announced: Announced) => Promise<Judged>,
): Promise<ActionOutcome> {
  const publishing = publishingOf(inputs, environment, event);
  const github = connect({ token: inputs['github-token'], api_url: environment.api_url });
  const { check_run, warnings } = await announce(github, publishing);
  const judged = await judge({ github, publishing, warnings }).catch(async (error: Error) => {
    await withdraw(github, publishing, check_run, error instanceof UserError ? error.text : error.message);
    throw error;
  });
  const pair = pairOf(event, judged.contracts ?? [], namesBase(inputs));
  // without permission to announce there is none to publish a check run either: one warning is enough
  const rest = { ...publishing, pair, check_run: check_run !== undefined };
  return concludePublishing(judged, warnings, await publish(github, rest, judged.page, check_run));
}

/** Returns what is to be published where, as inputs and event say. */
export function publishingOf(inputs: PublishInputs, environment: ActionEnvironment, event: RunEvent): Publishing {
  const { pull_request: pull } = event;
  return {
    event,
    check_name: checkName(inputs).replaceAll(BASE, pull?.base_ref ?? 'unknown base'),
    check_run: inputs['check-run'] && event.sha !== '',
    comment: inputs.comment,
    external_id: [randomUUID(), ...(pull ? [pairId(pull)] : [])].join(' '),
    ...(environment.summary_file ? { summary_file: environment.summary_file } : {}),
    ...(environment.run_url ? { details_url: environment.run_url } : {}),
  };
}

/** Returns what the Action tells the workflow of a judgement that was published. */
export function concludePublishing(judged: Judged, warnings: string[], done: PublishOutcome): ActionOutcome {
  const all = { outputs: judged.outputs, warnings: [...warnings, ...done.warnings] };
  if (done.refused === undefined) return { ...all, headline: judged.page.headline, exit_code: judged.exit_code };
  return {
    ...all,
    outputs: { ...judged.outputs, conclusion: 'indecisive' },
    headline: `not accepted: ${done.refused}`,
    exit_code: 3,
  };
}

/** In `check-name`: the branch that the pull request is to be merged into. */
const BASE = '{base}';

/** Whether the name of the check run says which base it is about. */
export const namesBase = (inputs: PublishInputs): boolean => checkName(inputs).includes(BASE);

/** Returns the pair that an event is about; undefined without a pull request, and where nothing says its base. */
function pairOf(
  { pull_request: pull }: RunEvent,
  contracts: readonly EvaluatedContract[],
  names_base: boolean,
): PublishedPair | undefined {
  if (pull?.base_ref === undefined) return undefined;
  const { number, base_ref, base_sha, head_sha } = pull;
  return { number, base_ref, base_sha, head_sha, contracts, names_base, foreign: false };
}

/** The payload of the event; an unreadable one says nothing. */
export async function readPayload(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A report and a comparison on one commit are two check runs and two comments, unless somebody names them. */
const checkName = ({ command, 'check-name': name }: PublishInputs): string =>
  name || (command === 'compare' ? 'gatebench compare' : 'gatebench');

/** A report as it is published, with the outputs that all reports have. */
export function reported(made: Reported): Judged {
  const { view, results, places, exit_code } = made;
  return { page: reportPage(view, results, places), exit_code, outputs: outputsOf(made) };
}

function outputsOf({ view, results, conclusion, report_path, results_path }: Reported): Record<string, string> {
  const { rate, total } = view;
  return {
    'gate-vector': worstGates(results),
    conclusion,
    'success-rate': rate.point === null ? '' : String(rate.point),
    'cost-usd': total.unknown_costs > 0 ? '' : String(total.known_usd),
    'report-path': report_path,
    'results-path': results_path,
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
