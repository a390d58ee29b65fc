import { relative } from 'node:path';
import { createReportViewFromResults, type ReportView } from '../../publish/report/view/report_view.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { Plan } from '../../record/planning/plan.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import type { RunResults } from '../attempts/run_attempts.js';
import type { CommandContext } from '../io/command_context.js';
import type { WrittenReports } from '../report/write_reports.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';

/** Exit codes of a run by its conclusion; docs/how-a-run-ends.md says what else ends one. */
const EXIT_CODES = { success: 0, failure: 1, indecisive: 3, interrupted: 130 } as const;

/** Creates the outcome of a run; an interruption counts before whatever the results are. */
export function createRunOutcome(
  { specs, plan, out }: { specs: readonly AttemptSpec[]; plan: Plan; out: Pick<CommandContext, 'signal'> },
  { done, missing }: RunResults,
  { view, report_path, html_path, results_path }: WrittenReports,
): RunOutcome {
  const { fail_on } = plan.gate;
  const conclusion = out.signal.aborted ? 'interrupted' : view.conclusion;
  const places = specs.map(({ attempt_id, loaded }) => [attempt_id, { path: loaded.shown, lines: loaded.lines }]);
  return {
    exit_code: EXIT_CODES[conclusion],
    conclusion,
    results: done,
    missing,
    report_path,
    html_path,
    results_path,
    fail_on,
    view: conclusion === 'interrupted' ? createBareView(done, missing, fail_on, 'indecisive') : view,
    places: Object.fromEntries(places),
  };
}

/** Creates the outcome of a run that made no attempt. */
export function createEmptyOutcome(
  options: RunOptions,
  fail_on: RunOutcome['fail_on'],
  cwd: string,
  interrupted = false,
): RunOutcome {
  const locate = (name: string) => relative(cwd, `${options.out}/${name}`);
  return {
    exit_code: interrupted ? EXIT_CODES.interrupted : EXIT_CODES.success,
    conclusion: interrupted ? 'interrupted' : 'success',
    results: [],
    missing: [],
    report_path: locate('report.md'),
    html_path: locate('report.html'),
    results_path: locate('results.jsonl'),
    places: {},
    fail_on,
    view: createBareView([], [], fail_on, interrupted ? 'indecisive' : 'success'),
  };
}

/** Creates the view of a run that was interrupted, and decides nothing whatever its results are, or that made none. */
const createBareView = (
  results: readonly AttemptResult[],
  missing: readonly string[],
  fail_on: RunOutcome['fail_on'],
  concluded: 'indecisive' | 'success',
): ReportView =>
  createReportViewFromResults(results, { missing, fail_on, concluded, harness: { version: ENGINE_VERSION } });
