import { UserError } from '../contract/user_error.js';
import { digestOf } from '../record/canonical.js';
import type { Plan } from '../record/plan.js';
import type { Order } from '../run/attempt/order.js';
import { makePlan, type Planned, type PlanRequest } from './make_plan.js';
import { readPlan } from './merge_plan.js';
import { type OpenArm, orderOf } from './plan_orders.js';

/** Differences that one message lists. */
const SHOWN = 5;

/**
 * The attempts of a plan that was made before, as they are run here. Each must be the very attempt that the plan names: contract, agent, models
 * and harness are what they were. A plan for a suite may hold a part of its attempts, as that of a stage does.
 *
 * @throws {UserError} naming what differs
 */
export function demandPlan(
  file: string,
  request: Omit<PlanRequest, 'shards' | 'expected_ms'>,
  shard: string | undefined,
  cwd: string,
): Planned {
  const plan = readPlan([], file, cwd)!;
  const remedy = `Plan again (gatebench plan), or run what ${file} was made for.`;
  const refuse = (what: readonly string[]) => {
    const more = what.length > SHOWN ? [`… and ${what.length - SHOWN} more`] : [];
    const lines = [...what.slice(0, SHOWN), ...more].map((line) => `  ${line}`);
    throw new UserError([`${file} is the plan of something else:`, ...lines], remedy);
  };
  const general = [...differences(plan, request), ...taskDifferences(plan, request), ...armDifferences(plan, request)];
  if (general.length > 0) refuse(general);
  if (shard !== undefined && Number(shard.split('/')[1]) !== plan.shards)
    throw new UserError(
      `--shard ${shard}: ${file} has ${plan.shards} shards`,
      'Give the shard as the plan counts them.',
    );
  if (request.study.suite === undefined) {
    const own = makePlan({ ...request, shards: 1, expected_ms: () => null }).plan.attempts.length;
    if (own !== plan.attempts.length) refuse([`${plan.attempts.length} attempts, here ${own}`]);
  }
  const orders = ordersOf(plan, request);
  const changed = plan.attempts.flatMap(({ attempt_id, arm }, i) =>
    orders[i]!.attempt_id === attempt_id ? [] : [arm],
  );
  if (changed.length > 0)
    refuse(
      [...new Set(changed)].map(
        (arm) => `arm "${arm}": its agent, models, steering, caps or rules are not those that were planned`,
      ),
    );
  return { plan, orders };
}

function ordersOf(plan: Plan, { study, arms, rules }: Pick<PlanRequest, 'study' | 'arms' | 'rules'>): Order[] {
  const contracts = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded]));
  const byId = new Map<string, OpenArm>(arms.map((one) => [one.arm.id, one]));
  return plan.attempts.map(({ task, arm, trial }) =>
    orderOf(contracts.get(task)!, byId.get(arm)!, trial, plan.seed, rules, study.pull_request),
  );
}

/** What differs of everything that all attempts share. */
function differences(plan: Plan, { study, versions }: Pick<PlanRequest, 'study' | 'versions'>): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['version of gatebench', plan.harness_version, versions.harness],
    ['rubric', plan.rubric, versions.rubric],
    ['name of the suite', plan.name, study.name],
    ['text of the suite', plan.suite?.sha256.slice(0, 12) ?? 'none', study.suite?.sha256.slice(0, 12) ?? 'none'],
    ['seed', plan.seed, study.seed],
    // What decides was agreed in the suite: a plan that says otherwise, with a digest of its own, was made by hand.
    ['settings of the analysis', short(plan.analysis), short(study.analysis)],
    ['coverage floor', plan.gate.coverage_floor, study.gate.coverage_floor],
    ['alpha of the gate', plan.gate.alpha, study.gate.alpha],
    ['tolerance of the gate', plan.gate.tolerance, study.gate.tolerance],
    ['minimum history of the gate', plan.gate.minimum_history, study.gate.minimum_history],
  ];
  return pairs.flatMap(([what, planned, here]) => (planned === here ? [] : [`${what}: ${planned}, here ${here}`]));
}

const short = (value: unknown) => digestOf(value).slice(0, 12);

/** What differs of the contracts that attempts are planned for. */
function taskDifferences(plan: Plan, { study }: Pick<PlanRequest, 'study'>): string[] {
  const versions = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded.version]));
  const planned = new Map(plan.tasks.map(({ id, version }) => [id, version]));
  return [...new Set(plan.attempts.map(({ task }) => task))].flatMap((task) => {
    const [version, here] = [planned.get(task) ?? 'none', versions.get(task)];
    if (here === undefined) return [`contract ${task}: is not here`];
    return version === here ? [] : [`contract ${task}: version ${version.slice(0, 12)}, here ${here.slice(0, 12)}`];
  });
}

function armDifferences(plan: Plan, { arms }: Pick<PlanRequest, 'arms'>): string[] {
  const here = new Set(arms.map(({ arm }) => arm.id));
  const planned = [...new Set(plan.attempts.map(({ arm }) => arm))];
  return planned.filter((arm) => !here.has(arm)).map((arm) => `arm "${arm}": is not here`);
}
