import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { GateId, VerdictFinding, VerdictStatus } from '../../../record/verdict/verdict.js';
import { formatQuantity, formatUsd } from '../../text/format_quantity.js';
import type { ReportSection } from '../report_block.js';
import { type AttemptRow, compareCodeUnits, toAttemptRow } from './attempt_row.js';
import { computeReportRate, type SuccessRate } from './compute_report_rate.js';
import { type ContractStrength, formatStrengthFigure } from './format_strength.js';
import { concludeGate, type GateConclusion, type GateOptions, isBelowMinStrength } from './gate_conclusion.js';
import type { MechanismRow } from './mechanism_summary.js';
import type { ModelRow } from './model_summary.js';
import { type AttemptTotals, ReportAccumulator, sortTally } from './report_accumulator.js';

const REASONS = 3;
const FINDINGS = 500;

/** Identity of the gatebench that made the report; `run_url` links to the workflow run, if there is one. */
interface HarnessIdentity {
  version: string;
  commit?: string;
  run_url?: string;
}

interface ReportTotals extends AttemptTotals {
  missing: number;
  /** Passes without any strength, those weaker than wanted, and those that the gate refuses for it. */
  without_strength: number;
  weaker: number;
  too_weak: number;
}

/** Everything that any rendering shows; renderers only format. */
export interface ReportView {
  conclusion: GateConclusion;
  fail_on: GateOptions['fail_on'];
  headline: string;
  /** Sections of the analysis, between the verdict and the attempts; empty without one. */
  sections: readonly ReportSection[];
  /** Most important reasons for a conclusion other than success, worst first. */
  reasons: { task: string; gate: GateId | null; why: string; status: VerdictStatus }[];
  total: ReportTotals;
  rate: SuccessRate;
  /** Words behind "success rate" that name the attempts, unless it covers all. */
  rate_of: string;
  /** Rates per agent and ablation; empty if there is only one. */
  agents: { agent: string; rate: SuccessRate; cost: string }[];
  /** Attempts, worst first, then by task, agent and trial. Of many attempts only the worst; `total` counts all. */
  rows: AttemptRow[];
  /** Work of the mechanisms; empty if they had nothing to do and none was off. */
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
  findings: { attempt_id: string; task: string; rule: string; severity: string; message: string; place?: string }[];
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
}

/** Options of a report's view. */
export interface ReportViewOptions extends GateOptions {
  harness: HarnessIdentity;
  /** Conclusion of a caller that knows more than the results: a baseline, an interruption. */
  concluded?: GateConclusion;
  sections?: readonly ReportSection[];
  /** Ids of the attempts that the gate judges; the others are only compared. Absent for all. */
  decides?: ReadonlySet<string> | undefined;
}

/** Creates the view model of a report over `results`. Pure: the order of the results does not matter. */
export function createReportViewFromResults(results: Iterable<AttemptResult>, options: ReportViewOptions): ReportView {
  const gathering = new ReportAccumulator();
  for (const result of results) gathering.add(result);
  return createReportView(gathering, options);
}

/** Creates the view model of a report from accumulated results. */
export function createReportView(gathering: ReportAccumulator, options: ReportViewOptions): ReportView {
  const mixed = findMixedVersions(gathering.versions);
  const min_strength = options.fail_on === 'gates' ? (options.min_strength ?? 0) : 0;
  const rows = gathering.worst().map((result) => toAttemptRow(result, mixed.has(result.contract.id), min_strength));
  const { judged, sums } = gathering;
  const decides = (attempt_id: string) => options.decides?.has(attempt_id) ?? true;
  const deciding = judged.filter((_, i) => decides(gathering.attempts[i]!));
  const strengths = gathering.strengths(min_strength, (task, version) => formatTaskLabel(task, version, mixed));
  const total: ReportTotals = {
    ...sums,
    missing: options.missing.length,
    without_strength: gathering.without_strength,
    weaker: strengths.reduce((sum, { weaker }) => sum + weaker, 0),
    too_weak: deciding.filter((one) => isBelowMinStrength(one, min_strength)).length,
  };
  const outcome = options.concluded ?? concludeGate(judged, options);
  const isReason = ({ status, attempt_id, result }: AttemptRow) =>
    decides(attempt_id) && (status !== 'success' || isBelowMinStrength(result, min_strength));
  return {
    conclusion: outcome,
    fail_on: options.fail_on,
    headline: formatHeadline(outcome, total, options),
    sections: options.sections ?? [],
    reasons: rows
      .filter(isReason)
      .slice(0, REASONS)
      .map(({ task, decided_by, why, weakness, status }) => ({ task, gate: decided_by, why: weakness || why, status })),
    total,
    rate: computeReportRate(deciding, options.missing.filter(decides).length),
    rate_of: options.decides === undefined ? '' : ' of what the gate judges',
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
  };
}

const formatTaskLabel = (task: string, version: string, mixed: ReadonlyMap<string, unknown>) =>
  mixed.has(task) ? `${task} @ ${version.slice(0, 8)}` : task;

function collectFindings({ attempt_id, task, result }: AttemptRow): ReportView['findings'] {
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

/** Formats the verdict as one line of about 100 characters at most; it holds numbers, but no foreign text. */
function formatHeadline(outcome: GateConclusion, total: ReportTotals, options: ReportViewOptions): string {
  const { attempts, by_status, missing } = total;
  const expected = attempts + missing;
  const undecided = [
    [by_status.acceptance_error, 'acceptance error'],
    [by_status.invalid, 'invalid attempt'],
    [missing, 'missing result'],
  ] as const;
  const open = undecided.filter(([count]) => count > 0).map(([count, noun]) => formatQuantity(count, noun));
  if (expected === 0) return outcome === 'success' ? 'no attempts' : 'undecided: no attempts';
  if (options.fail_on === 'regression' && outcome === 'failure') return 'worse than the baseline';
  if (options.fail_on === 'regression' && outcome === 'indecisive' && open.length === 0) {
    return options.concluded === undefined
      ? 'undecided: no baseline to compare with'
      : 'undecided whether anything got worse than the baseline';
  }
  const weak = formatWeakTail(total, options);
  if (outcome === 'indecisive')
    return `undecided: ${open.join(', ')}; ${by_status.success} of ${expected} passed${weak}`;
  // Baselines and ablated arms may fail without an effect on the gate.
  const unjudged = options.fail_on === 'gates' && outcome === 'success' && by_status.failure > 0;
  const reported = options.fail_on === 'never' && by_status.success < expected;
  const tail = reported ? ' (reported only)' : unjudged ? ' (none that is judged)' : '';
  if (by_status.failure > 0) {
    return `${by_status.failure} of ${formatQuantity(expected, 'attempt')} failed${open.length > 0 ? `, ${open.join(', ')}` : ''}${weak}${tail}`;
  }
  return `${by_status.success} of ${formatQuantity(expected, 'attempt')} passed${weak}${open.length > 0 ? `, ${open.join(', ')}` : ''}${tail}`;
}

/** Formats passes that the gate refuses for their strength, else those without any. */
function formatWeakTail({ too_weak, without_strength }: ReportTotals, { min_strength = 0 }: ReportViewOptions): string {
  if (too_weak > 0) return `, ${too_weak} below strength ${formatStrengthFigure(min_strength)}`;
  return without_strength > 0 ? `, ${without_strength} with strength none` : '';
}

/** Formats the cost of all attempts. An unknown part is stated, never counted as 0. */
export function formatTotalCost({
  attempts,
  known_usd,
  unknown_costs,
}: Pick<ReportTotals, 'attempts' | 'known_usd' | 'unknown_costs'>): string {
  if (unknown_costs === 0) return formatUsd(known_usd);
  if (unknown_costs === attempts) return 'unknown';
  return `${formatUsd(known_usd)} + ${unknown_costs} unknown`;
}

function computeAgentRates({ agents }: ReportAccumulator): ReportView['agents'] {
  if (agents.size < 2) return [];
  return [...agents]
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
