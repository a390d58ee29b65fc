import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CommandContext, JudgementOutcome } from '../commands/io/command_context.js';
import { describeFailure } from '../commands/io/describe_failure.js';
import { type FormatFiles, nameFormatFiles } from '../commands/io/format_files.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { UserError } from '../contract/input/user_error.js';
import { createGitHubClient, type GitHubClient } from '../publish/github/api/github_client.js';
import { createPublishingFaults, type PublishingFaults } from '../publish/github/api/publishing_faults.js';
import { appendSummary } from '../publish/github/append_summary.js';
import type { CheckAnnotation } from '../publish/github/check_run/check_run.js';
import { awaitWithGrace, withdrawCheckRun } from '../publish/github/check_run/check_run.js';
import { authorizeEvent, parseRunEvent, type RunEvent } from '../publish/github/event/run_event.js';
import { createReportPage, type ReportPage } from '../publish/github/page/report_page.js';
import { type EvaluatedContract, formatPairId, type PublishedPair } from '../publish/github/pair/published_pair.js';
import {
  type AnnouncedCheckRun,
  announceCheckRun,
  type PublishingOptions,
  type PublishOutcome,
  publishPage,
  withdrawComment,
} from '../publish/github/publish_page.js';
import type { AttemptResult } from '../record/verdict/attempt_result.js';
import { GATES } from '../record/verdict/verdict.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';

/** Outputs, messages and exit code of an Action. */
export interface ActionOutcome {
  outputs: Record<string, string>;
  warnings: string[];
  /** Annotations that no check run has accepted, for the log of the workflow. */
  annotations: readonly CheckAnnotation[];
  headline: string;
  exit_code: 0 | 1 | 2 | 3 | 130;
}

/** Result of a command in the form in which it is published. */
export interface PublishableResult {
  page: ReportPage;
  exit_code: ActionOutcome['exit_code'];
  outputs: Record<string, string>;
  /** Contracts that judged it; absent = none. */
  contracts?: readonly EvaluatedContract[];
}

type PublishInputs = Pick<
  ActionInputs,
  'command' | 'settings' | 'artifact' | 'check-name' | 'check-run' | 'comment' | 'github-token'
>;

/** Check run in progress, with the functions that complete it. */
export interface ActionPublication {
  github: GitHubClient;
  publishing: PublishingOptions;
  faults: PublishingFaults;
  /** Publishes a result; undefined = there is none, since the run was interrupted before anything was judged. */
  complete(judged: PublishableResult | undefined): Promise<ActionOutcome>;
  /** Completes the check run as failed, or as interrupted. @throws the error, unless the run was interrupted */
  fail(error: unknown): Promise<ActionOutcome>;
}

/**
 * Reads the event that started the workflow run.
 *
 * @throws {UserError} for an event without anything to judge, or started by somebody who may not
 */
export async function readRunEvent(
  environment: ActionEnvironment,
  { 'github-token': token }: Pick<ActionInputs, 'github-token'>,
): Promise<RunEvent> {
  const event = parseRunEvent(environment.event_name, await readEventPayload(environment.event_path), environment);
  if (event.refusal !== undefined) throw new UserError(event.refusal);
  return authorizeEvent(createGitHubClient({ token, api_url: environment.api_url }), event);
}

/**
 * Shows the check run as in progress, unless the signal has aborted.
 *
 * The caller ends it with `complete` or `fail`. A failure to publish never changes the verdict. A success that could
 * be taken for that of another pull request ends as indecisive. Once the signal aborts, the check run is cancelled at
 * once, and the outcome is an interruption.
 */
export async function openActionPublication(
  inputs: PublishInputs,
  environment: ActionEnvironment,
  event: RunEvent,
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<ActionPublication> {
  const publishing = createPublishing(inputs, environment, event);
  const github = createGitHubClient({ token: inputs['github-token'], api_url: environment.api_url });
  const faults = createPublishingFaults();
  const announcing = signal.aborted
    ? undefined
    : awaitWithGrace(github, signal, announceCheckRun(github, publishing, faults));
  const announced = (await announcing) ?? {};
  const cancellation = cancelOnAbort(signal, github, publishing, announced);
  return {
    github,
    publishing,
    faults,
    async complete(judged) {
      await cancellation.end();
      if (judged === undefined) return createInterruptedOutcome(environment, faults);
      const pair = createPublishedPair(event, judged.contracts ?? [], hasBaseInCheckName(inputs));
      const page = signal.aborted ? createInterruptedPage(judged.page) : judged.page;
      const shown = { ...publishing, pair };
      const published = await publishPage(github, shown, page, { announced, faults, signal });
      return concludePublishing(judged, published, signal);
    },
    async fail(error) {
      await cancellation.end();
      if (signal.aborted) return createInterruptedOutcome(environment, faults);
      const { text, exit_code } = describeFailure(error);
      const fault = exit_code === 2 ? text : (error as Error).message;
      await withdrawCheckRun(github, publishing, announced, {
        title: 'nothing was judged',
        fault,
        conclusion: 'failure',
      });
      const pair = createPublishedPair(event, [], hasBaseInCheckName(inputs));
      const told = exit_code === 2 ? fault : 'An internal error: the log of the workflow run has it.';
      await withdrawComment(github, { ...publishing, pair }, told, signal);
      throw error;
    },
  };
}

/** Returns what is published where, from inputs and event. */
export function createPublishing(
  inputs: PublishInputs,
  environment: ActionEnvironment,
  event: RunEvent,
): PublishingOptions {
  const { pull_request: pull, branch = 'unknown base' } = event;
  const { run_url } = environment;
  return {
    event,
    check_name: getCheckName(inputs).replaceAll(BASE, () => pull?.base_ref ?? branch),
    check_run: inputs['check-run'] && event.sha !== '',
    comment: inputs.comment === 'false' ? false : 'auto',
    comment_on: inputs.comment === 'changes' || inputs.comment === 'failures' ? inputs.comment : 'always',
    external_id: [randomUUID(), ...(pull ? [formatPairId(pull)] : [])].join(' '),
    ...omitUndefined({
      summary_file: environment.summary_file,
      details_url: run_url,
      artifact: run_url && inputs.artifact !== '' ? { name: inputs.artifact, run_url } : undefined,
    }),
  };
}

/** Returns the Action's outcome after its result was published. */
export function concludePublishing(
  judged: PublishableResult,
  done: PublishOutcome,
  signal?: AbortSignal,
): ActionOutcome {
  const notes = { warnings: done.warnings, annotations: done.unsent };
  const links = { 'check-run-url': done.check_run_url ?? '', 'comment-url': done.comment_url ?? '' };
  const outputs = { ...judged.outputs, ...links, published: getPublishedOutput(done) };
  if (signal?.aborted)
    return {
      ...notes,
      outputs: { ...outputs, conclusion: 'interrupted' },
      headline: createInterruptedPage(judged.page).headline,
      exit_code: 130,
    };
  if (done.refused === undefined)
    return { ...notes, outputs, headline: judged.page.headline, exit_code: judged.exit_code };
  return {
    ...notes,
    outputs: { ...outputs, conclusion: 'indecisive' },
    headline: `not accepted: ${done.refused}`,
    exit_code: 3,
  };
}

/**
 * Returns the output `published`: "true" if the verdict stands in the check run, or in the comment without one; empty
 * = nowhere.
 */
function getPublishedOutput({ published: { check_run, comment }, superseded }: PublishOutcome): string {
  const stands = check_run === 'off' ? comment : check_run;
  return superseded || stands === 'off' ? '' : String(!['failed', 'stale', 'refused'].includes(stands));
}

/** Cancels the check run as soon as `signal` aborts: results are sealed afterwards, and a runner does not wait long. */
function cancelOnAbort(
  signal: AbortSignal,
  github: GitHubClient,
  publishing: PublishingOptions,
  announced: AnnouncedCheckRun,
) {
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    const fault = 'The run was interrupted. What was judged until then follows when it is sealed.';
    const refusal = { title: 'interrupted', fault, conclusion: 'cancelled' } as const;
    cancelling = withdrawCheckRun(github, publishing, announced, refusal, signal);
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

/** Returns the page of a run that was interrupted. */
const createInterruptedPage = (page: ReportPage): ReportPage => ({
  ...page,
  headline: `interrupted: ${page.headline}`,
});

/** Returns the outcome of a run that was interrupted before anything was judged. */
function createInterruptedOutcome({ summary_file }: ActionEnvironment, faults: PublishingFaults): ActionOutcome {
  const headline = 'interrupted before anything was judged';
  writeJobSummary(summary_file, `## gatebench: ${headline}`);
  const unknown = ['gate-vector', 'success-rate', 'cost-usd', 'passed', 'failed', 'report-path', 'results-path'];
  const outputs = { ...Object.fromEntries(unknown.map((name) => [name, ''])), conclusion: 'interrupted' };
  return { outputs, warnings: faults.warnings(), annotations: [], headline, exit_code: 130 };
}

/** Appends to the job summary, if there is one and it is writable. */
export function writeJobSummary(file: string | undefined, markdown: string): void {
  try {
    if (file !== undefined) appendSummary(file, markdown);
  } catch {
    // The log says the same.
  }
}

/** Placeholder in `check-name` for the base branch of a pull request or merge queue, or the branch of a push. */
const BASE = '{base}';

/** Tells whether the name of the check run contains the base branch. */
export const hasBaseInCheckName = (inputs: PublishInputs): boolean => getCheckName(inputs).includes(BASE);

/** Returns the commits that an event is about; undefined without a pull request or without a known base. */
function createPublishedPair(
  { pull_request: pull }: RunEvent,
  contracts: readonly EvaluatedContract[],
  names_base: boolean,
): PublishedPair | undefined {
  if (pull?.base_ref === undefined) return undefined;
  const { number, base_ref, base_sha, head_sha } = pull;
  return { number, base_ref, base_sha, head_sha, contracts, names_base, foreign: false };
}

/** Reads the payload of the event; undefined if it is unreadable. */
export async function readEventPayload(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the name of the check run: a report and a comparison on one commit need two. */
function getCheckName({ command, settings, 'check-name': name }: PublishInputs): string {
  if (name !== '') return name;
  if (settings) return 'gatebench settings';
  return command === 'compare' ? 'gatebench compare' : 'gatebench';
}

/** Returns a report with its page and the outputs that all reports have. */
export function createPublishableResult(outcome: JudgementOutcome): PublishableResult {
  const { view, results, places, exit_code } = outcome;
  return { page: createReportPage(view, results, places), exit_code, outputs: createReportOutputs(outcome) };
}

function createReportOutputs({
  view,
  results,
  conclusion,
  report_path,
  results_path,
}: JudgementOutcome): Record<string, string> {
  const { rate, total } = view;
  return {
    'gate-vector': computeWorstGates(results),
    conclusion,
    'success-rate': rate.point === null ? '' : String(rate.point),
    'cost-usd': total.unknown_costs > 0 ? '' : String(total.known_usd),
    passed: String(total.by_status.success),
    failed: String(total.by_status.failure),
    'report-path': report_path,
    'results-path': results_path,
    ...listFormatOutputs(nameFormatFiles(dirname(results_path))),
  };
}

const listFormatOutputs = (files: Required<FormatFiles>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([format, path]) => [`${format}-path`, path]));

/**
 * Returns the worst outcome of each gate: a failure outweighs an error, that a gate that was not reached, that a
 * pass.
 */
function computeWorstGates(results: readonly AttemptResult[]): string {
  if (results.length === 0) return '';
  return GATES.map((id) => {
    const all = results.flatMap(({ verdict }) => verdict.gates.filter((gate) => gate.gate === id));
    const worst = (['fail', 'error'] as const).find((outcome) =>
      all.some((gate) => gate.reached && gate.outcome === outcome),
    );
    return worst ?? (all.every(({ reached }) => reached) ? 'pass' : '-');
  }).join('/');
}
