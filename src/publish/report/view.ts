import type { Result } from '../../record/result.js';
import type { Finding, GateId, Status } from '../../record/verdict.js';
import type { Section } from './blocks.js';
import { type Conclusion, conclusion, type GateOptions, isTooWeak } from './conclusion.js';
import { Gathering, type Sums, tallied } from './gathering.js';
import type { MechanismRow } from './mechanisms.js';
import type { ModelRow } from './models.js';
import { counted, money } from './quantities.js';
import { type Rate, successRate } from './rate.js';
import { compare, type Row, rowOf } from './row.js';
import { type ContractStrength, strengthFigure } from './strength.js';

const REASONS = 3;
const FINDINGS = 500;

/** Which gatebench made the report. `run_url` links to the workflow run, when there is one. */
export interface Harness {
  version: string;
  commit?: string;
  run_url?: string;
}

export interface Total extends Sums {
  missing: number;
  /** passes without any strength, those weaker than wanted, and those that the gate refuses for it */
  without_strength: number;
  weaker: number;
  too_weak: number;
}

/** Everything that any rendering shows; renderings only format. */
export interface View {
  conclusion: Conclusion;
  fail_on: GateOptions['fail_on'];
  headline: string;
  /** what an analysis says, between the verdict and the attempts; empty without one */
  sections: readonly Section[];
  /** the most important reasons, worst first: what a reader needs to know when the conclusion is not success */
  reasons: { task: string; gate: GateId | null; why: string; status: Status }[];
  total: Total;
  rate: Rate;
  /** of which attempts, where it is not all: words to go behind "success rate" */
  rate_of: string;
  /** rates per agent and ablation; empty when there is only one */
  agents: { agent: string; rate: Rate; cost: string }[];
  /** worst first, then by task, agent, trial; of many attempts only the worst (`total` counts all) */
  rows: Row[];
  /** what the mechanisms of coordination and safety did; empty when they had nothing to do and none was off */
  mechanisms: MechanismRow[];
  /** what was asked of models; empty when nothing was */
  models: ModelRow[];
  /** least strength of the passes of each contract, the least first */
  strengths: ContractStrength[];
  tags: { id: string; count: number }[];
  /** `place`: the file, with a line where it is known, that a message does not name itself */
  findings: { attempt_id: string; task: string; rule: string; severity: string; message: string; place?: string }[];
  /** how many findings there are, of which `findings` has those of the worst attempts */
  all_findings: number;
  /** how many attempts ran without a sandbox */
  not_isolated: number;
  /** caps at which agents were stopped */
  capped: { cap: string; count: number }[];
  deviations: { text: string; count: number }[];
  /** how many attempts had a live network in setup or agent */
  not_replayable: number;
  mixed_versions: { id: string; versions: string[] }[];
  missing: string[];
  rubrics: string[];
  harness: Harness;
}

export interface ViewOptions extends GateOptions {
  harness: Harness;
  /** the conclusion of a caller who knows more than the results say: a baseline, an interruption */
  concluded?: Conclusion;
  sections?: readonly Section[];
  /** Ids of the attempts that the gate judges; the others are only compared with. Absent = all of them. */
  decides?: ReadonlySet<string> | undefined;
}

/** The view model of a report over `results`. Pure: the same results give the same view, in whatever order they come. */
export function view(results: Iterable<Result>, options: ViewOptions): View {
  const gathering = new Gathering();
  for (const result of results) gathering.add(result);
  return viewOf(gathering, options);
}

/** The same of results that came one by one. */
export function viewOf(gathering: Gathering, options: ViewOptions): View {
  const mixed = mixedVersions(gathering.versions);
  const min_strength = options.fail_on === 'gates' ? (options.min_strength ?? 0) : 0;
  const rows = gathering.worst().map((result) => rowOf(result, mixed.has(result.contract.id), min_strength));
  const { judged, sums } = gathering;
  const decides = (attempt_id: string) => options.decides?.has(attempt_id) ?? true;
  const deciding = judged.filter((_, i) => decides(gathering.attempts[i]!));
  const strengths = gathering.strengths(min_strength, (task, version) => taskLabel(task, version, mixed));
  const total: Total = {
    ...sums,
    missing: options.missing.length,
    without_strength: gathering.without_strength,
    weaker: strengths.reduce((sum, { weaker }) => sum + weaker, 0),
    too_weak: deciding.filter((one) => isTooWeak(one, min_strength)).length,
  };
  const outcome = options.concluded ?? conclusion(judged, options);
  const isReason = ({ status, attempt_id, result }: Row) =>
    decides(attempt_id) && (status !== 'success' || isTooWeak(result, min_strength));
  return {
    conclusion: outcome,
    fail_on: options.fail_on,
    headline: headline(outcome, total, options),
    sections: options.sections ?? [],
    reasons: rows
      .filter(isReason)
      .slice(0, REASONS)
      .map(({ task, decided_by, why, weakness, status }) => ({ task, gate: decided_by, why: weakness || why, status })),
    total,
    rate: successRate(deciding, options.missing.filter(decides).length),
    rate_of: options.decides === undefined ? '' : ' of what the gate judges',
    agents: perAgent(gathering),
    rows,
    mechanisms: gathering.mechanisms(),
    models: gathering.models(),
    strengths,
    tags: tallied(gathering.tags).map(([id, count]) => ({ id, count })),
    findings: rows.flatMap(findingsOf).slice(0, FINDINGS),
    all_findings: gathering.findings,
    not_isolated: gathering.not_isolated,
    capped: tallied(gathering.caps).map(([cap, count]) => ({ cap, count })),
    deviations: tallied(gathering.deviations).map(([text, count]) => ({ text, count })),
    not_replayable: gathering.not_replayable,
    mixed_versions: [...mixed].map(([id, versions]) => ({ id, versions })),
    missing: [...options.missing].sort(compare),
    rubrics: [...gathering.rubrics].sort(compare),
    harness: options.harness,
  };
}

const taskLabel = (task: string, version: string, mixed: ReadonlyMap<string, unknown>) =>
  mixed.has(task) ? `${task} @ ${version.slice(0, 8)}` : task;

function findingsOf({ attempt_id, task, result }: Row): View['findings'] {
  return result.verdict.findings.map((finding) => {
    const { rule, severity, message } = finding;
    return { attempt_id, task, rule, severity, message, ...placeOf(finding) };
  });
}

function placeOf({ message, evidence }: Finding): { place?: string } {
  const { file, line } = evidence.find((each) => each.file !== undefined) ?? {};
  if (file === undefined || message.includes(file)) return {};
  return { place: line === undefined ? file : `${file}:${line}` };
}

/** The verdict in one line, at most about 100 characters; holds numbers only, no foreign text. */
function headline(outcome: Conclusion, total: Total, options: ViewOptions): string {
  const { attempts, by_status, missing } = total;
  const expected = attempts + missing;
  const undecided = [
    [by_status.acceptance_error, 'acceptance error'],
    [by_status.invalid, 'invalid attempt'],
    [missing, 'missing result'],
  ] as const;
  const open = undecided.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (expected === 0) return outcome === 'success' ? 'no attempts' : 'undecided: no attempts';
  if (options.fail_on === 'regression' && outcome === 'failure') return 'worse than the baseline';
  if (options.fail_on === 'regression' && outcome === 'indecisive' && open.length === 0) {
    return options.concluded === undefined
      ? 'undecided: no baseline to compare with'
      : 'undecided whether anything got worse than the baseline';
  }
  const weak = weakTail(total, options);
  if (outcome === 'indecisive')
    return `undecided: ${open.join(', ')}; ${by_status.success} of ${expected} passed${weak}`;
  // Baselines and ablated arms may fail: a gate that is satisfied judged none of these.
  const unjudged = options.fail_on === 'gates' && outcome === 'success' && by_status.failure > 0;
  const reported = options.fail_on === 'never' && by_status.success < expected;
  const tail = reported ? ' (reported only)' : unjudged ? ' (none that is judged)' : '';
  if (by_status.failure > 0) {
    return `${by_status.failure} of ${counted(expected, 'attempt')} failed${open.length > 0 ? `, ${open.join(', ')}` : ''}${weak}${tail}`;
  }
  return `${by_status.success} of ${counted(expected, 'attempt')} passed${weak}${open.length > 0 ? `, ${open.join(', ')}` : ''}${tail}`;
}

/** Passes that are refused for their strength, else those without any. */
function weakTail({ too_weak, without_strength }: Total, { min_strength = 0 }: ViewOptions): string {
  if (too_weak > 0) return `, ${too_weak} below strength ${strengthFigure(min_strength)}`;
  return without_strength > 0 ? `, ${without_strength} with strength none` : '';
}

/** What the attempts cost together. An unknown part is said, never counted as 0. */
export function costLine({
  attempts,
  known_usd,
  unknown_costs,
}: Pick<Total, 'attempts' | 'known_usd' | 'unknown_costs'>): string {
  if (unknown_costs === 0) return money(known_usd);
  if (unknown_costs === attempts) return 'unknown';
  return `${money(known_usd)} + ${unknown_costs} unknown`;
}

function perAgent({ agents }: Gathering): View['agents'] {
  if (agents.size < 2) return [];
  return [...agents]
    .sort(([a], [b]) => compare(a, b))
    .map(([agent, sums]) => ({ agent, rate: successRate(sums.judged), cost: costLine(sums) }));
}

function mixedVersions(all: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  return new Map(
    [...all]
      .filter(([, versions]) => versions.size > 1)
      .map(([id, versions]): [string, string[]] => [id, [...versions].sort(compare)])
      .sort(([a], [b]) => compare(a, b)),
  );
}
