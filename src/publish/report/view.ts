import type { Result } from '../../record/result.js';
import { type Finding, GATES, type Gate, type GateId, type Status } from '../../record/verdict.js';
import { type Conclusion, conclusion, type GateOptions } from './conclusion.js';
import { capOf } from './costs.js';
import { type MechanismRow, mechanismRows } from './mechanisms.js';
import { type ModelRow, modelRows } from './models.js';
import { counted, money } from './quantities.js';
import { type Rate, successRate } from './rate.js';

/** Which gatebench made the report. `run_url` links to the workflow run, when there is one. */
export interface Harness {
  version: string;
  commit?: string;
  run_url?: string;
}

/** What one gate says in a table: `none` = an earlier gate decided, this one was not tried. */
export type GateMark = 'pass' | 'fail' | 'error' | 'none';

/** One attempt as a row of the table. */
export interface Row {
  attempt_id: string;
  /** contract id, with the version appended when the report mixes versions of it */
  task: string;
  tier: number;
  /** agent name, with the ablation appended unless it is "none" */
  agent: string;
  trial: number;
  status: Status;
  gates: Record<GateId, GateMark>;
  decided_by: GateId | null;
  /** the deciding gate's reason, or that of the status when no gate decided; and why the agent was stopped, if it was */
  why: string;
  /** the latter alone; empty = it was not stopped */
  stop: string;
  wall_ms: number;
  /** null = unknown */
  cost_usd: number | null;
  overhead_ms: number;
  isolated: boolean;
  result: Result;
}

export interface Total {
  attempts: number;
  by_status: Record<Status, number>;
  missing: number;
  /** sum over attempts whose cost is known */
  known_usd: number;
  unknown_costs: number;
  wall_ms: number;
}

/** Everything that any rendering shows; renderings only format. */
export interface View {
  conclusion: Conclusion;
  fail_on: GateOptions['fail_on'];
  headline: string;
  /** the most important reasons, worst first: what a reader needs to know when the conclusion is not success */
  reasons: { task: string; gate: GateId | null; why: string; status: Status }[];
  total: Total;
  rate: Rate;
  /** rates per agent and ablation; empty when there is only one */
  agents: { agent: string; rate: Rate; cost: string }[];
  /** worst first, then by task, agent, trial */
  rows: Row[];
  /** what the mechanisms of coordination and safety did; empty when they had nothing to do and none was off */
  mechanisms: MechanismRow[];
  /** what was asked of models; empty when nothing was */
  models: ModelRow[];
  tags: { id: string; count: number }[];
  /** `place`: the file, with a line where it is known, that a message does not name itself */
  findings: { attempt_id: string; task: string; rule: string; severity: string; message: string; place?: string }[];
  not_isolated: string[];
  /** caps at which agents were stopped */
  capped: { cap: string; count: number }[];
  deviations: { text: string; count: number }[];
  /** Attempts whose setup or agent had a live network. */
  not_replayable: string[];
  mixed_versions: { id: string; versions: string[] }[];
  missing: string[];
  rubrics: string[];
  harness: Harness;
}

const SEVERITY: Record<Status, number> = { failure: 0, acceptance_error: 1, invalid: 2, success: 3 };

export interface ViewOptions extends GateOptions {
  harness: Harness;
  /** the conclusion of a caller who knows more than the results say: a baseline, an interruption */
  concluded?: Conclusion;
}

/** The view model of a report over `results`. Pure: the same results give the same view, in whatever order they come. */
export function view(results: readonly Result[], options: ViewOptions): View {
  const mixed = mixedVersions(results);
  const rows = results
    .map((result) => row(result, mixed.has(result.contract.id)))
    .sort(
      (a, b) =>
        SEVERITY[a.status] - SEVERITY[b.status] ||
        compare(a.task, b.task) ||
        compare(a.agent, b.agent) ||
        a.trial - b.trial ||
        compare(a.attempt_id, b.attempt_id),
    );
  const total = totals(results, options.missing.length);
  const outcome = options.concluded ?? conclusion(results, options);
  return {
    conclusion: outcome,
    fail_on: options.fail_on,
    headline: headline(outcome, total, options),
    reasons: rows
      .filter((each) => each.status !== 'success')
      .map(({ task, decided_by, why, status }) => ({ task, gate: decided_by, why, status })),
    total,
    rate: successRate(results, options.missing.length),
    agents: perAgent(results),
    rows,
    mechanisms: mechanismRows(results, agentLabel),
    models: modelRows(results, agentLabel),
    tags: tally(results.flatMap((result) => result.verdict.tags.map((tag) => tag.id))).map(([id, count]) => ({
      id,
      count,
    })),
    findings: rows.flatMap(({ attempt_id, task, result }) =>
      result.verdict.findings.map((finding) => {
        const { rule, severity, message } = finding;
        return { attempt_id, task, rule, severity, message, ...placeOf(finding) };
      }),
    ),
    not_isolated: rows.filter((each) => !each.isolated).map((each) => each.attempt_id),
    capped: tally(results.flatMap((result) => capOf(result) ?? [])).map(([cap, count]) => ({ cap, count })),
    deviations: tally(results.flatMap((result) => result.protocol_deviations)).map(([text, count]) => ({
      text,
      count,
    })),
    not_replayable: rows.filter(({ result }) => !result.network_replayable).map(({ attempt_id }) => attempt_id),
    mixed_versions: [...mixed].map(([id, versions]) => ({ id, versions })),
    missing: [...options.missing].sort(compare),
    rubrics: [...new Set(results.map((result) => result.verdict.rubric))].sort(compare),
    harness: options.harness,
  };
}

function row(result: Result, versioned: boolean): Row {
  const { verdict } = result;
  const stop = stopOf(result);
  const deciding = decidingGate(verdict.status, verdict.gates);
  const shown =
    deciding ?? (verdict.status === 'success' ? verdict.gates.find((gate) => gate.gate === 'G3') : undefined);
  return {
    attempt_id: result.attempt_id,
    task: versioned ? `${result.contract.id} @ ${result.contract.version.slice(0, 8)}` : result.contract.id,
    tier: result.contract.tier,
    agent: agentLabel(result),
    trial: result.trial,
    status: verdict.status,
    gates: Object.fromEntries(
      GATES.map((id) => [
        id,
        mark(
          verdict.gates.find((gate) => gate.gate === id),
          verdict.status,
        ),
      ]),
    ) as Row['gates'],
    decided_by: deciding?.gate ?? null,
    why: [shown?.why || verdict.reason, stop].filter((each) => each !== '').join(' – '),
    stop,
    wall_ms: result.timing.wall_ms,
    cost_usd: result.cost.total_usd,
    overhead_ms: result.timing.overhead_ms,
    isolated: result.sandbox.isolated,
    result,
  };
}

/** The gate that made an attempt a failure or an error; undefined for a success and for an invalid attempt. */
export function decidingGate(status: Status, gates: readonly Gate[]): Gate | undefined {
  if (status === 'failure') return gates.find((gate) => gate.reached && gate.outcome === 'fail');
  if (status === 'acceptance_error') return gates.find((gate) => gate.reached && gate.outcome === 'error');
  return undefined;
}

/** Of an invalid attempt only a broken policy is shown: that holds, whatever evidence is missing. */
function mark(gate: Gate | undefined, status: Status): GateMark {
  if (gate === undefined || !gate.reached) return 'none';
  return status !== 'invalid' || (gate.gate === 'G4' && gate.outcome === 'fail') ? gate.outcome : 'none';
}

/** That the agent was stopped, beside what its patch came to (R8: both facts stay visible). An invalid attempt has it as its reason. */
function stopOf(result: Result): string {
  const { status, termination } = result.verdict;
  if (status === 'invalid' || termination === null || termination.code === 'finished') return '';
  const cap = capOf(result);
  return `agent stopped (${cap === undefined ? termination.code : `cap: ${cap}`}): ${termination.rationale}`;
}

function placeOf({ message, evidence }: Finding): { place?: string } {
  const { file, line } = evidence.find((each) => each.file !== undefined) ?? {};
  if (file === undefined || message.includes(file)) return {};
  return { place: line === undefined ? file : `${file}:${line}` };
}

/** An agent in its configuration, as rows and lines name it. */
export function agentLabel({ agent, ablation }: Pick<Result, 'agent' | 'ablation'>): string {
  if (ablation === '' || ablation === 'none') return agent.name;
  return `${agent.name} (without ${ablation === 'all' ? 'any mechanism' : ablation.replaceAll('+', ', ')})`;
}

function totals(results: readonly Result[], missing: number): Total {
  const of = (status: Status) => results.filter((result) => result.verdict.status === status).length;
  return {
    attempts: results.length,
    by_status: {
      success: of('success'),
      failure: of('failure'),
      acceptance_error: of('acceptance_error'),
      invalid: of('invalid'),
    },
    missing,
    known_usd: results.reduce((sum, result) => sum + (result.cost.total_usd ?? 0), 0),
    unknown_costs: results.filter((result) => result.cost.total_usd === null).length,
    wall_ms: results.reduce((sum, result) => sum + result.timing.wall_ms, 0),
  };
}

/** The verdict in one line, at most about 100 characters; holds numbers only, no foreign text. */
function headline(outcome: Conclusion, { attempts, by_status, missing }: Total, options: GateOptions): string {
  const expected = attempts + missing;
  const undecided = [
    [by_status.acceptance_error, 'acceptance error'],
    [by_status.invalid, 'invalid attempt'],
    [missing, 'missing result'],
  ] as const;
  const open = undecided.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun));
  if (expected === 0) return outcome === 'success' ? 'no attempts' : 'undecided: no attempts';
  if (options.fail_on === 'regression' && outcome === 'failure') {
    const worse = options.regressed === undefined ? '' : `${options.regressed.length} of `;
    return `${worse}${counted(expected, 'attempt')} got worse than the baseline`;
  }
  if (options.fail_on === 'regression' && outcome === 'indecisive' && open.length === 0) {
    return 'undecided: no baseline to compare with';
  }
  if (outcome === 'indecisive') return `undecided: ${open.join(', ')}; ${by_status.success} of ${expected} passed`;
  const tail = options.fail_on === 'never' && by_status.success < expected ? ' (reported only)' : '';
  if (by_status.failure > 0) {
    return `${by_status.failure} of ${counted(expected, 'attempt')} failed${open.length > 0 ? `, ${open.join(', ')}` : ''}${tail}`;
  }
  return `${by_status.success} of ${counted(expected, 'attempt')} passed${open.length > 0 ? `, ${open.join(', ')}` : ''}${tail}`;
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

function perAgent(results: readonly Result[]): View['agents'] {
  const labels = [...new Set(results.map(agentLabel))].sort(compare);
  if (labels.length < 2) return [];
  return labels.map((agent) => {
    const own = results.filter((result) => agentLabel(result) === agent);
    return { agent, rate: successRate(own), cost: costLine(totals(own, 0)) };
  });
}

function mixedVersions(results: readonly Result[]): Map<string, string[]> {
  const versions = new Map<string, Set<string>>();
  for (const { contract } of results) {
    versions.set(contract.id, (versions.get(contract.id) ?? new Set()).add(contract.version));
  }
  return new Map(
    [...versions]
      .filter(([, each]) => each.size > 1)
      .map(([id, each]): [string, string[]] => [id, [...each].sort(compare)])
      .sort(([a], [b]) => compare(a, b)),
  );
}

function tally(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || compare(a, b));
}

/** By code unit: the order must not depend on the locale of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
