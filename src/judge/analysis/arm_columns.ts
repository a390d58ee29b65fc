import { passHatK } from '../statistics/passes.js';
import type { ClearAttempts } from './clear_attempts.js';
import type { ClearDimensions } from './clear_score.js';
import { decidedIn, scorableIn } from './outcome_counts.js';
import type { Unit } from './units.js';

/** The five dimensions with what they are made of. null = not known. */
export interface Measures extends ClearDimensions {
  /** Mean of the task means, per attempt. */
  cost_usd: number | null;
  latency_ms: number | null;
}

/** Per task what the measures of an arm are made of, so that tasks can be drawn again and again without a look at their trials. NaN = not known. */
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
}

/**
 * @param units of one arm, one per task; undefined = the arm has no scorable run of that task
 * @param k runs that have to succeed together for reliability
 */
export function armColumns(units: readonly (Unit | undefined)[], k: number, clear: ClearAttempts): ArmColumns {
  const column = (of: (unit: Unit) => number | null) =>
    Float64Array.from(units, (unit) => (unit && scorableIn(unit.counts) > 0 ? (of(unit) ?? Number.NaN) : Number.NaN));
  const valid = ({ trials }: Unit) => trials.filter(({ outcome }) => outcome !== 'invalid');
  const meanOver = (of: (trial: Unit['trials'][number]) => number | null) =>
    column((unit) => {
      const values = valid(unit).map(of);
      return values.some((value) => value === null)
        ? null
        : (values as number[]).reduce((sum, value) => sum + value, 0) / values.length;
    });
  const sumOver = (of: (trial: Unit['trials'][number]) => number) =>
    column((unit) => valid(unit).reduce((sum, trial) => sum + of(trial), 0));
  return {
    tasks: units.length,
    cost_usd: meanOver(({ cost }) => cost.total_usd),
    cost: meanOver(clear.cost),
    latency_ms: meanOver(({ wall_ms }) => wall_ms),
    latency: meanOver(clear.latency),
    efficacy: column(({ counts }) => counts.successes / scorableIn(counts)),
    decided: column(({ counts }) => decidedIn(counts)),
    reliability: column(({ counts }) => passHatK(decidedIn(counts), counts.successes, k)),
    actions: sumOver(({ policy_actions }) => policy_actions),
    violations: sumOver(({ policy_violations }) => policy_violations),
  };
}

/**
 * The measures over the tasks at `drawn` (all, or a resample). Tasks of which the arm has nothing are left out; a cost, latency or anchor
 * that is unknown of one task is unknown of all, since leaving it out would pick the tasks; a reliability that cannot be told of one
 * task (fewer than k decided runs) is left out.
 */
export function measures(columns: ArmColumns, drawn: ArrayLike<number>): Measures {
  const { efficacy, actions, violations } = columns;
  let present = 0;
  let decided = 0;
  let successes = 0;
  let reliable = 0;
  let reliability = 0;
  let [cost_usd, cost, latency_ms, latency, acted, violated] = [0, 0, 0, 0, 0, 0];
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
    successes += efficacy[task]!;
    decided += columns.decided[task]!;
    const all = columns.reliability[task]!;
    if (!Number.isNaN(all)) {
      reliable++;
      reliability += all;
    }
  }
  const known = (sum: number, n: number) => (n === 0 || Number.isNaN(sum) ? null : sum / n);
  return {
    cost_usd: known(cost_usd, present),
    cost: known(cost, present),
    latency_ms: known(latency_ms, present),
    latency: known(latency, present),
    efficacy: decided === 0 ? null : known(successes, present),
    assurance: acted === 0 ? null : 1 - violated / acted,
    reliability: known(reliability, reliable),
  };
}

/** 0 … n − 1: every task once. */
export const everyTask = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);
