import { resolve } from 'node:path';
import { formatAblation } from '../../contract/coordination/mechanism.js';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { addBaselineCost, computeSpentUsd } from '../../record/costs/cost_estimator.js';
import type { Event } from '../../record/events/event.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { NotStartedReason } from '../../record/planning/plan.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import { type AttemptSpec, digestBriefing } from '../../run/attempt/attempt_spec.js';
import { createAttemptSupplies } from '../../run/attempt/attempt_supplies.js';
import { runAttempt } from '../../run/attempt/lifecycle/run_attempt.js';
import type { Job } from '../../run/scheduler/choose_next_action.js';
import {
  copyReusableRecord,
  findInfrastructureFault,
  findReusableRecord,
  findReusableReport,
  listRecordFolders,
} from '../../run/scheduler/find_reusable_record.js';
import {
  EXTRA_PARTIAL_RESULTS_FILE,
  type OpenSchedule,
  openPartialResults,
  openSchedule,
  PARTIAL_RESULTS_FILE,
} from '../../run/scheduler/open_schedule.js';
import { type JobOutcome, runJobs } from '../../run/scheduler/run_jobs.js';
import { GitError } from '../../workspace/git/run_git.js';
import type { CommandContext } from '../io/command_context.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { createAbsentEndpointListener } from '../models/create_absent_endpoint_listener.js';
import type { AttemptJob, AttemptRunnerState, AttemptRunOptions } from './attempt_job.js';
import { createContractPreparer } from './contract_preparer.js';
import type { RunnerContexts } from './create_runner_contexts.js';
import { formatAttemptLine } from './format_attempt_line.js';
import { formatRecordedStubs } from './format_recorded_stubs.js';
import { type AttemptIdentity, formatResumeLines } from './format_resume_lines.js';
import { openRunProgress } from './run_progress.js';

/** Results of the attempts of a run. */
export interface RunResults {
  /** Results in the order of the plan. */
  done: AttemptResult[];
  /** Ids of attempts without a result. */
  missing: string[];
  /** Reasons why attempts were not begun, by id. */
  not_begun: ReadonlyMap<string, NotStartedReason>;
  /** Number of attempts that were kept or reused from earlier runs. */
  kept: number;
}

/**
 * Opens the schedule of a run, new or continued.
 *
 * @throws {UserError} for an attempt that is heavier than the width, and for an output folder that cannot be written
 */
export function openRunSchedule(
  specs: readonly AttemptSpec[],
  options: AttemptRunOptions,
  { cwd, runs }: RunnerContexts,
): OpenSchedule {
  const { width, resume, out } = options;
  requireWidth(
    specs.map((spec) => createAttemptJob(spec, options)),
    width,
  );
  try {
    const now = () => new Date();
    return openSchedule({ folder: resolve(cwd, out), runs, attempts: specs.length, width, resume, now });
  } catch (error) {
    throw toUnwritableError(error, out) ?? error;
  }
}

/**
 * Runs the attempts that have no result yet, within the schedule's limits.
 *
 * Prints progress, and writes every step to `schedule.jsonl`. On interruption it seals what runs.
 */
export async function runAttempts(
  specs: readonly AttemptSpec[],
  options: AttemptRunOptions,
  contexts: RunnerContexts,
  schedule: OpenSchedule,
  out: CommandContext,
): Promise<RunResults> {
  const { width, envelopes, retries } = options;
  const { ledger, log } = schedule;
  const jobs = specs.map((spec) => createAttemptJob(spec, options));
  const contracts = specs.map(({ loaded }) => loaded);
  const state = openRunnerState(jobs, options, contexts, schedule, out);
  const { results } = state;
  const not_begun = new Map<string, NotStartedReason>();
  try {
    const open = await keepEarlierAttempts(jobs, options, state, out);
    await runJobs(
      open,
      { width, envelopes, retries, ledger, elapsed_ms: schedule.elapsed_ms, signal: out.signal },
      (job, which) => tryAttempt(job, which, retries, state),
      {
        retry: ({ id }, next, reason) =>
          log.append({ type: 'retried', attempt_id: id, try: schedule.tries(id) + next, reason }),
        leave(job, because) {
          log.append({ type: 'not_begun', attempt_id: job.id, reason: because });
          state.progress.leave(job);
          if (!results.has(job.id)) not_begun.set(job.id, because);
        },
      },
    );
  } catch (error) {
    // A fetch or a git command that an interruption stopped is neither a user's mistake nor a defect.
    if (!(out.signal.aborted && (error instanceof UserError || error instanceof GitError)))
      throw toUnwritableError(error, options.out) ?? error;
  } finally {
    state.progress.close();
    state.partial.close();
    await state.supplies.close();
  }
  formatRecordedStubs(contracts, contexts.getContext).forEach(out.error);
  const ids = specs.map(({ attempt_id }) => attempt_id);
  return {
    done: ids.flatMap((id) => results.get(id) ?? []),
    missing: ids.filter((id) => !results.has(id)),
    not_begun,
    kept: state.kept,
  };
}

/** Opens what the attempts of a run share. The caller closes progress, partial results and supplies. */
function openRunnerState(
  jobs: readonly AttemptJob[],
  options: AttemptRunOptions,
  contexts: RunnerContexts,
  schedule: OpenSchedule,
  out: CommandContext,
): AttemptRunnerState {
  const { width, envelopes, arms } = options;
  const { ledger } = schedule;
  const file = options.extra ? EXTRA_PARTIAL_RESULTS_FILE : PARTIAL_RESULTS_FILE;
  const contracts = jobs.map(({ spec }) => spec.loaded);
  return {
    arms,
    sealed: options.sealed,
    contexts,
    schedule,
    results: new Map(),
    kept: 0,
    partial: openPartialResults(resolve(contexts.cwd, options.out), file),
    progress: openRunProgress(
      {
        ...{ jobs, width, total_usd: envelopes.total_usd, spent_usd: () => ledger.total_usd },
        now: () => performance.now(),
        // With JSON on standard output, lines about attempts go to standard error.
        line: options.json ? out.error : out.log,
      },
      out.progress,
    ),
    prepared: createContractPreparer(options, contexts, out.signal, out.error),
    warnAbsentEndpoint: createAbsentEndpointListener(out.error),
    supplies: createAttemptSupplies(contexts.cache, contracts, width),
  };
}

/** Stores the report of an attempt as its result, in place of an earlier one. */
function storeResult(
  { id, spec: { human } }: AttemptJob,
  report: AttemptReport,
  { results, partial }: AttemptRunnerState,
): AttemptResult {
  // The baseline's time may have been declared after a record was made.
  const line = { ...report, cost: addBaselineCost(report.cost, human), run: `runs/${id}` };
  results.set(id, line);
  partial.add(line);
  return line;
}

/** Keeps the results of attempts that need not be run, and prints what of a resumed run is made anew. */
async function keepEarlierAttempts(
  jobs: readonly AttemptJob[],
  { reuse, resume, extra }: AttemptRunOptions,
  state: AttemptRunnerState,
  out: CommandContext,
): Promise<AttemptJob[]> {
  const { contexts, progress } = state;
  const sources = { resume, folders: listRecordFolders(reuse.map((named) => resolve(contexts.cwd, named))) };
  const open: AttemptJob[] = [];
  for (const job of jobs) {
    const earlier = out.signal.aborted ? undefined : await findReusableAttempt(job, sources, state);
    if (!earlier) {
      open.push(job);
      continue;
    }
    state.kept += 1;
    const { report, how } = earlier;
    const line = formatAttemptLine(storeResult(job, report, state), state.arms?.get(job.id), how);
    progress.keep(job, report.verdict.status !== 'success', line);
  }
  const versions = { harness: ENGINE_VERSION, rubric: RUBRIC_VERSION };
  if (resume && !extra)
    formatResumeLines(jobs.length, open.map(getAttemptIdentity), contexts.runs, versions).forEach(out.error);
  return open;
}

/** Tells whether an attempt counts as failed while others run. A noop is expected to fail. */
const isFailure = ({ agent, verdict: { status } }: AttemptReport): boolean =>
  status !== (agent.kind === 'noop' ? 'failure' : 'success');

function createAttemptJob(spec: AttemptSpec, options: AttemptRunOptions): AttemptJob {
  const { weight, ceiling_usd } = options.weigh(spec);
  const task = spec.loaded.contract.id;
  const { extra = false } = options;
  return { id: spec.attempt_id, task, weight, ceiling_usd, spec, extra };
}

function getAttemptIdentity({ id, spec }: AttemptJob): AttemptIdentity {
  const { loaded, agent, trial, seed, ablation } = spec;
  return {
    attempt_id: id,
    contract: { id: loaded.contract.id, version: loaded.version, briefing: digestBriefing(loaded.contract) },
    agent: { name: agent.name, identity: agent.identity },
    trial,
    seed,
    ablation: formatAblation(ablation),
  };
}

/** Requires that every attempt fits into the width. @throws {UserError} */
function requireWidth(jobs: readonly Job[], width: number): void {
  const heavy = jobs.find(({ weight }) => weight > width);
  if (heavy)
    throw new UserError(
      `an attempt at ${heavy.task} has weight ${heavy.weight}, more than the ${width} that may run at a time`,
      'Raise the width (--concurrency N, or concurrency.width in the suite), or lower the weight.',
    );
}

/**
 * Runs one try of an attempt: schedules, runs, logs and prints it.
 *
 * @param which number of the try in this process, from 1
 */
async function tryAttempt(
  job: AttemptJob,
  which: number,
  retries: number,
  state: AttemptRunnerState,
): Promise<JobOutcome> {
  const { id, spec, task, ceiling_usd, extra = false } = job;
  const { contexts, schedule, progress, prepared } = state;
  const number = schedule.tries(id) + which;
  const listeners = progress.begin(job, `${task} · ${spec.agent.name}`);
  const watch = (_: string, event: Event) => {
    listeners.watch?.(id, event);
    state.warnAbsentEndpoint(event);
  };
  const ready = await prepared(spec.loaded, which);
  schedule.log.append({ type: 'begun', attempt_id: id, try: number, task, ceiling_usd, extra });
  const report = await runAttempt(
    spec,
    ready,
    { ...contexts.getContext(spec.loaded), watch, activity: listeners.activity, supplies: state.supplies },
    scoreAttempt,
  );
  const { verdict, cost, timing, head } = report;
  const { status } = verdict;
  const { wall_ms } = timing;
  const cost_usd = computeSpentUsd(cost);
  schedule.log.append({ type: 'sealed', attempt_id: id, try: number, status, cost_usd, wall_ms, head });
  const again = findInfrastructureFault(report, () => verifyRun(`${contexts.runs}/${id}`).events);
  const is_last = again === undefined || which > retries;
  // Another try takes the place of this record.
  if (is_last) state.sealed?.(`${contexts.runs}/${id}`);
  const line = formatAttemptLine(storeResult(job, report, state), state.arms?.get(id));
  progress.end(job, {
    over: is_last,
    failed: isFailure(report),
    wall_ms,
    line: is_last ? line : `${line} · once more`,
  });
  return { cost_usd, retry_reason: again };
}

/**
 * Searches for an attempt that need not be run: in the folder of the run (`--resume`), then in earlier ones
 * (`--reuse`).
 */
async function findReusableAttempt(
  job: AttemptJob,
  { resume, folders }: { resume: boolean; folders: readonly string[] },
  { contexts, schedule, prepared }: Pick<AttemptRunnerState, 'contexts' | 'schedule' | 'prepared'>,
): Promise<{ report: AttemptReport; how: string } | undefined> {
  const { id, spec } = job;
  const versions = { harness: ENGINE_VERSION, rubric: RUBRIC_VERSION };
  const report = resume ? findReusableReport(`${contexts.runs}/${id}`, versions) : undefined;
  if (report) {
    schedule.log.append({ type: 'kept', attempt_id: id, cost_usd: computeSpentUsd(report.cost), head: report.head });
    return { report: report, how: 'kept' };
  }
  if (folders.length === 0) return undefined;
  // Preparing the repository is slow, so it is done only if there is a candidate.
  if (!findReusableRecord(id, folders, versions, scoreAttempt)) return undefined;
  const { tools, lockfiles, snapshot } = await prepared(spec.loaded);
  if (snapshot.unavailable !== undefined) return undefined;
  const conditions = {
    ...versions,
    ...{ tools, lockfiles, snapshot: snapshot.observed, sandbox_class: contexts.getContext(spec.loaded).probe.class },
  };
  const source = findReusableRecord(id, folders, conditions, scoreAttempt);
  const copy = source && copyReusableRecord(source, contexts.runs, id, conditions, scoreAttempt);
  if (!copy) return undefined;
  const { head, cost } = copy;
  schedule.log.append({ type: 'reused', attempt_id: id, head, from: source.path, saved_usd: computeSpentUsd(cost) });
  return { report: copy, how: 'reused' };
}
