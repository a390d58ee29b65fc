import { UserError } from '../../contract/input/user_error.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { Plan } from '../../record/planning/plan.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { readSharedPlan } from '../merge/read_shared_plan.js';
import { computeAttemptCeiling, createPlan, type ExecutablePlan, type PlanRequest } from './create_plan.js';
import { createPlannedSpec, type StudyArm } from './study_arm.js';

/** Number of differences in one message. */
const MAX_DIFFERENCES = 5;

/**
 * Reads a plan that was made before and creates its attempts.
 *
 * Each attempt must be the one that the plan names: contract, agent, models and harness are unchanged. A plan for a
 * suite may hold a part of its attempts, as that of a stage does.
 *
 * @throws {UserError} naming what differs
 */
export function requireMatchingPlan(
  file: string,
  request: Omit<PlanRequest, 'shards' | 'expected_ms'>,
  shard: string | undefined,
  cwd: string,
): ExecutablePlan {
  const plan = readSharedPlan([], file, cwd)!;
  const remedy = `Plan again (gatebench plan), or run what ${file} was made for.`;
  const refuse = (what: readonly string[]) => {
    const more = what.length > MAX_DIFFERENCES ? [`… and ${what.length - MAX_DIFFERENCES} more`] : [];
    const lines = [...what.slice(0, MAX_DIFFERENCES), ...more].map((line) => `  ${line}`);
    throw new UserError([`${file} is the plan of something else:`, ...lines], remedy);
  };
  const general = [
    ...findStudyDifferences(plan, request),
    ...findTaskDifferences(plan, request),
    ...findArmDifferences(plan, request),
  ];
  if (general.length > 0) refuse(general);
  if (shard !== undefined && Number(shard.split('/')[1]) !== plan.shards)
    throw new UserError(
      `--shard ${shard}: ${file} has ${plan.shards} shards`,
      'Give the shard as the plan counts them.',
    );
  if (request.study.suite === undefined) {
    const count = createPlan({ ...request, shards: 1, expected_ms: () => null }).plan.attempts.length;
    if (count !== plan.attempts.length) refuse([`${plan.attempts.length} attempts, here ${count}`]);
  }
  const specs = createPlannedSpecs(plan, request);
  const armOf = new Map(request.arms.map((one) => [one.arm.id, one]));
  const unreserved = plan.attempts.filter(({ arm, ceiling_usd }, i) => {
    const { loaded } = specs[i]!;
    return (
      ceiling_usd === 0 &&
      computeAttemptCeiling(loaded, armOf.get(arm)!, loaded.contract.budget.usd, request.prices) > 0
    );
  });
  if (unreserved.length > 0)
    refuse([`${unreserved.length} attempts without a ceiling: the plan was made without the price table of this run`]);
  const changed = plan.attempts.flatMap(({ attempt_id, arm }, i) => (specs[i]?.attempt_id === attempt_id ? [] : [arm]));
  const judge = request.judge ? 'judge model, ' : '';
  if (changed.length > 0)
    refuse(
      [...new Set(changed)].map(
        (arm) => `arm "${arm}": its agent, models, ${judge}steering, caps or rules are not those that were planned`,
      ),
    );
  return { plan, specs };
}

function createPlannedSpecs(
  plan: Plan,
  { study, arms, rules, judge }: Pick<PlanRequest, 'study' | 'arms' | 'rules' | 'judge'>,
): AttemptSpec[] {
  const contracts = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded]));
  const byId = new Map<string, StudyArm>(arms.map((one) => [one.arm.id, one]));
  return plan.attempts.map(({ task, arm, trial }) =>
    createPlannedSpec(contracts.get(task)!, byId.get(arm)!, trial, { ...study, seed: plan.seed }, rules, judge),
  );
}

/** Returns the differences in what all attempts share. */
function findStudyDifferences(plan: Plan, { study, versions }: Pick<PlanRequest, 'study' | 'versions'>): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['version of gatebench', plan.harness_version, versions.harness],
    ['rubric', plan.rubric, versions.rubric],
    ['name of the suite', plan.name, study.name],
    ['text of the suite', plan.suite?.sha256.slice(0, 12) ?? 'none', study.suite?.sha256.slice(0, 12) ?? 'none'],
    ['seed', plan.seed, study.seed],
    // The suite defines the gate: a plan with other settings was made by hand.
    ['settings of the analysis', shortenDigest(plan.analysis), shortenDigest(study.analysis)],
    ['coverage floor', plan.gate.coverage_floor, study.gate.coverage_floor],
    ['alpha of the gate', plan.gate.alpha, study.gate.alpha],
    ['tolerance of the gate', plan.gate.tolerance, study.gate.tolerance],
    ['minimum history of the gate', plan.gate.minimum_history, study.gate.minimum_history],
  ];
  return pairs.flatMap(([what, planned, here]) => (planned === here ? [] : [`${what}: ${planned}, here ${here}`]));
}

const shortenDigest = (value: unknown) => computeDigest(value).slice(0, 12);

/** Returns the differences in the planned contracts. */
function findTaskDifferences(plan: Plan, { study }: Pick<PlanRequest, 'study'>): string[] {
  const versions = new Map(study.contracts.map((loaded) => [loaded.contract.id, loaded.version]));
  const planned = new Map(plan.tasks.map(({ id, version }) => [id, version]));
  return [...new Set(plan.attempts.map(({ task }) => task))].flatMap((task) => {
    const [version, current] = [planned.get(task) ?? 'none', versions.get(task)];
    if (current === undefined) return [`contract ${task}: is not here`];
    return version === current
      ? []
      : [`contract ${task}: version ${version.slice(0, 12)}, here ${current.slice(0, 12)}`];
  });
}

function findArmDifferences(plan: Plan, { arms }: Pick<PlanRequest, 'arms'>): string[] {
  const ids = new Set(arms.map(({ arm }) => arm.id));
  const planned = [...new Set(plan.attempts.map(({ arm }) => arm))];
  return planned.filter((arm) => !ids.has(arm)).map((arm) => `arm "${arm}": is not here`);
}
