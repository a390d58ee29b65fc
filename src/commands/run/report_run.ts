import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYSIS_FILE, type Analysis, analyseTrials } from '../../judge/analysis/analysis.js';
import { createArmBook } from '../../judge/analysis/trials/arm_book.js';
import { toTrial } from '../../judge/analysis/trials/trial.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import {
  createAnalysisSections,
  createPlanSection,
  createSettingsSection,
} from '../../publish/report/sections/create_analysis_sections.js';
import {
  createImportedClaimsSection,
  createReplicationSection,
  selectClaimedRun,
} from '../../publish/report/sections/create_replication_section.js';
import { renderReportLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatAgentLabel } from '../../publish/report/view/attempt_row.js';
import { concludePlan, findPlannedBaselines } from '../../publish/report/view/contract_check.js';
import {
  createArmNames,
  findDecidingAttempts,
  type GateConclusion,
  selectGateInput,
} from '../../publish/report/view/gate_conclusion.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { formatDuration, formatQuantity } from '../../publish/text/format_quantity.js';
import { type Plan, SETTINGS_COMPARISON_FILE, selectLastRun } from '../../record/planning/plan.js';
import { SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import {
  EXTRA_PARTIAL_RESULTS_FILE,
  PARTIAL_RESULTS_FILE,
  readScheduleLog,
} from '../../run/scheduler/open_schedule.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { RunResults } from '../attempts/run_attempts.js';
import type { CommandContext } from '../io/command_context.js';
import { nameFormatFiles } from '../io/format_files.js';
import { formatWeakPasses } from '../io/format_weak_passes.js';
import { printStyledLines } from '../io/print_styled_lines.js';
import { withUnwritableError } from '../io/to_unwritable_error.js';
import { writeReplication } from '../replicate/write_replication.js';
import { writeFormats } from '../report/write_formats.js';
import { type WrittenReports, writeReports } from '../report/write_reports.js';
import type { DueAttempts } from './open_due_attempts.js';
import { type RegressionJudgement, writeRegression } from './regression_run.js';

/** Writes the reports of a run over the results that are there, and prints a summary. @throws {UserError} */
export function reportRun(
  due: DueAttempts,
  run_results: RunResults,
  judged: RegressionJudgement | undefined,
): WrittenReports {
  const { plan, specs, options, cwd, out, folder } = due;
  const { fail_on, min_strength } = plan.gate;
  const reports = withUnwritableError(options.out, () => {
    if (judged) writeRegression(options.out, judged, cwd);
    const gate = {
      fail_on,
      min_strength,
      concluded: judged?.concluded ?? concludeRun(plan, specs, run_results),
      decides: findDecidingAttempts(plan),
      arms: createArmNames(plan),
      suite: plan.suite === null ? undefined : plan.name,
      baselines: findPlannedBaselines(plan),
      replicates: plan.replication !== undefined,
    };
    const sections = writeRunSections(due, run_results, judged);
    return writeReports(options.out, run_results.done, run_results.missing, gate, cwd, sections, out.origin);
  });
  if (out.exports_formats) {
    const source = { folder, view: reports.view, results: run_results.done, arms: createArmNames(plan) };
    writeFormats(nameFormatFiles(options.out), source, cwd);
  }
  for (const file of [PARTIAL_RESULTS_FILE, EXTRA_PARTIAL_RESULTS_FILE]) rmSync(join(folder, file), { force: true });
  printRunSummary(due, run_results, reports);
  printRunWeakPasses(plan, run_results, out);
  return reports;
}

/** Concludes a run. A shard may hold nothing that is judged, or be compared with the others: these decide then. */
function concludeRun(plan: Plan, specs: readonly AttemptSpec[], { done, missing }: RunResults): GateConclusion {
  const expected = selectGateInput(plan, { results: [], missing: specs.map(({ attempt_id }) => attempt_id) }).missing;
  const is_shard = plan.attempts.length > specs.length;
  if (is_shard && (expected.length === 0 || plan.gate.fail_on === 'regression')) return 'success';
  return concludePlan(plan, { results: done, missing });
}

/** Returns the sections that a report has beside its attempts, and writes the files that hold them as data. */
function writeRunSections(
  { plan, study, options, folder }: DueAttempts,
  run_results: RunResults,
  judged: RegressionJudgement | undefined,
): ReportSection[] {
  const compared = study.settings_comparison;
  const suite_sections =
    study.suite && options.shard === undefined ? writeSuiteSections(plan, run_results, folder) : [];
  if (compared) writeAtomically(join(folder, SETTINGS_COMPARISON_FILE), `${JSON.stringify(compared, null, 2)}\n`);
  const replicated = writeReplicationSections(plan, run_results, folder);
  const claims = createImportedClaimsSection(run_results.done.flatMap(selectClaimedRun));
  return [
    ...(compared ? [createSettingsSection(compared)] : []),
    ...replicated,
    ...(claims ? [claims] : []),
    ...(judged?.sections ?? []),
    // The gate's sections compare the pairs already.
    ...suite_sections.filter(({ id }) => !compared || id !== 'comparisons'),
  ];
}

/** Returns the sections of a suite's report: its plan and its analysis. */
function writeSuiteSections(plan: Plan, { done, missing }: RunResults, folder: string): ReportSection[] {
  const planned = createPlanSection(plan, missing, selectLastRun(readScheduleLog(join(folder, SCHEDULE_FILE))));
  return [...(planned ? [planned] : []), ...createAnalysisSections(analyseRun(plan, done, folder))];
}

/**
 * Analyses the results of a plan that one run has completed, and writes `analysis.json`. Shards are analysed by
 * `report`.
 */
function analyseRun(plan: Plan, results: readonly AttemptResult[], folder: string): Analysis {
  const book = createArmBook(plan);
  const trials = results.map((result) => book.toTrial(result));
  const analysis = analyseTrials(trials, { arms: book.listArms(), plan });
  writeAtomically(join(folder, ANALYSIS_FILE), `${JSON.stringify(analysis, null, 2)}\n`);
  return analysis;
}

/** Returns the section of a replication, and writes its summary. */
function writeReplicationSections(plan: Plan, { done }: RunResults, folder: string): ReportSection[] {
  if (plan.replication === undefined) return [];
  const trials = done.map((result) => toTrial(result, { id: 'trials' }));
  return [createReplicationSection(writeReplication(plan.replication, trials, folder))];
}

function printRunSummary(
  { options, out, started_ms }: DueAttempts,
  { done, missing, kept }: RunResults,
  { view, report_path, html_path, results_path }: WrittenReports,
): void {
  if (options.json) {
    out.log(formatInertJson({ conclusion: view.conclusion, results: done, missing }));
    return;
  }
  out.log('');
  printStyledLines(out, renderReportLines(view, out.terminal.columns));
  out.log('');
  const count = `${formatQuantity(done.length - kept, 'attempt')}${kept > 0 ? ` and ${kept} kept` : ''}`;
  const duration = formatDuration(performance.now() - started_ms);
  out.log([`${count} in ${duration}`, report_path, html_path, results_path].join(' · '));
}

/** Prints the passes that the gate refuses for their strength. */
function printRunWeakPasses(plan: Plan, { done }: RunResults, out: CommandContext): void {
  const { fail_on, min_strength = 0 } = plan.gate;
  if (fail_on !== 'gates') return;
  const attempts = selectGateInput(plan, { results: done, missing: [] }).results.map((result) => ({
    task: result.contract.path,
    agent: formatAgentLabel(result),
    trial: result.trial,
    status: result.verdict.status,
    bits: result.verdict.oracle.strength.bits,
  }));
  formatWeakPasses(attempts, min_strength).forEach(out.error);
}
