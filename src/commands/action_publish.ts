import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UserError } from '../contract/user_error.js';
import type { Annotation, ContractPlace } from '../publish/github/annotations.js';
import { acceptAskedEvent } from '../publish/github/asked_event.js';
import { connect, type GitHub } from '../publish/github/client.js';
import { type RunEvent, readEvent } from '../publish/github/event.js';
import { awaitWithGrace, withdraw } from '../publish/github/interruption.js';
import { type Page, reportPage } from '../publish/github/page.js';
import {
  type AnnouncedCheckRun,
  announce,
  type Publishing,
  type PublishOutcome,
  publish,
} from '../publish/github/publish.js';
import { type EvaluatedContract, type PublishedPair, pairId } from '../publish/github/published_pair.js';
import { createPublishingFaults, type PublishingFaults } from '../publish/github/publishing_faults.js';
import { appendSummary } from '../publish/github/summary.js';
import type { View } from '../publish/report/view.js';
import type { Result } from '../record/result.js';
import { GATES } from '../record/verdict.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import { failure } from './failure.js';

/** What the Action tells the workflow, and how it ends. */
export interface ActionOutcome {
  outputs: Record<string, string>;
  warnings: string[];
  /** What no check run could take, for the log of the workflow. */
  annotations: readonly Annotation[];
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
  faults: PublishingFaults;
}

/**
 * Returns what the workflow run is about.
 *
 * @throws {UserError} for an event with nothing to judge, or that somebody started who may not
 */
export async function eventOf(
  environment: ActionEnvironment,
  { 'github-token': token }: Pick<ActionInputs, 'github-token'>,
): Promise<RunEvent> {
  const event = readEvent(environment.event_name, await readPayload(environment.event_path), environment);
  if (event.refusal !== undefined) throw new UserError(event.refusal);
  return acceptAskedEvent(connect({ token, api_url: environment.api_url }), event);
}

/**
 * Check run in progress → `judge` → job summary, check run, comment → outputs. What cannot be published never changes the
 * verdict; what must not be published as a success, since it would be taken for that of another pull request, ends as indecisive.
 * Once `signal` aborts, the check run is cancelled at once and the outcome is an interruption, whatever was judged until then.
 */
export async function published(
  inputs: PublishInputs,
  environment: ActionEnvironment,
  event: RunEvent,
  signal: AbortSignal,
  judge: (announced: Announced) => Promise<Judged>,
): Promise<ActionOutcome> {
  const publishing = publishingOf(inputs, environment, event);
  const github = connect({ token: inputs['github-token'], api_url: environment.api_url });
  const faults = createPublishingFaults();
  if (signal.aborted) return interrupted(environment, faults);
  const announced = (await awaitWithGrace(github, signal, announce(github, publishing, faults))) ?? {};
  const cancellation = cancelOnAbort(signal, github, publishing, announced);
  try {
    const judged = signal.aborted ? undefined : await judge({ github, publishing, faults });
    await cancellation.end();
    if (judged === undefined) return interrupted(environment, faults);
    const pair = pairOf(event, judged.contracts ?? [], namesBase(inputs));
    const page = signal.aborted ? interruptedPage(judged.page) : judged.page;
    const done = await publish(github, { ...publishing, pair }, page, { announced, faults, signal });
    return concludePublishing(judged, done, signal);
  } catch (error) {
    await cancellation.end();
    if (signal.aborted) return interrupted(environment, faults);
    const { text, exit_code } = failure(error);
    const fault = exit_code === 2 ? text : (error as Error).message;
    await withdraw(github, publishing, announced, { title: 'nothing was judged', fault, conclusion: 'failure' });
    throw error;
  }
}

/** Returns what is to be published where, as inputs and event say. */
export function publishingOf(inputs: PublishInputs, environment: ActionEnvironment, event: RunEvent): Publishing {
  const { pull_request: pull, branch = 'unknown base' } = event;
  return {
    event,
    check_name: checkName(inputs).replaceAll(BASE, () => pull?.base_ref ?? branch),
    check_run: inputs['check-run'] && event.sha !== '',
    comment: inputs.comment,
    external_id: [randomUUID(), ...(pull ? [pairId(pull)] : [])].join(' '),
    ...(environment.summary_file ? { summary_file: environment.summary_file } : {}),
    ...(environment.run_url ? { details_url: environment.run_url } : {}),
  };
}

/** Returns what the Action tells the workflow of a judgement that was published. */
export function concludePublishing(judged: Judged, done: PublishOutcome, signal?: AbortSignal): ActionOutcome {
  const said = { warnings: done.warnings, annotations: done.unsent };
  const outputs = { ...judged.outputs, published: publishedOutput(done) };
  if (signal?.aborted)
    return {
      ...said,
      outputs: { ...outputs, conclusion: 'interrupted' },
      headline: interruptedPage(judged.page).headline,
      exit_code: 130,
    };
  if (done.refused === undefined)
    return { ...said, outputs, headline: judged.page.headline, exit_code: judged.exit_code };
  return {
    ...said,
    outputs: { ...outputs, conclusion: 'indecisive' },
    headline: `not accepted: ${done.refused}`,
    exit_code: 3,
  };
}

/** Tells whether the verdict stands where it was to stand: the check run; without one, the comment; empty = nowhere. */
function publishedOutput({ published: { check_run, comment }, superseded }: PublishOutcome): string {
  const stands = check_run === 'off' ? comment : check_run;
  return superseded || stands === 'off' ? '' : String(!['failed', 'stale', 'refused'].includes(stands));
}

/** Cancels the check run as soon as the run is interrupted: what runs is sealed afterwards, and a runner does not wait for long. */
function cancelOnAbort(signal: AbortSignal, github: GitHub, publishing: Publishing, announced: AnnouncedCheckRun) {
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    const fault = 'The run was interrupted. What was judged until then follows when it is sealed.';
    const said = { title: 'interrupted', fault, conclusion: 'cancelled' } as const;
    cancelling = withdraw(github, publishing, announced, said, signal);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  return {
    /** From here on others complete the check run. */
    end: async () => {
      signal.removeEventListener('abort', cancel);
      await cancelling;
    },
  };
}

/** What is published of a run that was interrupted. */
const interruptedPage = (page: Page): Page => ({ ...page, headline: `interrupted: ${page.headline}` });

/** The outcome of a run that was interrupted before anything could be judged. */
function interrupted({ summary_file }: ActionEnvironment, faults: PublishingFaults): ActionOutcome {
  const headline = 'interrupted before anything was judged';
  writeSummary(summary_file, `## gatebench: ${headline}`);
  const unknown = ['gate-vector', 'success-rate', 'cost-usd', 'report-path', 'results-path'];
  const outputs = { ...Object.fromEntries(unknown.map((name) => [name, ''])), conclusion: 'interrupted' };
  return { outputs, warnings: faults.warnings(), annotations: [], headline, exit_code: 130 };
}

/** Writes into the job summary, where there is one and it can be written. */
export function writeSummary(file: string | undefined, markdown: string): void {
  try {
    if (file !== undefined) appendSummary(file, markdown);
  } catch {
    // The log says the same.
  }
}

/** In `check-name`: the branch that the pull request is to be merged into, that a merge queue merges into, or of a push. */
const BASE = '{base}';

/** Tells whether the name of the check run says which base it is about. */
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
