import type { CausalSummary } from '../../../judge/attribution/attribute_failure.js';
import type { HeadSummary } from '../../../record/attestation/attempt_head.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { formatPartialUsd, formatQuantity } from '../../text/format_quantity.js';
import type { ReportSection } from '../report_block.js';
import { type AttemptRow, compareCodeUnits, toAttemptRow } from './attempt_row.js';
import { type CheckOutputSummary, collectCheckOutputs } from './check_output_summary.js';
import { computeReportRate, type RateInput, type SuccessRate } from './compute_report_rate.js';
import {
  type BaselineTally,
  type ContractCheck,
  concludeContractChecks,
  createBaselineTally,
  createContractChecks,
  formatBaselines,
  isContractCheck,
  isUnsoundBaseline,
  type PlannedBaseline,
} from './contract_check.js';
import { formatHeadline, type HeadlineTotals } from './format_headline.js';
import type { ContractStrength } from './format_strength.js';
import { isJudgedPass, type JudgedPasses } from './format_strength.js';
import { concludeGate, type GateConclusion, type GateOptions, isBelowMinStrength } from './gate_conclusion.js';
import type { MechanismRow } from './mechanism_summary.js';
import type { ModelRow } from './model_summary.js';
import { type AttemptTotals, ReportAccumulator, sortTally } from './report_accumulator.js';
import { collectReasons, type ReportFinding, type ReportReason } from './report_reason.js';
import type { ResultMatrix } from './result_matrix.js';
import { CONCLUSION_LABELS, REPORT_ONLY_LABEL } from './status_labels.js';
import type { TestFailureSummary } from './test_failure_summary.js';

const REASONS = 5;
const FINDINGS = 500;

/** Identity of the gatebench that made the report; `run_url` links to the workflow run, if there is one. */
interface HarnessIdentity {
  version: string;
  /** `owner/name`. */
  repository?: string;
  commit?: string;
  run_url?: string;
}

interface ReportTotals extends AttemptTotals {
  missing: number;
  /** Passes without any strength, those weaker than wanted, and those that the gate refuses for it. */
  without_strength: number;
  weaker: number;
  too_weak: number;
  /** Passes that rest on what a judge model says. */
  judged_passes: JudgedPasses;
}

/** Everything that any rendering shows; renderers only format. */
export interface ReportView {
  conclusion: GateConclusion;
  fail_on: GateOptions['fail_on'];
  /** Sign of the verdict: of the conclusion, of the contracts' check, or of a report that decides nothing. */
  sign: string;
  tone: 'good' | 'bad' | 'doubt' | 'plain';
  headline: string;
  /** Headline with the word of the conclusion before it, where the headline does not say it. */
  title: string;
  /** Attempts of golden and noop beside judged ones, as one line; empty if there are none. */
  baselines: string;
  /** Checks of contracts; empty unless golden and noop are all that was tried. */
  contract_checks: readonly ContractCheck[];
  /** Sections of the analysis, between the verdict and the attempts; empty without one. */
  sections: readonly ReportSection[];
  /** Most important reasons for a conclusion other than success, worst first; `more_reasons` counts the rest. */
  reasons: ReportReason[];
  more_reasons: number;
  /** Name of the suite; empty without one. */
  suite: string;
  /** Passes by task and agent; undefined for one agent at one task. */
  matrix: ResultMatrix | undefined;
  /** First and last start of the attempts that are shown, ISO 8601; undefined = not read. */
  period: { first: string; last: string } | undefined;
  /** Failed tests with their messages, from the records; empty without these. */
  failures: readonly TestFailureSummary[];
  /** Interpretations of records, by attempt; empty without these. */
  causes: ReadonlyMap<string, CausalSummary>;
  /** Outputs of checks that failed without a test report. */
  outputs: readonly CheckOutputSummary[];
  /** Words on which attempts the reasons are counted over; empty for all. */
  reasons_of: string;
  total: ReportTotals;
  rate: SuccessRate;
  /** Words behind "success rate" that name the attempts, unless it covers all. */
  rate_of: string;
  /** Rates per agent and ablation; empty if there is only one. */
  agents: { agent: string; rate: SuccessRate; cost: string }[];
  /** Attempts, worst first, then by task, agent and trial. Of many attempts only the worst; `total` counts all. */
  rows: AttemptRow[];
  /** Safety metrics and work of the mechanisms, by agent or arm. */
  mechanisms: MechanismRow[];
  /** Section on the acts of agents; undefined if there was no act. */
  acts: ReportSection | undefined;
  /** The acts as one line; empty if there was none. */
  act_words: string;
  /** Model traffic; empty if no model was asked. */
  models: ModelRow[];
  /** Least strength of the passes of each contract, the least first. */
  strengths: ContractStrength[];
  tags: { id: string; count: number }[];
  /** Findings; `place` is the file, with a known line, unless the message names it. */
  findings: ReportFinding[];
  /** Number of findings, of which `findings` has those of the worst attempts. */
  all_findings: number;
  /** Number of attempts without a sandbox. */
  not_isolated: number;
  /** Caps at which agents were stopped. */
  capped: { cap: string; count: number }[];
  deviations: { text: string; count: number }[];
  /** Number of attempts with a live network in setup or agent. */
  not_replayable: number;
  mixed_versions: { id: string; versions: string[] }[];
  missing: string[];
  rubrics: string[];
  harness: HarnessIdentity;
  /** Heads of the records: what binds the results to them. Undefined = nothing was recorded. */
  evidence: HeadSummary | undefined;
}

/** Options of a report's view. */
export interface ReportViewOptions extends GateOptions {
  harness: HarnessIdentity;
  evidence?: HeadSummary | undefined;
  /** Conclusion of a caller that knows more than the results: a baseline, an interruption. */
  concluded?: GateConclusion;
  sections?: readonly ReportSection[];
  /** Ids of the attempts that the gate judges; the others are only compared. Absent for all. */
  decides?: ReadonlySet<string> | undefined;
  /** Attempts that a plan expects of golden and noop with all mechanisms on, by id. */
  baselines?: ReadonlyMap<string, PlannedBaseline> | undefined;
  /** Names of a suite's arms, by attempt. */
  arms?: ReadonlyMap<string, string> | undefined;
  /** Name of the suite. */
  suite?: string | undefined;
  /** True if all attempts repeat a recorded one. */
  replicates?: boolean;
  /** True if nothing but the gate decides: baselines and defects of gatebench are told, and leave nothing undecided. */
  gate_only?: boolean;
}

const TONES = { success: 'good', failure: 'bad', indecisive: 'doubt' } as const;

/** Creates the view model of a report over `results`. Pure: the order of the results does not matter. */
export function createReportViewFromResults(results: Iterable<AttemptResult>, options: ReportViewOptions): ReportView {
  const gathering = new ReportAccumulator();
  for (const result of results) gathering.add(result, options.arms?.get(result.attempt_id));
  return createReportView(gathering, options);
}

/** Creates the view model of a report from accumulated results. */
export function createReportView(gathering: ReportAccumulator, options: ReportViewOptions): ReportView {
  const mixed = findMixedVersions(gathering.versions);
  const min_strength = options.fail_on === 'gates' ? (options.min_strength ?? 0) : 0;
  const rows = gathering
    .worst()
    .map((result) =>
      toAttemptRow(result, mixed.has(result.contract.id), min_strength, gathering.arms.get(result.attempt_id)),
    );
  const strengths = gathering.strengths(min_strength, (task, version) => formatTaskLabel(task, version, mixed));
  const { judged, sums } = gathering;
  const verdict = concludeReport(gathering, options, min_strength);
  const { deciding, missing, checked, outcome } = verdict;
  const reasons = collectReasons(rows.filter((row) => verdict.isReason(row)));
  const reported = options.fail_on === 'never' && checked === undefined && outcome === 'success';
  return {
    conclusion: outcome,
    fail_on: options.fail_on,
    sign: reported ? REPORT_ONLY_LABEL.sign : CONCLUSION_LABELS[checked ?? outcome].sign,
    tone: reported ? 'plain' : TONES[checked ?? outcome],
    headline: verdict.headline,
    title: reported || checked !== undefined ? verdict.headline : `${outcome}: ${verdict.headline}`,
    baselines: verdict.baselines,
    contract_checks: verdict.checks,
    sections: options.sections ?? [],
    reasons: reasons.slice(0, REASONS),
    more_reasons: Math.max(0, reasons.length - REASONS),
    suite: options.suite ?? '',
    matrix: gathering.matrix.toMatrix(),
    period: undefined,
    failures: [],
    causes: new Map(),
    outputs: collectCheckOutputs(rows),
    reasons_of:
      reasons.length === 0 || rows.length === sums.attempts
        ? ''
        : `counted over the ${formatQuantity(rows.length, 'worst attempt')}`,
    total: {
      ...sums,
      missing: options.missing.length,
      without_strength: gathering.without_strength,
      weaker: strengths.reduce((sum, { weaker }) => sum + weaker, 0),
      too_weak: verdict.too_weak,
      judged_passes: gathering.judgedPasses(),
    },
    rate: computeReportRate(deciding, missing),
    rate_of: deciding.length === judged.length && missing === options.missing.length ? '' : ' of what the gate judges',
    agents: computeAgentRates(gathering),
    rows,
    mechanisms: gathering.mechanisms(),
    acts: gathering.acts.toSection(),
    act_words: gathering.acts.toText(),
    models: gathering.models(),
    strengths,
    tags: sortTally(gathering.tags).map(([id, count]) => ({ id, count })),
    findings: rows.flatMap(collectFindings).slice(0, FINDINGS),
    all_findings: gathering.findings,
    not_isolated: gathering.not_isolated,
    capped: sortTally(gathering.caps).map(([cap, count]) => ({ cap, count })),
    deviations: sortTally(gathering.deviations).map(([text, count]) => ({ text, count })),
    not_replayable: gathering.not_replayable,
    mixed_versions: [...mixed].map(([id, versions]) => ({ id, versions })),
    missing: [...options.missing].sort(compareCodeUnits),
    rubrics: [...gathering.rubrics].sort(compareCodeUnits),
    harness: options.harness,
    evidence: options.evidence,
  };
}

/** Concludes a report: what decides, what that came to, and the headline that says it. */
function concludeReport(gathering: ReportAccumulator, options: ReportViewOptions, min_strength: number) {
  const { judged } = gathering;
  const tallies = gathering.baselines();
  const only_baselines = gathering.baseline_attempts.size === judged.length;
  const is_check = only_baselines && isContractCheck(tallies.map(({ role }) => role));
  const checks = is_check && options.fail_on !== 'regression' ? createContractChecks(tallies) : [];
  const isJudgedBaseline = (attempt_id: string) => only_baselines || !gathering.baseline_attempts.has(attempt_id);
  const decides = (attempt_id: string) => (options.decides?.has(attempt_id) ?? true) && isJudgedBaseline(attempt_id);
  const deciding = judged.filter((_, i) => decides(gathering.attempts[i] ?? ''));
  const missing = options.missing.filter(decides).length;
  const too_weak = deciding.filter((one) => isBelowMinStrength(one, min_strength)).length;
  const checked = checks.length === 0 ? undefined : concludeContractChecks(checks, options.missing.length);
  const is_checking = isChecking(options, only_baselines);
  const checking = is_checking ? tallies : [];
  const lost_baselines = is_checking ? options.missing.flatMap((id) => options.baselines?.get(id) ?? []) : [];
  const unsound = [
    ...checking.filter((tally) => isUnsoundBaseline(tally, checking)),
    ...lost_baselines.map((planned) => ({ ...planned, status: 'missing' as const })),
  ];
  const defects = options.gate_only ? 0 : (gathering.tags.get('harness-defect') ?? 0);
  const concluded =
    options.concluded ?? (options.fail_on === 'gates' ? checked : undefined) ?? concludeGate(deciding, options);
  const outcome = concluded === 'success' && (unsound.length > 0 || defects > 0) ? 'indecisive' : concluded;
  const headline = formatHeadline({
    conclusion: outcome,
    concluded: options.concluded !== undefined,
    fail_on: options.fail_on,
    min_strength: options.min_strength,
    judged: { ...countJudged(deciding), missing, too_weak },
    others: judged.length - deciding.length,
    checks,
    unsound,
    defects,
  });
  const isReason = ({ status, attempt_id, result }: AttemptRow) =>
    checked === undefined &&
    ((outcome !== 'success' && hasRunFault(result, checking)) ||
      (decides(attempt_id) && (status !== 'success' || isBelowMinStrength(result, min_strength))));
  const baselines = only_baselines ? '' : formatBaselines(tallies);
  return { deciding, missing, too_weak, checks, checked, outcome, headline, baselines, isReason };
}

function countJudged(deciding: readonly RateInput[]): Omit<HeadlineTotals, 'missing' | 'too_weak'> {
  const count = (status: RateInput['verdict']['status']) =>
    deciding.filter(({ verdict }) => verdict.status === status).length;
  return {
    attempts: deciding.length,
    by_status: {
      success: count('success'),
      failure: count('failure'),
      acceptance_error: count('acceptance_error'),
      invalid: count('invalid'),
    },
    by_judge_model: deciding.filter(isJudgedPass).length,
  };
}

/**
 * Tells whether golden and noop check the run. They do not where a gate judges them, being all that there is, and where
 * a replication repeats them as they were.
 */
function isChecking(options: ReportViewOptions, only_baselines: boolean): boolean {
  const { fail_on, decides, replicates = false, gate_only = false } = options;
  const are_judged = fail_on !== 'never' && only_baselines && decides === undefined;
  return !replicates && !gate_only && !are_judged;
}

/** Tells whether an attempt shows that the run did not work, whatever its agent did. */
function hasRunFault(result: AttemptResult, checking: readonly BaselineTally[]): boolean {
  if (result.verdict.tags.some(({ id }) => id === 'harness-defect')) return true;
  const tally = checking.length === 0 ? undefined : createBaselineTally(result);
  return tally !== undefined && isUnsoundBaseline(tally, checking);
}

const formatTaskLabel = (task: string, version: string, mixed: ReadonlyMap<string, unknown>) =>
  mixed.has(task) ? `${task} @ ${version.slice(0, 8)}` : task;

function collectFindings({ attempt_id, task, result }: AttemptRow): ReportFinding[] {
  return result.verdict.findings.map((finding) => {
    const { rule, severity, message } = finding;
    return { attempt_id, task, rule, severity, message, ...formatPlace(finding) };
  });
}

function formatPlace({ message, evidence }: VerdictFinding): { place?: string } {
  const { file, line } = evidence.find((each) => each.file !== undefined) ?? {};
  if (file === undefined || message.includes(file)) return {};
  return { place: line === undefined ? file : `${file}:${line}` };
}

/** Formats the cost of all attempts. An unknown part is stated, never counted as 0. */
export const formatTotalCost = ({
  known_usd,
  unknown_costs,
}: Pick<ReportTotals, 'known_usd' | 'unknown_costs'>): string => formatPartialUsd(known_usd, unknown_costs);

function computeAgentRates({ agents }: ReportAccumulator): ReportView['agents'] {
  const tested = [...agents].filter(([, { baseline }]) => !baseline);
  if (tested.length < 2) return [];
  return tested
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([agent, sums]) => ({ agent, rate: computeReportRate(sums.judged), cost: formatTotalCost(sums) }));
}

function findMixedVersions(all: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  return new Map(
    [...all]
      .filter(([, versions]) => versions.size > 1)
      .map(([id, versions]): [string, string[]] => [id, [...versions].sort(compareCodeUnits)])
      .sort(([a], [b]) => compareCodeUnits(a, b)),
  );
}
