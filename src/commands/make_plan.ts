import type { LoadedContract, RulesFile } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { RANDOMISED_ORDER, randomisedOrder } from '../judge/statistics/randomisation.js';
import { digestOf } from '../record/canonical.js';
import type { Plan, PlannedAttempt, PlannedTask } from '../record/plan.js';
import type { Order } from '../run/attempt/order.js';
import { balanceShards } from './balance_shards.js';
import { type OpenArm, orderOf } from './plan_orders.js';
import type { Study } from './study.js';

/** A plan, and its attempts as they are run, in the same order. */
export interface Planned {
  plan: Plan;
  orders: readonly Order[];
}

export interface PlanRequest {
  study: Study;
  arms: readonly OpenArm[];
  rules: RulesFile | undefined;
  shards: number;
  /** How long an attempt of an arm at a task takes; null = unknown. */
  expected_ms(task: string, arm: string): number | null;
  versions: { harness: string; rubric: string };
}

/**
 * The plan of a study: every attempt once, in order and in its shard. The same study gives the same plan, byte by byte.
 *
 * @throws {UserError} when two arms are the same
 */
export function makePlan({ study, arms, rules, shards, expected_ms, versions }: PlanRequest): Planned {
  const { suite, trials, seed, budget, retries, analysis } = study;
  const tasks = study.contracts.map((loaded) => plannedTask(loaded, study.weights));
  const contracts = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded]));
  const budgets = new Map(tasks.map(({ id, budget_usd }) => [id, budget_usd]));
  const byId = new Map(arms.map((one) => [one.arm.id, one]));
  const orders: Order[] = [];
  const attempts = rowsOf(study, tasks, arms).map(({ task, arm, trial }): Omit<PlannedAttempt, 'shard'> => {
    const one = byId.get(arm)!;
    const order = orderOf(contracts.get(task)!, one, trial, seed, rules, study.pull_request);
    orders.push(order);
    const ceiling_usd = one.models === undefined ? 0 : budgets.get(task)!;
    return { attempt_id: order.attempt_id, task, arm, trial, ceiling_usd, expected_ms: expected_ms(task, arm) };
  });
  demandDistinct(attempts);
  const shardOf = balanceShards(loadsOf(attempts, tasks), shards);
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
    attempts: attempts.map((attempt, i) => ({ ...attempt, shard: shardOf[i]! })),
    analysis,
    gate: gateOf(study, arms),
  };
  return { plan: { ...plan, digest: digestOf(plan) }, orders };
}

function plannedTask(loaded: LoadedContract, weights: Study['weights']): PlannedTask {
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

/** The stratum in which a task is permuted: its values of the strata that the study reports by, or else its tier. */
export function stratumOf({ tier, strata }: Pick<PlannedTask, 'tier' | 'strata'>, named: readonly string[]): string {
  return named.length === 0 ? `tier ${tier}` : named.map((name) => `${name}=${strata[name] ?? ''}`).join(' ');
}

type Row = Pick<PlannedAttempt, 'task' | 'arm' | 'trial'>;

/** Listed: contract by contract, so that trials of one share its layer while it is warm. Randomised: by the protocol. */
function rowsOf(study: Study, tasks: readonly PlannedTask[], arms: readonly OpenArm[]): Row[] {
  const { trials, seed, order, analysis } = study;
  const ids = arms.map(({ arm }) => arm.id);
  if (order === 'randomised') {
    const strata = tasks.map((task) => ({ id: task.id, stratum: stratumOf(task, analysis.strata) }));
    return randomisedOrder({ tasks: strata, arms: ids, trials, seed });
  }
  return tasks.flatMap(({ id: task }) =>
    ids.flatMap((arm) => Array.from({ length: trials }, (_, i) => ({ task, arm, trial: i + 1 }))),
  );
}

/** @throws {UserError} when two attempts are one: they would overwrite each other, and a comparison of them says nothing */
function demandDistinct(attempts: readonly Omit<PlannedAttempt, 'shard'>[]): void {
  const seen = new Map<string, string>();
  for (const { attempt_id, arm } of attempts) {
    const other = seen.get(attempt_id);
    if (other !== undefined)
      throw new UserError(
        `arms "${other}" and "${arm}" are alike: the same agent with the same models and mechanisms`,
        'Leave one of them out. A model or steering makes no difference to an agent that asks none.',
      );
    seen.set(attempt_id, arm);
  }
}

/** What nobody has timed is taken for the mean of what was. */
function loadsOf(attempts: readonly Omit<PlannedAttempt, 'shard'>[], tasks: readonly PlannedTask[]) {
  const known = attempts.flatMap(({ expected_ms }) => expected_ms ?? []);
  const mean = known.length === 0 ? 1 : known.reduce((sum, ms) => sum + ms, 0) / known.length;
  const weights = new Map(tasks.map(({ id, weight }) => [id, weight]));
  return attempts.map(({ task, expected_ms }) => ({ task, load: (expected_ms ?? mean) * weights.get(task)! }));
}

/**
 * Baselines and configurations with something switched off are there to be compared with, not to pass: they never decide, unless nothing else
 * is run. Flags name no baselines: there every arm is judged.
 */
function gateOf({ suite, gate }: Study, arms: readonly OpenArm[]): Plan['gate'] {
  const { agents, baseline: _, ...rest } = gate;
  const ours = arms.filter(({ arm }) => arm.role === 'agent' && (agents?.includes(arm.name) ?? true));
  const whole = ours.filter(({ arm }) => arm.ablation === 'none');
  const judged = suite === undefined ? arms : whole.length > 0 ? whole : ours;
  return { ...rest, arms: judged.map(({ arm }) => arm.id) };
}
