import { prepareLauncher } from '../../system/launcher/start_program.js';
import { openRunSchedule, type RunResults, runAttempts } from '../attempts/run_attempts.js';
import { openLiveExport } from '../export/open_live_export.js';
import type { CommandContext } from '../io/command_context.js';
import { maskKeysInError } from '../io/mask_keys_in_output.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';
import { createEmptyOutcome, createRunOutcome } from './create_run_outcome.js';
import { type DueAttempts, openDueAttempts } from './open_due_attempts.js';
import { openRunPlan, type Release } from './open_run_plan.js';
import type { RegressionJudgement } from './regression_run.js';
import { reportRun } from './report_run.js';

/**
 * Runs attempts by a plan, records them, and reports (`runStudy`).
 *
 * Interrupted, it seals what runs, writes the report over what is there and ends with 130.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function runStudy(given: RunOptions, shown: CommandContext, cwd = process.cwd()): Promise<RunOutcome> {
  prepareLauncher();
  const releases: Release[] = [];
  let keys: readonly string[] = [];
  try {
    const live = openExport(given, shown, releases);
    const run_plan = await openRunPlan(given, shown, cwd, releases);
    if (run_plan === undefined) return createEmptyOutcome(given, given.fail_on ?? 'gates', cwd, true);
    ({ keys } = run_plan.study_models);
    const due = await openDueAttempts(run_plan, releases);
    if ('exit_code' in due) return due;
    const { run_results, judged } = await makeAttempts(
      live === undefined ? due : { ...due, run_options: { ...due.run_options, sealed: live.send } },
    );
    const reports = reportRun(due, run_results, judged);
    return createRunOutcome(due, run_results, reports);
  } catch (error) {
    throw maskKeysInError(error, keys);
  } finally {
    for (const release of releases.reverse()) await release();
  }
}

/** Opens the export to a collector, if one is named. It is released last: nothing else waits for it. */
function openExport(
  { otlp: url, otlp_headers: headers, way_out }: RunOptions,
  out: CommandContext,
  releases: Release[],
) {
  if (url === undefined) return undefined;
  const live = openLiveExport({ url, headers, way_out, signal: out.signal, warn: out.error });
  releases.push(() => live.close());
  return live;
}

/** Runs the planned attempts, then those that the regression gate asks for, in one schedule with common envelopes. */
async function makeAttempts({ specs, run_options, contexts, gate, out }: DueAttempts): Promise<{
  run_results: RunResults;
  judged: RegressionJudgement | undefined;
}> {
  const schedule = openRunSchedule(specs, run_options, contexts);
  const make = (wanted: typeof specs, terms: typeof run_options) => runAttempts(wanted, terms, contexts, schedule, out);
  try {
    const run_results = await make(specs, run_options);
    const judged = out.signal.aborted ? undefined : await gate?.judge(specs, run_results, run_options, make);
    return { run_results, judged };
  } finally {
    schedule.close(out.signal.aborted);
  }
}
