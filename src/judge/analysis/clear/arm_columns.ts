import { lacksSafety } from '../../../contract/coordination/mechanism.js';
import { passHatK } from '../../statistics/pass_at_k.js';
import type { TaskUnit } from '../trials/arm_units.js';
import { countDecided, countScorable } from '../trials/outcome_counts.js';
import type { ClearDimensions } from './clear_score.js';
import type { ClearScorer } from './clear_scorer.js';

/** Measures of an arm: the five dimensions of CLEAR and their raw values. null = unknown. */
export interface ArmMeasures extends ClearDimensions {
  /** Cost of an attempt in USD, mean of the task means. */
  cost_usd: number | null;
  latency_ms: number | null;
}

/**
 * Ingredients of an arm's measures by task, so that tasks can be resampled without a look at their trials. NaN =
 * unknown.
 */
export interface ArmColumns {
  tasks: number;
  cost_usd: Float64Array;
  cost: Float64Array;
  latency_ms: Float64Array;
  latency: Float64Array;
  efficacy: Float64Array;
  decided: Float64Array;
  reliability: Float64Array;
  actions: Float64Array;
  violations: Float64Array;
  /** Runs without mechanisms of safety: nobody looked for violations. */
  unchecked: Float64Array;
}

/**
 * Creates the columns of an arm.
 *
 * @param units units of one arm, one per task; undefined if the arm has no scorable run of that task
 * @param k number of runs that must succeed together for reliability
 */
export function createArmColumns(units: readonly (TaskUnit | undefined)[], k: number, clear: ClearScorer): ArmColumns {
  const column = (of: (unit: TaskUnit) => number | null) =>
    Float64Array.from(units, (unit) =>
      unit && countScorable(unit.counts) > 0 ? (of(unit) ?? Number.NaN) : Number.NaN,
    );
  const valid = ({ trials }: TaskUnit) => trials.filter(({ outcome }) => outcome !== 'invalid');
  const meanOver = (of: (trial: TaskUnit['trials'][number]) => number | null) =>
    column((unit) => {
      const values = valid(unit).map(of);
      return values.some((value) => value === null)
        ? null
        : (values as number[]).reduce((sum, value) => sum + value, 0) / values.length;
    });
  const sumOver = (of: (trial: TaskUnit['trials'][number]) => number) =>
    column((unit) => valid(unit).reduce((sum, trial) => sum + of(trial), 0));
  return {
    tasks: units.length,
    cost_usd: meanOver(({ cost }) => cost.total_usd),
    cost: meanOver(clear.scoreCost),
    latency_ms: meanOver(({ wall_ms }) => wall_ms),
    latency: meanOver(clear.scoreLatency),
    efficacy: column(({ counts }) => counts.successes / countScorable(counts)),
    decided: column(({ counts }) => countDecided(counts)),
    reliability: column(({ counts }) => passHatK(countDecided(counts), counts.successes, k)),
    actions: sumOver(({ policy_actions }) => policy_actions),
    violations: sumOver(({ policy_violations }) => policy_violations),
    unchecked: sumOver(({ ablation }) => (lacksSafety(ablation) ? 1 : 0)),
  };
}

/**
 * Computes the measures over the tasks at `drawn`: all, or a resample. Tasks without runs of the arm are left out. If a
 * cost, latency or anchor is unknown for one task, the measure is unknown: to leave the task out would select tasks. A
 * task with fewer than k decided runs is left out of reliability.
 */
export function computeArmMeasures(columns: ArmColumns, drawn: ArrayLike<number>): ArmMeasures {
  const { efficacy, actions, violations } = columns;
  let present = 0;
  let decided = 0;
  let successes = 0;
  let reliable = 0;
  let reliability = 0;
  let [cost_usd, cost, latency_ms, latency, acted, violated, unchecked] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < drawn.length; i++) {
    const task = drawn[i]!;
    // Without a scorable run there are no actions either.
    if (Number.isNaN(actions[task]!)) continue;
    present++;
    cost_usd += columns.cost_usd[task]!;
    cost += columns.cost[task]!;
    latency_ms += columns.latency_ms[task]!;
    latency += columns.latency[task]!;
    acted += actions[task]!;
    violated += violations[task]!;
    unchecked += columns.unchecked[task]!;
    successes += efficacy[task]!;
    decided += columns.decided[task]!;
    const all = columns.reliability[task]!;
    if (!Number.isNaN(all)) {
      reliable++;
      reliability += all;
    }
  }
  const computeMean = (sum: number, n: number) => (n === 0 || Number.isNaN(sum) ? null : sum / n);
  return {
    cost_usd: computeMean(cost_usd, present),
    cost: computeMean(cost, present),
    latency_ms: computeMean(latency_ms, present),
    latency: computeMean(latency, present),
    efficacy: decided === 0 ? null : computeMean(successes, present),
    assurance: acted === 0 || unchecked > 0 ? null : 1 - violated / acted,
    reliability: computeMean(reliability, reliable),
  };
}

/** Lists the indices 0 … n − 1. */
export const listTaskIndices = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);
