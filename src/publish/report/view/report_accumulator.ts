import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { sumDollars } from '../../../record/costs/cost_estimator.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { VerdictStatus } from '../../../record/verdict/verdict.js';
import { ActSummary } from './act_summary.js';
import { compareCodeUnits, compareWorstAttemptFirst, formatAgentLabel } from './attempt_row.js';
import type { RateInput } from './compute_report_rate.js';
import { type BaselineTally, createBaselineTally } from './contract_check.js';
import { getReachedCap } from './format_cost_parts.js';
import {
  type ContractStrength,
  formatStrengthFigure,
  hasStrength,
  isBelowStrength,
  isJudgedPass,
  isWeakPass,
  type JudgedPasses,
  listOptionalMisses,
} from './format_strength.js';
import { createMechanismRows, createMechanismSummary, type MechanismSummary } from './mechanism_summary.js';
import { createModelRows, createModelSummary, type ModelSummary } from './model_summary.js';
import { ResultMatrixTally } from './result_matrix.js';

/** Attempts that a report shows in detail, worst first; results.jsonl has all. */
const MAX_SHOWN = 500;

/** Totals over attempts. */
export interface AttemptTotals {
  attempts: number;
  by_status: Record<VerdictStatus, number>;
  /** Sum over attempts whose cost is known, in USD. */
  known_usd: number;
  unknown_costs: number;
  wall_ms: number;
}

/** Totals of one agent in one configuration. */
interface AgentTotals extends AttemptTotals {
  /** True if a baseline made the attempts: golden or noop. */
  baseline: boolean;
  judged: RateInput[];
  mechanisms: MechanismSummary;
  models: ModelSummary;
}

/** Number of passes with the same contract, version and strength. */
interface StrengthCount {
  task: string;
  version: string;
  bits: number | null;
  weak: boolean;
  count: number;
}

/**
 * Accumulator of a report over results that arrive one by one. It keeps the numbers of all results and only the worst
 * results themselves, so memory does not grow with their number. The order of arrival does not matter.
 */
export class ReportAccumulator {
  readonly sums: AttemptTotals = createTotals();
  readonly judged: RateInput[] = [];
  /** Ids of the attempts, in the order of `judged`. */
  readonly attempts: string[] = [];
  readonly agents = new Map<string, AgentTotals>();
  readonly versions = new Map<string, Set<string>>();
  /** Passes by contract, version, strength, and whether the contract aims at more. */
  readonly #passes = new Map<string, StrengthCount>();
  readonly tags = new Map<string, number>();
  readonly acts = new ActSummary();
  readonly matrix = new ResultMatrixTally();
  /** Names of arms in a suite, by attempt. */
  readonly arms = new Map<string, string>();
  readonly caps = new Map<string, number>();
  readonly deviations = new Map<string, number>();
  readonly rubrics = new Set<string>();
  /** Ids of the attempts of golden and noop. */
  readonly baseline_attempts = new Set<string>();
  readonly #baselines = new Map<string, BaselineTally>();
  /** Judge models that decided, and all that were asked. */
  readonly #judge_models = new Set<string>();
  readonly #asked_models = new Set<string>();
  readonly #optional = { failed: 0, undecided: 0 };
  #judged_passes = 0;
  #judge_usd: number | null = 0;
  findings = 0;
  not_isolated = 0;
  not_replayable = 0;
  readonly #worst: AttemptResult[] = [];
  /** The best of the results that would be shown, as of the last cut: a better one is not. */
  #bound: AttemptResult | undefined;
  readonly #known = new Map<string, RateInput>();

  constructor(readonly shown = MAX_SHOWN) {}

  /** Adds a result. @param arm name of its arm in a suite; default: that of its agent */
  add(result: AttemptResult, arm?: string): void {
    const { contract, verdict } = result;
    const label = formatAgentLabel(result, arm);
    if (arm !== undefined) this.arms.set(result.attempt_id, arm);
    this.matrix.add(contract.id, label, verdict.status);
    const judged = this.#lean(result);
    this.judged.push(judged);
    this.attempts.push(result.attempt_id);
    addToTotals(this.sums, result);
    const tally = createBaselineTally(result);
    if (tally !== undefined) this.#countBaseline(result.attempt_id, tally);
    const agent = this.#agent(label, tally !== undefined);
    agent.judged.push(judged);
    addToTotals(agent, result);
    agent.mechanisms.add(result);
    agent.models.add(result);
    this.acts.add(label, result);
    const versions = this.versions.get(contract.id) ?? new Set();
    this.versions.set(contract.id, versions.add(contract.version));
    this.#pass(result);
    this.#countGrading(result);
    for (const { id } of verdict.tags) incrementCount(this.tags, id);
    const cap = getReachedCap(result);
    if (cap !== undefined) incrementCount(this.caps, cap);
    for (const deviation of result.protocol_deviations) incrementCount(this.deviations, deviation);
    this.rubrics.add(verdict.rubric);
    this.findings += verdict.findings.length;
    if (!result.sandbox.isolated) this.not_isolated += 1;
    if (!result.network_replayable) this.not_replayable += 1;
    this.#keep(result);
  }

  /** Returns the results that are shown, worst first. */
  worst(): readonly AttemptResult[] {
    this.#worst.sort(compareWorstAttemptFirst);
    this.#worst.length = Math.min(this.#worst.length, this.shown);
    return this.#worst;
  }

  /** Returns the attempts of golden and noop, summed by contract, status and reason. */
  baselines(): readonly BaselineTally[] {
    const sorted = [...this.#baselines].sort(([a], [b]) => compareCodeUnits(a, b));
    return sorted.map(([, tally]) => tally);
  }

  #countBaseline(attempt_id: string, tally: BaselineTally): void {
    this.baseline_attempts.add(attempt_id);
    const key = JSON.stringify(tally);
    const tally_entry = this.#baselines.get(key);
    if (tally_entry) tally_entry.count += 1;
    else this.#baselines.set(key, tally);
  }

  /** Keeps a result if it may be shown; sorts and cuts only now and then, so that each result costs little. */
  #keep(result: AttemptResult): void {
    if (this.#bound !== undefined && compareWorstAttemptFirst(result, this.#bound) > 0) return;
    this.#worst.push(result);
    if (this.#worst.length >= this.shown * 2 + 16) this.#bound = this.worst().at(-1);
  }

  /** Returns one shared object for all attempts with the same verdict. */
  #lean(result: AttemptResult): RateInput {
    const { contract, verdict } = result;
    const { id } = contract;
    const { status, scorable, oracle } = verdict;
    const { bits } = oracle.strength;
    const { judge_models } = oracle;
    const key = `${status} ${scorable} ${bits} ${judge_models?.join(' ') ?? ''} ${id}`;
    const shared = this.#known.get(key) ?? {
      contract: { id },
      verdict: { status, scorable, oracle: { strength: { bits }, ...omitUndefined({ judge_models }) } },
    };
    this.#known.set(key, shared);
    return shared;
  }

  #agent(label: string, baseline: boolean): AgentTotals {
    const totals = this.agents.get(label) ?? {
      ...createTotals(),
      baseline,
      judged: [],
      mechanisms: createMechanismSummary(),
      models: createModelSummary(),
    };
    this.agents.set(label, totals);
    return totals;
  }

  #pass(result: AttemptResult): void {
    const { contract, verdict } = result;
    if (!hasStrength(result)) return;
    const { bits } = verdict.oracle.strength;
    const weak = isWeakPass(result);
    const key = `${contract.version} ${bits} ${weak} ${contract.id}`;
    const entry = this.#passes.get(key);
    if (entry) entry.count += 1;
    else this.#passes.set(key, { task: contract.id, version: contract.version, bits, weak, count: 1 });
  }

  #countGrading(result: AttemptResult): void {
    const { judge } = result.cost;
    for (const model of result.verdict.oracle.judge_models ?? []) this.#judge_models.add(model);
    for (const { judge_model } of result.verdict.checks) if (judge_model) this.#asked_models.add(judge_model.model);
    for (const { outcome } of listOptionalMisses(result))
      this.#optional[outcome === 'fail' ? 'failed' : 'undecided'] += 1;
    if (judge) this.#judge_usd = sumDollars([this.#judge_usd, judge.usd]);
    if (isJudgedPass(result)) this.#judged_passes += 1;
  }

  /** Returns the passes that rest on judge models. */
  judgedPasses(): JudgedPasses {
    return {
      count: this.#judged_passes,
      models: [...(this.#judged_passes > 0 ? this.#judge_models : this.#asked_models)].sort(compareCodeUnits),
      optional: this.#optional,
      usd: this.#judge_usd,
    };
  }

  /** Number of passes without any strength. */
  get without_strength(): number {
    const none = [...this.#passes.values()].filter(({ bits }) => formatStrengthFigure(bits) === 'none');
    return none.reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Returns the least strength of the passes of each contract, the least first.
   *
   * @param label names a version of a contract
   */
  strengths(wanted: number, label: (task: string, version: string) => string): ContractStrength[] {
    const contracts = new Map<string, ContractStrength>();
    for (const { task: id, version, bits, weak, count } of this.#passes.values()) {
      const task = label(id, version);
      const entry = contracts.get(task) ?? { task, passes: 0, least: bits, weaker: 0 };
      contracts.set(task, {
        task,
        passes: entry.passes + count,
        least: bits === null || entry.least === null ? null : Math.min(bits, entry.least),
        weaker: entry.weaker + (weak || isBelowStrength(bits, wanted) ? count : 0),
      });
    }
    return [...contracts.values()].sort((a, b) => (a.least ?? 0) - (b.least ?? 0) || compareCodeUnits(a.task, b.task));
  }

  mechanisms() {
    return createMechanismRows(this.#sorted().map(([agent, { mechanisms }]) => [agent, mechanisms]));
  }

  models() {
    return createModelRows(this.#sorted().map(([agent, { models }]) => [agent, models]));
  }

  #sorted() {
    return [...this.agents].sort(([a], [b]) => compareCodeUnits(a, b));
  }
}

/** Returns names with their counts, the highest first. */
export function sortTally(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
}

function createTotals(): AttemptTotals {
  return {
    attempts: 0,
    by_status: { success: 0, failure: 0, acceptance_error: 0, invalid: 0 },
    known_usd: 0,
    unknown_costs: 0,
    wall_ms: 0,
  };
}

function addToTotals(sums: AttemptTotals, { verdict, cost, timing }: AttemptResult): void {
  sums.attempts += 1;
  sums.by_status[verdict.status] += 1;
  sums.known_usd += cost.total_usd ?? 0;
  if (cost.total_usd === null) sums.unknown_costs += 1;
  sums.wall_ms += timing.wall_ms;
}

function incrementCount(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
