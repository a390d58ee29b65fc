import type { Result } from '../../record/result.js';
import type { Status } from '../../record/verdict.js';
import { capOf } from './costs.js';
import { type MechanismSum, mechanismRows, mechanismSum } from './mechanisms.js';
import { type ModelSum, modelRows, modelSum } from './models.js';
import type { Judged } from './rate.js';
import { agentLabel, compare, worstFirst } from './row.js';
import { type ContractStrength, hasStrength, isBelow, isWeakPass, strengthFigure } from './strength.js';

/** Attempts of which a report shows more than their numbers, worst first. All are in results.jsonl. */
export const SHOWN = 500;

export interface Sums {
  attempts: number;
  by_status: Record<Status, number>;
  /** sum over attempts whose cost is known */
  known_usd: number;
  unknown_costs: number;
  wall_ms: number;
}

/** What all attempts of an agent in its configuration come to. */
interface AgentSum extends Sums {
  judged: Judged[];
  mechanisms: MechanismSum;
  models: ModelSum;
}

/** Passes that are alike in what they rest on. */
interface StrengthCount {
  task: string;
  version: string;
  bits: number | null;
  weak: boolean;
  count: number;
}

/**
 * What a report needs of results that come one by one: their numbers of all, themselves only of the worst. So a hundred thousand results
 * need no more memory than what is shown of them. The order in which they come does not matter.
 */
export class Gathering {
  readonly sums: Sums = noSums();
  readonly judged: Judged[] = [];
  /** Their ids, in the same order. */
  readonly attempts: string[] = [];
  readonly agents = new Map<string, AgentSum>();
  readonly versions = new Map<string, Set<string>>();
  /** Passes by contract, version, strength, and whether that is what the contract aims at. */
  readonly #passes = new Map<string, StrengthCount>();
  readonly tags = new Map<string, number>();
  readonly caps = new Map<string, number>();
  readonly deviations = new Map<string, number>();
  readonly rubrics = new Set<string>();
  findings = 0;
  not_isolated = 0;
  not_replayable = 0;
  readonly #worst: Result[] = [];
  readonly #known = new Map<string, Judged>();

  constructor(readonly shown = SHOWN) {}

  add(result: Result): void {
    const { contract, verdict } = result;
    const judged = this.#lean(result);
    this.judged.push(judged);
    this.attempts.push(result.attempt_id);
    count(this.sums, result);
    const agent = this.#agent(agentLabel(result));
    agent.judged.push(judged);
    count(agent, result);
    agent.mechanisms.add(result);
    agent.models.add(result);
    const versions = this.versions.get(contract.id) ?? new Set();
    this.versions.set(contract.id, versions.add(contract.version));
    this.#pass(result);
    for (const { id } of verdict.tags) more(this.tags, id);
    const cap = capOf(result);
    if (cap !== undefined) more(this.caps, cap);
    for (const deviation of result.protocol_deviations) more(this.deviations, deviation);
    this.rubrics.add(verdict.rubric);
    this.findings += verdict.findings.length;
    if (!result.sandbox.isolated) this.not_isolated += 1;
    if (!result.network_replayable) this.not_replayable += 1;
    this.#keep(result);
  }

  /** Those that are shown, worst first. */
  worst(): readonly Result[] {
    this.#worst.sort(worstFirst);
    this.#worst.length = Math.min(this.#worst.length, this.shown);
    return this.#worst;
  }

  /** Sorted and cut now and then, so that each result costs little. */
  #keep(result: Result): void {
    this.#worst.push(result);
    if (this.#worst.length >= this.shown * 2 + 16) this.worst();
  }

  /** Many attempts say the same: one object stands for all of them. */
  #lean({ contract: { id }, verdict: { status, scorable, oracle } }: Result): Judged {
    const { bits } = oracle.strength;
    const key = `${status} ${scorable} ${bits} ${id}`;
    const known = this.#known.get(key) ?? {
      contract: { id },
      verdict: { status, scorable, oracle: { strength: { bits } } },
    };
    this.#known.set(key, known);
    return known;
  }

  #agent(label: string): AgentSum {
    const known = this.agents.get(label) ?? {
      ...noSums(),
      judged: [],
      mechanisms: mechanismSum(),
      models: modelSum(),
    };
    this.agents.set(label, known);
    return known;
  }

  #pass(result: Result): void {
    const { contract, verdict } = result;
    if (!hasStrength(result)) return;
    const { bits } = verdict.oracle.strength;
    const weak = isWeakPass(result);
    const key = `${contract.version} ${bits} ${weak} ${contract.id}`;
    const known = this.#passes.get(key) ?? { task: contract.id, version: contract.version, bits, weak, count: 0 };
    this.#passes.set(key, { ...known, count: known.count + 1 });
  }

  /** Passes without any strength. */
  get without_strength(): number {
    const none = [...this.#passes.values()].filter(({ bits }) => strengthFigure(bits) === 'none');
    return none.reduce((sum, { count }) => sum + count, 0);
  }

  /** Least strength of the passes of each contract, the least first. @param label names a version of a contract */
  strengths(wanted: number, label: (task: string, version: string) => string): ContractStrength[] {
    const contracts = new Map<string, ContractStrength>();
    for (const { task: id, version, bits, weak, count } of this.#passes.values()) {
      const task = label(id, version);
      const known = contracts.get(task) ?? { task, passes: 0, least: bits, weaker: 0 };
      contracts.set(task, {
        task,
        passes: known.passes + count,
        least: bits === null || known.least === null ? null : Math.min(bits, known.least),
        weaker: known.weaker + (weak || isBelow(bits, wanted) ? count : 0),
      });
    }
    return [...contracts.values()].sort((a, b) => (a.least ?? 0) - (b.least ?? 0) || compare(a.task, b.task));
  }

  mechanisms() {
    return mechanismRows(this.#sorted().map(([agent, { mechanisms }]) => [agent, mechanisms]));
  }

  models() {
    return modelRows(this.#sorted().map(([agent, { models }]) => [agent, models]));
  }

  #sorted() {
    return [...this.agents].sort(([a], [b]) => compare(a, b));
  }
}

/** Names with how often they were seen, most often first. */
export function tallied(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || compare(a, b));
}

function noSums(): Sums {
  return {
    attempts: 0,
    by_status: { success: 0, failure: 0, acceptance_error: 0, invalid: 0 },
    known_usd: 0,
    unknown_costs: 0,
    wall_ms: 0,
  };
}

function count(sums: Sums, { verdict, cost, timing }: Result): void {
  sums.attempts += 1;
  sums.by_status[verdict.status] += 1;
  sums.known_usd += cost.total_usd ?? 0;
  if (cost.total_usd === null) sums.unknown_costs += 1;
  sums.wall_ms += timing.wall_ms;
}

function more(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
