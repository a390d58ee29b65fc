import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import type { PriceBook } from '../../gateway/meter/price_book.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { RANDOMISED_ORDER, randomisedOrder } from '../../judge/statistics/randomised_order.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { Plan, PlannedAttempt, PlannedTask } from '../../record/planning/plan.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { computeUnattendedCost } from '../../run/attempt/report/compute_evaluation_reserve.js';
import { computeJudgeCeiling } from '../models/require_judge_model.js';
import { hasFreeModels } from '../models/resolve_upstream.js';
import type { Study } from '../study/study.js';
import { balanceShards } from './balance_shards.js';
import { computeHumanUsd, getBaselineTime } from './create_attempt_run_terms.js';
import { createPlannedSpec, type StudyArm } from './study_arm.js';

/** Plan with its attempts in the same order, ready to run. */
export interface ExecutablePlan {
  plan: Plan;
  specs: readonly AttemptSpec[];
}

/** Input of a plan. */
export interface PlanRequest {
  study: Study;
  arms: readonly StudyArm[];
  rules: GuardRulesFile | undefined;
  shards: number;
  /** Expected duration of an attempt in milliseconds; null = unknown. */
  expected_ms(task: string, arm: string): number | null;
  versions: { harness: string; rubric: string };
  /** Prices for arms that have none of their own; undefined = none were asked for. */
  prices: Pick<PriceBook, 'rates'> | undefined;
  /** Judge model for contracts with `model_checks`; undefined = none is named. */
  judge?: ModelConfig | undefined;
}

/**
 * Creates the plan of a study: every attempt once, in order and in its shard.
 *
 * The same study gives the same plan, byte by byte.
 *
 * @throws {UserError} if two arms are the same
 */
export function createPlan(request: PlanRequest): ExecutablePlan {
  const { study, arms, rules, shards, expected_ms, versions, prices, judge } = request;
  const { suite, trials, seed, budget, retries, analysis } = study;
  const tasks = study.contracts.map((loaded) => createPlannedTask(loaded, study.weights));
  const contracts = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded]));
  const budgets = new Map(tasks.map(({ id, budget_usd }) => [id, budget_usd]));
  const byId = new Map(arms.map((one) => [one.arm.id, one]));
  const specs: AttemptSpec[] = [];
  const attempts = createPlanRows(study, tasks, arms).map(({ task, arm, trial }): Omit<PlannedAttempt, 'shard'> => {
    const one = byId.get(arm)!;
    const spec = createPlannedSpec(contracts.get(task)!, one, trial, study, rules, judge);
    specs.push(spec);
    const own_usd = computeAttemptCeiling(contracts.get(task)!, one, budgets.get(task)!, prices);
    const ceiling_usd = own_usd + computeHumanUsd(getBaselineTime(one.arm, task));
    return { attempt_id: spec.attempt_id, task, arm, trial, ceiling_usd, expected_ms: expected_ms(task, arm) };
  });
  requireDistinctAttempts(attempts);
  const shardOf = balanceShards(computeAttemptLoads(attempts, tasks), shards);
  const plan: Omit<Plan, 'digest'> = {
    schema: 1,
    name: study.name,
    suite: suite ? { path: suite.shown, sha256: suite.sha256 } : null,
    harness_version: versions.harness,
    rubric: versions.rubric,
    seed,
    generator: study.order === 'randomised' ? RANDOMISED_ORDER : 'listed',
    trials,
    arms: arms.map(({ arm }) => arm),
    tasks,
    budget,
    retries,
    shards,
    attempts: attempts.map((attempt, i) => ({ ...attempt, shard: shardOf[i] ?? 1 })),
    analysis,
    gate: createPlannedGate(study, arms),
    ...omitUndefined({ replication: study.replication }),
  };
  return { plan: { ...plan, digest: computeDigest(plan) }, specs };
}

/**
 * Computes the highest cost of an attempt in USD, without the time of a human baseline.
 *
 * Agents are stopped at the cap of the contract, and the judge model has caps of its own. Where nothing has a price
 * the agent costs nothing. Attempts without an agent's stages cost their setup and evaluation.
 */
export function computeAttemptCeiling(
  loaded: LoadedContract,
  { agent, models }: StudyArm,
  budget_usd: number,
  shared: PlanRequest['prices'],
): number {
  const judge_usd = computeJudgeCeiling(loaded);
  if (models !== undefined && !hasFreeModels(models)) return budget_usd + judge_usd;
  const rates = shared?.rates;
  if (rates === undefined || Object.values(rates).every((rate) => rate === null)) return judge_usd;
  const own_usd = 'patch' in agent ? Math.min(budget_usd, computeUnattendedCost(loaded, rates)) : budget_usd;
  return own_usd + judge_usd;
}

function createPlannedTask(loaded: LoadedContract, weights: Study['weights']): PlannedTask {
  const { id, metadata, budget } = loaded.contract;
  const { tier, kind = null, source, strata } = metadata;
  return {
    id,
    version: loaded.version,
    path: loaded.shown,
    tier,
    kind,
    source,
    strata,
    proven: loaded.proof !== undefined,
    weight: weights[id] ?? 1,
    budget_usd: budget.usd,
    budget_wall_ms: budget.wall,
  };
}

/** Returns the stratum in which a task is permuted: its values of the study's strata, or its tier without any. */
export function getStratum({ tier, strata }: Pick<PlannedTask, 'tier' | 'strata'>, named: readonly string[]): string {
  return named.length === 0 ? `tier ${tier}` : named.map((name) => `${name}=${strata[name] ?? ''}`).join(' ');
}

type PlanRow = Pick<PlannedAttempt, 'task' | 'arm' | 'trial'>;

/**
 * Returns the attempts in their order.
 *
 * Listed order goes contract by contract, so that trials of one share its layer. Randomised order follows the
 * protocol.
 */
function createPlanRows(study: Study, tasks: readonly PlannedTask[], arms: readonly StudyArm[]): PlanRow[] {
  const { trials, seed, order, analysis } = study;
  const ids = arms.map(({ arm }) => arm.id);
  if (order === 'randomised') {
    const strata = tasks.map((task) => ({ id: task.id, stratum: getStratum(task, analysis.strata) }));
    return randomisedOrder({ tasks: strata, arms: ids, trials, seed });
  }
  return tasks.flatMap(({ id: task }) =>
    ids.flatMap((arm) => Array.from({ length: trials }, (_, i) => ({ task, arm, trial: i + 1 }))),
  );
}

/** Requires that no two attempts are the same: they would overwrite each other. @throws {UserError} */
function requireDistinctAttempts(attempts: readonly Omit<PlannedAttempt, 'shard'>[]): void {
  const places = new Map<string, string>();
  for (const { attempt_id, arm } of attempts) {
    const place = places.get(attempt_id);
    if (place !== undefined)
      throw new UserError(
        `arms "${place}" and "${arm}" are alike: the same agent with the same models and mechanisms`,
        'Leave one of them out. A model or steering makes no difference to an agent that asks none.',
      );
    places.set(attempt_id, arm);
  }
}

/** Returns the loads of the attempts; an attempt without a known duration gets the mean of the others. */
function computeAttemptLoads(attempts: readonly Omit<PlannedAttempt, 'shard'>[], tasks: readonly PlannedTask[]) {
  const durations = attempts.flatMap(({ expected_ms }) => expected_ms ?? []);
  const mean = durations.length === 0 ? 1 : durations.reduce((sum, ms) => sum + ms, 0) / durations.length;
  const weights = new Map(tasks.map(({ id, weight }) => [id, weight]));
  return attempts.map(({ task, expected_ms }) => ({ task, load: (expected_ms ?? mean) * weights.get(task)! }));
}

/**
 * Returns the gate of a plan.
 *
 * Baselines and ablated configurations of a suite are only compared with and decide nothing, unless nothing else is
 * run. Of flags, golden and noop decide only if no other agent is named, and in a regression
 * gate, which compares them like any other.
 */
function createPlannedGate({ suite, gate }: Study, arms: readonly StudyArm[]): Plan['gate'] {
  const { agents, baseline: _, ...rest } = gate;
  const ours = arms.filter(({ arm }) => arm.role === 'agent' && (agents?.includes(arm.name) ?? true));
  const whole = ours.filter(({ arm }) => arm.ablation === 'none');
  const chosen = ours.length > 0 && gate.fail_on !== 'regression' ? ours : arms;
  // Of a comparison of settings, head is judged.
  const heads = arms.filter(({ arm }) => arm.base_arm !== undefined);
  const agents_of_suite = whole.length > 0 ? whole : ours;
  const tested = suite === undefined ? chosen : agents_of_suite;
  const judged = heads.length > 0 ? heads : tested;
  return { ...rest, arms: judged.map(({ arm }) => arm.id) };
}
