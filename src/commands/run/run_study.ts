import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { DEFAULT_DISK_BYTES } from '../../contract/policy/policy.js';
import { analyseTrials } from '../../judge/analysis/analyse_trials.js';
import { ANALYSIS_FILE, type Analysis } from '../../judge/analysis/analysis.js';
import { createArmBook } from '../../judge/analysis/trials/arm_book.js';
import { toTrial } from '../../judge/analysis/trials/to_trial.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import { createAnalysisSections } from '../../publish/report/sections/create_analysis_sections.js';
import { createPlanSection } from '../../publish/report/sections/create_plan_section.js';
import { createSettingsSection } from '../../publish/report/sections/create_settings_section.js';
import {
  createImportedClaimsSection,
  selectClaimedRun,
} from '../../publish/report/sections/measures/create_imported_claims_section.js';
import { createReplicationSection } from '../../publish/report/sections/measures/create_replication_section.js';
import { renderReportLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatAgentLabel } from '../../publish/report/view/attempt_row.js';
import {
  concludePlan,
  createArmNames,
  findDecidingAttempts,
  findPlannedBaselines,
  selectGateInput,
} from '../../publish/report/view/conclude_plan.js';
import type { GateConclusion } from '../../publish/report/view/gate_conclusion.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { formatDuration, formatQuantity } from '../../publish/text/format_quantity.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Plan } from '../../record/planning/plan.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import type { Replication } from '../../record/planning/replication.js';
import { SCHEDULE_FILE } from '../../record/planning/schedule_file.js';
import { selectLastRun } from '../../record/planning/schedule_line.js';
import { SETTINGS_COMPARISON_FILE, type SettingsComparison } from '../../record/planning/settings_comparison.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { findCoordination } from '../../run/agents/find_coordination.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { EXTRA_PARTIAL_RESULTS_FILE, PARTIAL_RESULTS_FILE } from '../../run/scheduler/open_partial_results.js';
import { readScheduleLog } from '../../run/scheduler/schedule_log.js';
import { prepareLauncher } from '../../system/launcher/start_program.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { createMissingPullRequestError } from '../../workspace/snapshot/materialise_snapshot.js';
import type { AttemptRunOptions } from '../attempts/attempt_job.js';
import { beginInspection } from '../attempts/begin_inspection.js';
import { createRunnerContexts, type RunnerContexts } from '../attempts/create_runner_contexts.js';
import { openRunSchedule, type RunResults, runAttempts } from '../attempts/run_attempts.js';
import { startMachineProbes } from '../attempts/start_machine_probes.js';
import type { CommandContext } from '../io/command_context.js';
import { formatWeakPasses } from '../io/format_weak_passes.js';
import { maskKeysInError } from '../io/mask_keys_in_output.js';
import { openOutputFolder, refuseEarlierResults } from '../io/open_output_folder.js';
import { printStyledLines } from '../io/print_lines.js';
import { toUnwritableError, type WrittenReports, writeReports } from '../io/write_reports.js';
import { printUpstreams } from '../models/print_upstreams.js';
import { requireListeningUpstreams } from '../models/require_listening_upstreams.js';
import { requireStageEntry } from '../pilot/require_stage_entry.js';
import { createAttemptRunTerms } from '../plan/create_attempt_run_terms.js';
import { type OpenPlan, openPlan, parseShardCount, parseShardIndex, selectShardSpecs } from '../plan/open_plan.js';
import { createReplicationOptions } from '../replicate/create_replication_options.js';
import { formatReplicationLine } from '../replicate/format_replication_line.js';
import { type RecordedConfiguration, readRecordedConfiguration } from '../replicate/read_recorded_configuration.js';
import { requireDeclaredVariation } from '../replicate/require_declared_variation.js';
import { writeReplication } from '../replicate/write_replication.js';
import { printContractEvidence, selectDistinctContracts } from '../study/print_contract_evidence.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';
import { createEmptyOutcome, createIndecisiveView, printDryRun } from './print_dry_run.js';
import { createRegressionRun, type RegressionRun, SHARD_CONCLUSION, writeRegression } from './regression_run.js';
import { requireAgentBudget } from './require_agent_budget.js';

/**
 * Runs attempts by a plan, records them, and reports (`runStudy`).
 *
 * Interrupted, it seals what runs, writes the report over what is there and ends with 130.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function runStudy(given: RunOptions, shown: CommandContext, cwd = process.cwd()): Promise<RunOutcome> {
  prepareLauncher();
  const recorded = given.replicate && readRecordedConfiguration(given.replicate.run, cwd);
  const options = recorded ? createReplicationOptions(given, recorded, cwd) : given;
  const replication = recorded && createReplication(recorded, options);
  let probing: Promise<void> | undefined;
  const start = (cache: WorkspaceCache) => {
    if (!options.dry_run) probing = startMachineProbes(options, cache, DEFAULT_DISK_BYTES);
  };
  const terms = { shards: () => parseShardCount(options.shard), durations: [], replication, start };
  try {
    const open = await openPlan(options, terms, shown, cwd);
    if (open === undefined) return createEmptyOutcome(options, options.fail_on ?? 'gates', cwd, true);
    return await executeOpenPlan(open, options, recorded, cwd, shown);
  } finally {
    // A run that was refused leaves nothing at work in its cache.
    await probing;
  }
}

async function executeOpenPlan(
  open: OpenPlan,
  options: RunOptions,
  recorded: RecordedConfiguration | undefined,
  cwd: string,
  shown: CommandContext,
): Promise<RunOutcome> {
  try {
    if (recorded) {
      requireDeclaredVariation(recorded, open.specs, options);
      shown.error(formatReplicationLine(recorded, open.specs[0]!, options));
    }
    return await executePlan(open, options, cwd);
  } catch (error) {
    throw maskKeysInError(error, open.study_models.keys);
  } finally {
    await open.close();
  }
}

/** Returns what is planned to be repeated: the attempt with its result, and what is declared to vary. */
function createReplication({ result, manifest }: RecordedConfiguration, { replicate }: RunOptions): Replication {
  const { attempt_id, head } = result;
  const verified = manifest !== undefined;
  return { source: { attempt_id, head, verified, vary: [...new Set(replicate?.vary)].sort() }, recorded: result };
}

/** Runs the part of a plan that falls to this process. */
async function executePlan(open: OpenPlan, options: RunOptions, cwd: string): Promise<RunOutcome> {
  const { study, study_models, cache, out } = open;
  const plan = applyGateOptions(open, options);
  const sharded = plan.shards > 1 && options.shard !== undefined;
  const gate = createRegressionRun(plan, study.gate.baseline, sharded, cwd);
  const stage = requireStageEntry(options, open.plan, cwd);
  const shard_specs = selectShardSpecs(open, options.shard);
  requirePullRequest(shard_specs, options);
  requireAgentBudget(shard_specs, study_models.prices);
  if (options.dry_run) return printDryRun(shard_specs, open, options, out, cwd);
  const planned = `${toCanonicalJson(open.plan)}\n`;
  if (study.settings_comparison && options.resume) requireSamePlan(resolve(cwd, options.out), planned);
  const earlier = options.resume ? 'resume' : options.earlier;
  refuseEarlierResults(options.out, cwd, earlier, planned);
  const used = new Set(shard_specs.map(({ models }) => models));
  const judges = new Set(shard_specs.flatMap(({ judge }) => judge ?? []));
  for (const models of [...study_models.models.filter((one) => used.has(one)), ...judges]) {
    await requireListeningUpstreams(models.upstreams);
    await printUpstreams(models, out);
  }

  const needs = { doors: needsForwardedPorts(shard_specs), keys: study_models.keys, prices: study_models.prices };
  const inspection = beginInspection(options, shard_specs[0]?.loaded, { cwd, cache }, out.signal);
  try {
    const opened = await createRunnerContexts({ ...options, ...needs }, study.contracts, cache, cwd, out);
    const contexts = { ...opened, inspected: inspection.begun };
    return await makeAttempts({ open, plan, gate, stage, shard_specs, planned, earlier, contexts }, options, cwd);
  } finally {
    await inspection.close();
  }
}

/** Attempts that are about to be made, and the terms under which. */
interface DueAttempts {
  open: OpenPlan;
  /** The plan with the gate of this run. */
  plan: Plan;
  gate: RegressionRun | undefined;
  stage: ReturnType<typeof requireStageEntry>;
  shard_specs: readonly AttemptSpec[];
  /** Text of the plan file. */
  planned: string;
  earlier: Parameters<typeof openOutputFolder>[2];
  contexts: RunnerContexts;
}

/** Makes the attempts, and reports them. */
async function makeAttempts(
  { open: { study, out }, plan, gate, stage, shard_specs, planned, earlier, contexts }: DueAttempts,
  options: RunOptions,
  cwd: string,
): Promise<RunOutcome> {
  if (!contexts.isolated) out.error('running WITHOUT isolation: no attempt can pass the safety gate');
  const folder = openOutputFolder(options.out, cwd, earlier, out.error, planned);
  try {
    const deviations = stage?.deviations ?? [];
    const specs = deviations.length === 0 ? shard_specs : shard_specs.map((one) => ({ ...one, deviations }));
    printContractEvidence(selectDistinctContracts(specs), options, out);
    const started = performance.now();
    // The plan is on disk before the first attempt.
    withUnwritableError(options, () => writeAtomically(join(resolve(cwd, options.out), PLAN_FILE), planned));
    const terms = createAttemptRunTerms(plan, parseShardIndex(options.shard));
    const reuse = options.reuse.map(folder.resolvePath);
    const run_options = { ...options, ...terms, reuse, retries: options.retries ?? terms.retries, width: study.width };
    const { run_results, judged } = await runAttemptsAndGate(specs, run_options, gate, contexts, out);
    if (judged) withUnwritableError(options, () => writeRegression(options.out, judged, cwd));
    const concluded = judged?.concluded ?? concludeRun(plan, specs, run_results);
    const { fail_on } = plan.gate;
    const written = withUnwritableError(options, () => {
      const analysed = study.suite && options.shard === undefined;
      const about = analysed ? createSuiteSections(plan, run_results, resolve(cwd, options.out)) : [];
      const compared = study.settings_comparison ? [createSettingsSection(study.settings_comparison)] : [];
      if (study.settings_comparison) writeSettingsComparison(study.settings_comparison, resolve(cwd, options.out));
      // The gate's sections compare the pairs already.
      const others = study.settings_comparison ? about.filter(({ id }) => id !== 'comparisons') : about;
      const replicated = createReplicationSections(plan, run_results, resolve(cwd, options.out));
      const claims = createImportedClaimsSection(run_results.done.flatMap(selectClaimedRun));
      const sections = [
        ...compared,
        ...replicated,
        ...(claims ? [claims] : []),
        ...(judged?.sections ?? []),
        ...others,
      ];
      const gate = {
        ...{ fail_on, concluded, decides: findDecidingAttempts(plan), min_strength: plan.gate.min_strength },
        ...{ arms: createArmNames(plan), suite: plan.suite === null ? undefined : plan.name },
        ...{ baselines: findPlannedBaselines(plan), replicates: plan.replication !== undefined },
      };
      return writeReports(options.out, run_results.done, run_results.missing, gate, cwd, sections, out.origin);
    });
    for (const file of [PARTIAL_RESULTS_FILE, EXTRA_PARTIAL_RESULTS_FILE])
      rmSync(join(resolve(cwd, options.out), file), { force: true });
    printRunSummary(run_results, written, options, out, performance.now() - started);
    printRunWeakPasses(plan, run_results, out);
    return createRunOutcome(specs, run_results, written, fail_on, out);
  } finally {
    folder.release();
  }
}

/** Returns the plan with the gate of this run: options override the plan. */
function applyGateOptions({ plan, study }: OpenPlan, { fail_on, extra_trials, extra_usd }: RunOptions): Plan {
  const min_strength = study.gate.min_strength ?? plan.gate.min_strength;
  const asked = { fail_on, extra_trials, extra_usd, min_strength };
  const said = Object.entries(asked).filter(([, value]) => value !== undefined);
  return { ...plan, gate: { ...plan.gate, ...Object.fromEntries(said) } };
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

/** Runs the planned attempts, then those that the regression gate asks for, in one schedule with common envelopes. */
async function runAttemptsAndGate(
  specs: readonly AttemptSpec[],
  options: AttemptRunOptions,
  gate: RegressionRun | undefined,
  contexts: RunnerContexts,
  out: CommandContext,
) {
  const schedule = openRunSchedule(specs, options, contexts);
  try {
    const run_results = await runAttempts(specs, options, contexts, schedule, out);
    const make = (extra: readonly AttemptSpec[], terms: AttemptRunOptions) =>
      runAttempts(extra, terms, contexts, schedule, out);
    const judged = out.signal.aborted ? undefined : await gate?.judge(specs, run_results, options, make);
    return { run_results, judged };
  } finally {
    schedule.close(out.signal.aborted);
  }
}

/** Returns the sections of a suite's report: its plan and its analysis. */
function createSuiteSections(plan: Plan, { done, missing }: RunResults, folder: string): ReportSection[] {
  const planned = createPlanSection(plan, missing, selectLastRun(readScheduleLog(join(folder, SCHEDULE_FILE))));
  return [...(planned ? [planned] : []), ...createAnalysisSections(analyseRun(plan, done, folder))];
}

/** Returns the section of a replication, and writes its summary. */
function createReplicationSections(plan: Plan, { done }: RunResults, folder: string): ReportSection[] {
  if (plan.replication === undefined) return [];
  const trials = done.map((result) => toTrial(result, { id: 'trials' }));
  return [createReplicationSection(writeReplication(plan.replication, trials, folder))];
}

/**
 * Requires that a comparison goes on by the plan that it began with: attempts of another night are no part of it, and
 * its rule is fixed beforehand.
 *
 * @throws {UserError}
 */
function requireSamePlan(folder: string, planned: string): void {
  const path = join(folder, PLAN_FILE);
  if (!existsSync(path) || readFileSync(path, 'utf8') === planned) return;
  throw new UserError(
    `${path} is of another comparison: commits, contracts, trials or the rule of the gate differ`,
    'Name another folder with --out, or begin anew with --replace.',
  );
}

/** Writes what the compared settings differ in. */
const writeSettingsComparison = (compared: SettingsComparison, folder: string) =>
  writeAtomically(join(folder, SETTINGS_COMPARISON_FILE), `${JSON.stringify(compared, null, 2)}\n`);

/** Tells whether agents reach a server of gatebench from inside their sandbox. */
const needsForwardedPorts = (specs: readonly AttemptSpec[]) =>
  specs.some(
    ({ agent, models, loaded }) => models !== undefined || findCoordination(agent, loaded.contract) !== undefined,
  );

/** Concludes a run. A shard may hold nothing that is judged: others decide then. */
function concludeRun(plan: Plan, specs: readonly AttemptSpec[], { done, missing }: RunResults): GateConclusion {
  const expected = selectGateInput(plan, { results: [], missing: specs.map(({ attempt_id }) => attempt_id) }).missing;
  if (expected.length === 0 && plan.attempts.length > specs.length) return 'success';
  if (plan.gate.fail_on === 'regression' && plan.attempts.length > specs.length) return SHARD_CONCLUSION;
  return concludePlan(plan, { results: done, missing });
}

function printRunSummary(
  { done, missing, kept }: RunResults,
  written: WrittenReports,
  options: RunOptions,
  out: CommandContext,
  wall_ms: number,
): void {
  if (options.json) {
    out.log(formatInertJson({ conclusion: written.view.conclusion, results: done, missing }));
    return;
  }
  out.log('');
  printStyledLines(out, renderReportLines(written.view, out.terminal.columns));
  out.log('');
  out.log(
    `${formatQuantity(done.length - kept, 'attempt')}${kept > 0 ? ` and ${kept} kept` : ''} in ${formatDuration(wall_ms)} · ` +
      `${written.report_path} · ${written.html_path} · ${written.results_path}`,
  );
}

function createRunOutcome(
  specs: readonly AttemptSpec[],
  { done, missing }: RunResults,
  { view, report_path, html_path, results_path }: WrittenReports,
  fail_on: Plan['gate']['fail_on'],
  out: CommandContext,
): RunOutcome {
  const conclusion = out.signal.aborted ? 'interrupted' : view.conclusion;
  const exit_code = { success: 0, failure: 1, indecisive: 3, interrupted: 130 }[conclusion] as RunOutcome['exit_code'];
  const shown = conclusion === 'interrupted' ? createIndecisiveView(done, missing, fail_on) : view;
  const places = specs.map(({ attempt_id, loaded }) => [attempt_id, { path: loaded.shown, lines: loaded.lines }]);
  return {
    exit_code,
    conclusion,
    results: done,
    missing,
    ...{ report_path, html_path, results_path, fail_on, view: shown },
    places: Object.fromEntries(places),
  };
}

function withUnwritableError<T>(options: RunOptions, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw toUnwritableError(error, options.out) ?? error;
  }
}

/**
 * Analyses the results of a plan that one run has completed, and writes `analysis.json`. Shards are analysed by
 * `report`.
 */
function analyseRun(plan: Plan, results: readonly AttemptResult[], folder: string): Analysis {
  const book = createArmBook(plan);
  const trials = results.map((result) => toTrial(result, book.findArm(result)));
  const analysis = analyseTrials(trials, { arms: book.listArms(), plan });
  writeAtomically(join(folder, ANALYSIS_FILE), `${JSON.stringify(analysis, null, 2)}\n`);
  return analysis;
}

/**
 * Requires a pull request for contracts that begin at its base, before anything else is run.
 *
 * @throws {UserError}
 */
function requirePullRequest(specs: readonly AttemptSpec[], { pull_request }: Pick<RunOptions, 'pull_request'>): void {
  const lost = pull_request ? undefined : specs.find(({ loaded }) => 'base' in loaded.contract.snapshot);
  if (lost) throw createMissingPullRequestError(lost.loaded);
}
