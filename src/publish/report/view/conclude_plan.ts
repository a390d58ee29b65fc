import type { Plan } from '../../../record/planning/plan.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import {
  concludeContractChecks,
  createBaselineTally,
  createContractChecks,
  isContractCheck,
  type PlannedBaseline,
} from './contract_check.js';
import { concludeGate, type GateConclusion } from './gate_conclusion.js';

/** Results of the arms that a plan judges, and ids of the attempts without one. */
interface GateInput {
  results: AttemptResult[];
  missing: string[];
}

/**
 * Returns the ids of the attempts that decide. A rate over agents, baselines and ablated arms together would say
 * nothing about any of them.
 *
 * @returns undefined if all attempts decide
 */
export function findDecidingAttempts({
  gate,
  attempts,
}: Pick<Plan, 'gate' | 'attempts'>): ReadonlySet<string> | undefined {
  const arms = new Set(gate.arms);
  const deciding = attempts.filter(({ arm }) => arms.has(arm));
  if (deciding.length === 0 || deciding.length === attempts.length) return undefined;
  return new Set(deciding.map(({ attempt_id }) => attempt_id));
}

/** Finds the attempts of golden and noop with all mechanisms on, by id. */
export function findPlannedBaselines({
  arms,
  attempts,
}: Pick<Plan, 'arms' | 'attempts'>): ReadonlyMap<string, PlannedBaseline> {
  const roles = new Map(
    arms.flatMap(({ id, role, ablation }) =>
      (role === 'golden' || role === 'noop') && ablation === 'none' ? [[id, role] as const] : [],
    ),
  );
  return new Map(
    attempts.flatMap(({ attempt_id, task, arm }) => {
      const role = roles.get(arm);
      return role === undefined ? [] : [[attempt_id, { role, task }] as const];
    }),
  );
}

/** Returns the names of a suite's arms by attempt; empty without a suite, where agents have no other name. */
export function createArmNames({
  suite,
  arms,
  attempts,
}: Pick<Plan, 'suite' | 'arms' | 'attempts'>): ReadonlyMap<string, string> {
  if (suite === null) return new Map();
  const names = new Map(arms.map(({ id, name }) => [id, name]));
  return new Map(attempts.map(({ attempt_id, arm }) => [attempt_id, names.get(arm) ?? arm]));
}

/** Selects the results and missing ids of the arms that decide; baselines and comparison arms do not. */
export function selectGateInput({ gate, attempts }: Pick<Plan, 'gate' | 'attempts'>, input: GateInput): GateInput {
  const arms = new Set(gate.arms);
  const ids = new Set(attempts.filter(({ arm }) => arms.has(arm)).map(({ attempt_id }) => attempt_id));
  return {
    results: input.results.filter(({ attempt_id }) => ids.has(attempt_id)),
    missing: input.missing.filter((id) => ids.has(id)),
  };
}

/**
 * Concludes the gate of a plan from its results. A plan of golden and noop alone checks its contracts: golden must
 * pass, and noop must fail.
 */
export function concludePlan(plan: Pick<Plan, 'arms' | 'gate' | 'attempts'>, input: GateInput): GateConclusion {
  const { results, missing } = selectGateInput(plan, input);
  const { fail_on, coverage_floor, min_strength } = plan.gate;
  if (fail_on === 'gates' && isContractCheck(plan.arms.map(({ role }) => role))) {
    const part = results.length + missing.length < plan.attempts.length;
    const checks = createContractChecks(
      results.flatMap((result) => createBaselineTally(result) ?? []),
      part,
    );
    return concludeContractChecks(checks, missing.length);
  }
  return concludeGate(results, { missing, fail_on, coverage_floor, min_strength });
}
