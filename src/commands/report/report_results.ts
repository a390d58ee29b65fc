import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { adjudicate } from '../../judge/analysis/adjudications.js';
import { ANALYSIS_FILE, type Analysis, analyseTrials } from '../../judge/analysis/analysis.js';
import { createHistoryLine } from '../../judge/analysis/regression/create_history_line.js';
import type { EvaluatedContract } from '../../publish/github/pair/published_pair.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import {
  createAnalysisSections,
  createPlanSection,
  createShardsSection,
} from '../../publish/report/sections/create_analysis_sections.js';
import {
  type ClaimedRun,
  createImportedClaimsSection,
  createReplicationSection,
  MAX_CLAIMED_RUNS,
  selectClaimedRun,
} from '../../publish/report/sections/create_replication_section.js';
import { renderReportLines } from '../../publish/report/terminal/render_report_lines.js';
import {
  concludeContractChecks,
  createContractChecks,
  findPlannedBaselines,
  isContractCheck,
} from '../../publish/report/view/contract_check.js';
import { concludeGate, findDecidingAttempts, type GateConclusion } from '../../publish/report/view/gate_conclusion.js';
import { ReportAccumulator } from '../../publish/report/view/report_accumulator.js';
import { createReportView, type ReportView } from '../../publish/report/view/report_view.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { createHeadList } from '../../record/attestation/attempt_head.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import type { PullRequestPair } from '../../record/manifest/manifest.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext, JudgementOutcome } from '../io/command_context.js';
import { nameFormatFiles } from '../io/format_files.js';
import { formatWeakPasses } from '../io/format_weak_passes.js';
import { refuseForeignResults } from '../io/open_output_folder.js';
import { printStyledLines } from '../io/print_styled_lines.js';
import { readAdjudications } from '../io/read_adjudications.js';
import { appendHistoryLine, readHistoryFile } from '../io/read_history_file.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { removeAttestation, writeAttestation } from '../io/write_attestation.js';
import { beginMergedResults } from '../merge/begin_merged_results.js';
import { mergeResults } from '../merge/merge_results.js';
import type { MergedAttempt, MergedResults } from '../merge/merged_results.js';
import { readFileLines } from '../merge/read_file_lines.js';
import { createOptionSchema } from '../options/create_option_schema.js';
import { writeReplication } from '../replicate/write_replication.js';
import { readPageAssets } from '../view/read_page_assets.js';
import { writeViewPages } from '../view/write_view_pages.js';
import { type ReportSource, writeFormats, writeHistoryBoard } from './write_formats.js';
import { writeReportRenderings } from './write_reports.js';

const fileSchema = z.string().min(1).optional();

/** Options of `report`. */
export const reportOptionsSchema = z.strictObject({
  folders: z
    .array(z.string().min(1))
    .min(1, 'name at least one')
    .describe('output folders of `run`, or what holds them'),
  out: z.string().min(1).describe('folder for the merged results and the reports'),
  html: z.string().min(1).optional().describe('folder for the pages of `view`'),
  plan: z.string().min(1).optional().describe('plan of the attempts, where it is not in the folders'),
  history: z.string().min(1).optional().describe('file that gets one line of this run of the suite'),
  board: fileSchema.describe('with history: page on each contract of the suite'),
  junit: fileSchema.describe('JUnit XML file, a test case an attempt'),
  sarif: fileSchema.describe('SARIF log of findings and failed checks'),
  csv: fileSchema.describe('CSV table, a line an attempt'),
  badge: z
    .string()
    .regex(/\.(?:json|svg)$/i, 'is neither .json nor .svg')
    .optional()
    .describe('badge: .json for shields.io, or .svg'),
  adjudications: createOptionSchema('adjudications'),
  fail_on: createOptionSchema('fail_on'),
  min_strength: createOptionSchema('min_strength'),
  verify: z.boolean().default(false).describe('look at the whole record of every attempt'),
  tell_unverified: z.boolean().default(false).describe('say in the report that records were not verified'),
  allow_missing_records: z
    .boolean()
    .default(false)
    .describe('with verify and a plan: attempts whose records did not come along have no result'),
  allow_mixed_versions: z.boolean().default(false).describe('merge results of different versions of a contract'),
  /** Commit and workflow run for the line of the history. */
  commit: z.string().nullable().default(null),
  run_url: z.string().nullable().default(null),
  json: createOptionSchema('json'),
});
export type ReportOptions = z.output<typeof reportOptionsSchema>;

/** Outcome of `report`. */
export interface ReportOutcome extends JudgementOutcome {
  warnings: string[];
  /** Number of planned attempts without a result. */
  missing: number;
  /** Shards without any result. */
  missing_shards: number[];
  /** False if no plan says what is missing. */
  planned: boolean;
  /** Pull requests of the attempts, each once; null = attempts of none. */
  pull_requests: (PullRequestPair | null)[];
  /** Contracts of all attempts, each version once. */
  contracts: EvaluatedContract[];
}

/**
 * Merges the results of all shards and reports them (`reportResults`): results file, report, history line, gate.
 *
 * @throws {UserError} for results that cannot be merged
 */
export async function reportResults(
  options: ReportOptions,
  out: CommandContext,
  cwd = process.cwd(),
  now = () => new Date(),
): Promise<ReportOutcome> {
  requireCompanions(options);
  const folder = resolve(cwd, options.out);
  refuseForeignResults(options.out, cwd, options.folders);
  const gathering = new ReportAccumulator();
  const origins = createResultOrigins();
  const claimed: ClaimedRun[] = [];
  let claims_count = 0;
  const merged = mergeResults(options, cwd, (result, arm) => {
    gathering.add(result, arm);
    origins.add(result);
    const claims = selectClaimedRun(result);
    claims_count += claims.length;
    // Results are many: only those that the report shows are kept.
    if (claimed.length < MAX_CLAIMED_RUNS) claimed.push(...claims);
  });
  if (options.tell_unverified && !options.verify) merged.warnings.push(UNVERIFIED_WARNING);
  merged.warnings.forEach(out.error);
  let writing: ReturnType<typeof beginMergedResults> | undefined;
  try {
    requireGateOptions(merged, options);
    writing = beginMergedResults(merged, folder);
    const concluded = concludeReportGate(merged, gathering, options);
    const analysis = analyseResults(merged, options, cwd);
    const sections = createAnalysisSections(analysis);
    const { plan } = merged;
    const missing = merged.missing.map(({ attempt_id }) => attempt_id);
    const claims = createImportedClaimsSection(claimed, claims_count);
    const run_sections = [...createMergeSections(merged, folder), ...(claims === undefined ? [] : [claims])];
    const heads = createHeadList([...merged.attempts, ...merged.unplanned].map(({ head }) => head));
    const view = createReportView(gathering, {
      missing,
      evidence: heads.summary.attempts === 0 ? undefined : heads.summary,
      fail_on: getFailOn(merged, options),
      min_strength: getMinStrength(merged, options),
      concluded,
      decides: plan && findDecidingAttempts(plan),
      baselines: plan && findPlannedBaselines(plan),
      suite: plan?.suite == null ? undefined : plan.name,
      replicates: plan?.replication !== undefined,
      gate_only: options.fail_on === 'never',
      harness: {
        version: ENGINE_VERSION,
        ...out.origin,
        ...omitUndefined({ commit: options.commit ?? undefined, run_url: options.run_url ?? undefined }),
      },
      sections: [...run_sections, ...sections],
    });
    // Until then what was signed is beside the results that it is about.
    const { path: results_path, sha256 } = await writing.finish(() => removeAttestation(folder));
    writeAttestation(folder, heads, view.total.by_status, sha256);
    writeAtomically(join(folder, ANALYSIS_FILE), `${JSON.stringify(analysis, null, 2)}\n`);
    if (merged.plan) writeAtomically(join(folder, PLAN_FILE), `${toCanonicalJson(merged.plan)}\n`);
    const renderings = writeReportRenderings(folder, view, cwd);
    const report = { folder, view: renderings.view, results: readResults(results_path), arms: gathering.arms };
    const format_files = out.exports_formats ? nameFormatFiles(options.out) : {};
    writeFurtherFiles({ ...format_files, ...omitUndefined(options) }, report, cwd);
    // Callers that hand results on get the page of the history as well.
    const board = options.board ?? (out.exports_formats ? join(options.out, 'board.html') : undefined);
    if (options.history !== undefined) writeHistory(merged, { ...options, board }, options.history, cwd, now);
    const { report_path, html_path } = renderings;
    const paths = { results_path: relative(cwd, results_path), report_path, html_path };
    const outcome = createReportOutcome(merged, origins, renderings.view, paths);
    printReport(outcome, merged, options, out);
    printWeakPasses(merged, options, out);
    return outcome;
  } catch (error) {
    await writing?.abandon();
    throw toUnwritableError(error, options.out, false) ?? error;
  } finally {
    merged.reader.close();
  }
}

/** Creates the sections on what was merged, planned and repeated, and writes the summary of a replication. */
function createMergeSections(merged: MergedResults, folder: string): ReportSection[] {
  const { plan, schedule, attempts } = merged;
  const missing = merged.missing.map(({ attempt_id }) => attempt_id);
  const trials = attempts.map(({ trial }) => trial);
  const replicated = plan?.replication && writeReplication(plan.replication, trials, folder);
  return [
    createShardsSection(merged),
    plan && createPlanSection(plan, missing, schedule.lines, schedule),
    replicated && createReplicationSection(replicated),
  ].filter((section) => section !== undefined);
}

/** Warning of a report for which whole records were not verified. */
export const UNVERIFIED_WARNING =
  'records were not verified (verify: false): results are believed as their files say them';

/** Returns the condition under which the report fails: of the options, else of the plan. */
const getFailOn = ({ plan }: MergedResults, { fail_on }: ReportOptions) => fail_on ?? plan?.gate.fail_on ?? 'gates';

/** Returns the strength in bits that a pass must have: of the options, else of the plan. */
const getMinStrength = ({ plan }: MergedResults, { min_strength }: ReportOptions) =>
  min_strength ?? plan?.gate.min_strength ?? 0;

/** Refuses options without those that they depend on. @throws {UserError} */
function requireCompanions(options: ReportOptions): void {
  if (options.allow_missing_records && !options.verify)
    throw new UserError('--allow-missing-records has no effect without --verify', 'Say both, or neither.');
  if (options.board !== undefined && options.history === undefined)
    throw new UserError(
      '--board has no effect without --history',
      'Name the history of the suite with --history FILE.',
    );
}

/** Refuses a minimum strength that no gate reads. @throws {UserError} */
function requireGateOptions(merged: MergedResults, options: ReportOptions): void {
  const fail_on = getFailOn(merged, options);
  if (options.min_strength !== undefined && fail_on !== 'gates')
    throw new UserError(`--min-strength is for --fail-on gates, and this report has --fail-on ${fail_on}`);
}

/** Returns the attempts of the agents under test. Baselines decide nothing. */
function selectJudgedAttempts({ attempts, plan, arms }: MergedResults): MergedAttempt[] {
  const agents = plan?.gate.arms ?? arms.filter(({ role }) => role === 'agent').map(({ id }) => id);
  const judged = new Set(agents.length > 0 ? agents : arms.map(({ id }) => id));
  return attempts.filter(({ trial }) => judged.has(trial.arm));
}

/** Concludes the attempts of the agents under test. Missing attempts, also of baselines, leave it undecided. */
function concludeReportGate(
  merged: MergedResults,
  gathering: ReportAccumulator,
  options: ReportOptions,
): GateConclusion {
  const { missing, plan, shards, arms } = merged;
  const is_check = getFailOn(merged, options) === 'gates' && isContractCheck(arms.map(({ role }) => role));
  const concludeChecks = () => concludeContractChecks(createContractChecks(gathering.baselines()), missing.length);
  const concludeJudged = () =>
    concludeGate(
      selectJudgedAttempts(merged).map(({ trial, status, strength_bits: bits }) => ({
        contract: { id: trial.task },
        verdict: { status, scorable: status !== 'invalid', oracle: { strength: { bits } } },
      })),
      {
        fail_on: getFailOn(merged, options),
        missing: missing.map(({ attempt_id }) => attempt_id),
        coverage_floor: plan?.gate.coverage_floor ?? 1,
        min_strength: getMinStrength(merged, options),
      },
    );
  const conclusion = is_check ? concludeChecks() : concludeJudged();
  // Missing shards leave a report undecided, unless its own options say that nothing fails it.
  const is_incomplete = shards.some((shard) => shard.found === 0);
  return conclusion === 'success' && is_incomplete && options.fail_on !== 'never' ? 'indecisive' : conclusion;
}

function analyseResults(
  { attempts, arms, plan }: MergedResults,
  { adjudications }: ReportOptions,
  cwd: string,
): Analysis {
  const trials = attempts.map(({ trial }) => trial);
  if (adjudications === undefined) return analyseTrials(trials, { arms, plan });
  const reviews = readAdjudications(adjudications, new Set(trials.map(({ attempt_id }) => attempt_id)), cwd);
  return analyseTrials(trials, { arms, plan, adjudications: adjudicate(reviews, trials) });
}

/** Writes the pages of `view`, and the formats of other tools, where they are wanted. */
function writeFurtherFiles(files: FurtherFiles, report: ReportSource, cwd: string): void {
  const { html } = files;
  if (html !== undefined) writeViewPages(resolve(cwd, html), report.folder, readPageAssets(), report.view);
  writeFormats(files, report, cwd);
}

type FurtherFiles = Pick<Partial<ReportOptions>, 'html' | 'junit' | 'sarif' | 'csv' | 'badge'>;

/** Reads the results that were written, one at a time. */
function* readResults(path: string): Generator<AttemptResult> {
  for (const { text } of readFileLines(path, path)) yield JSON.parse(text) as AttemptResult;
}

/** Appends the line of this run to the history of its suite, and writes the page on it, where one is wanted. */
function writeHistory(
  merged: MergedResults,
  options: ReportOptions,
  history: string,
  cwd: string,
  now: () => Date,
): void {
  const { commit, run_url, board } = options;
  const path = resolve(cwd, history);
  if (merged.attempts.length > 0) {
    const line = createHistoryLine({ ...merged, commit, run_url, at: now().toISOString() });
    appendHistoryLine(path, line, safe(history));
  }
  writeHistoryBoard(board, readHistoryFile(path), cwd);
}

/** Prints the passes that the gate refuses for their strength. */
function printWeakPasses(merged: MergedResults, options: ReportOptions, out: CommandContext): void {
  if (getFailOn(merged, options) !== 'gates') return;
  const attempts = selectJudgedAttempts(merged).map(({ trial: { task, arm, trial }, status, strength_bits: bits }) => ({
    ...{ task, agent: arm, trial, status, bits },
  }));
  formatWeakPasses(attempts, getMinStrength(merged, options)).forEach(out.error);
}

function createReportOutcome(
  merged: MergedResults,
  origins: ResultOrigins,
  view: ReportView,
  paths: Pick<ReportOutcome, 'results_path' | 'report_path' | 'html_path'>,
): ReportOutcome {
  return {
    exit_code: ({ success: 0, failure: 1, indecisive: 3 } as const)[view.conclusion],
    conclusion: view.conclusion,
    view,
    results: view.rows.map(({ result }) => result),
    places: {},
    ...paths,
    warnings: merged.warnings,
    missing: merged.missing.length,
    missing_shards: merged.shards.filter(({ found }) => found === 0).map(({ shard }) => shard),
    planned: merged.plan !== undefined,
    pull_requests: origins.pull_requests(),
    contracts: origins.contracts(),
  };
}

function printReport(outcome: ReportOutcome, merged: MergedResults, options: ReportOptions, out: CommandContext): void {
  const { conclusion, warnings, missing, missing_shards, results_path, report_path, html_path } = outcome;
  if (!options.json) {
    printStyledLines(out, renderReportLines(outcome.view, out.terminal.columns));
    out.log('');
    out.log([report_path, html_path, results_path].join(' · '));
    return;
  }
  const { repeated, recovered, unplanned, attempts } = merged;
  const counts = { attempts: attempts.length, missing, unplanned: unplanned.length, repeated, recovered };
  out.log(formatInertJson({ conclusion, ...counts, missing_shards, warnings, results_path, report_path, html_path }));
}

/** Pull requests and contracts of results, each once. */
interface ResultOrigins {
  add(result: Pick<AttemptResult, 'contract' | 'pull_request'>): void;
  /** Pull requests; null = results of none. */
  pull_requests(): (PullRequestPair | null)[];
  contracts(): EvaluatedContract[];
}

/** Creates a collector of the pull requests and contracts of results. */
function createResultOrigins(): ResultOrigins {
  const pulls = new Map<string, PullRequestPair | null>();
  const contracts = new Map<string, EvaluatedContract>();
  return {
    add({ contract: { path, version }, pull_request = null }) {
      pulls.set(toCanonicalJson(pull_request), pull_request);
      const key = `${version} ${path}`;
      if (!contracts.has(key)) contracts.set(key, { path, version });
    },
    pull_requests: () => [...pulls.values()],
    contracts: () => [...contracts.values()],
  };
}
