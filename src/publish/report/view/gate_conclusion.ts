import type { Plan } from '../../../record/planning/plan.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { isDecidedAttempt, type RateInput } from './compute_report_rate.js';
import { isBelowStrength } from './format_strength.js';

/** Conclusion of a gate; `indecisive` is no pass. */
export type GateConclusion = 'success' | 'failure' | 'indecisive';

/** Conclusion of a gate by what a comparison with a baseline came to. */
export const COMPARISON_CONCLUSIONS = {
  regression: 'failure',
  'no regression': 'success',
  undecided: 'indecisive',
} as const satisfies Record<string, GateConclusion>;

/** Rules of a gate. */
export interface GateOptions {
  /** attempt ids that were expected and have no result */
  missing: readonly string[];
  /**
   * gates: every attempt must pass all four. regression: a comparison with a baseline decides, which is not made here.
   * never: report only.
   */
  fail_on: 'gates' | 'regression' | 'never';
  /** share of expected attempts that must be decided, in [0, 1] */
  coverage_floor?: number;
  /** for gates: strength in bits that a pass must have; 0 = any (default) */
  min_strength?: number | undefined;
}

/**
 * Concludes a gate from results.
 *
 * A decided failure, and a pass below the required strength, is a failure, whatever is missing. Else the gate is
 * indecisive if the share of decided attempts is below the coverage floor, if there are no attempts, and for a
 * regression gate, which needs a baseline. An undecided attempt (acceptance error, invalid, no result) is never a pass;
 * the floor is 1 unless the caller lowers it.
 */
export function concludeGate(results: readonly RateInput[], options: GateOptions): GateConclusion {
  const { missing, fail_on, coverage_floor = 1, min_strength = 0 } = options;
  if (fail_on === 'never') return 'success';
  const fails = (result: RateInput) => result.verdict.status === 'failure' || isBelowMinStrength(result, min_strength);
  if (fail_on === 'gates' && results.some(fails)) return 'failure';
  if (fail_on === 'regression') return 'indecisive';
  const expected = results.length + missing.length;
  const answered = results.filter(isDecidedAttempt).length;
  return expected > 0 && answered > 0 && answered / expected >= coverage_floor ? 'success' : 'indecisive';
}

/** Returns true for a pass below the required strength, in bits. */
export function isBelowMinStrength({ verdict: { status, oracle } }: RateInput, min_strength: number): boolean {
  return status === 'success' && isBelowStrength(oracle.strength.bits, min_strength);
}

/** Results of the arms that a plan judges, and ids of the attempts without one. */
export interface GateInput {
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
