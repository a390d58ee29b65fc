import { legacyRandom } from './legacy_random.js';
import type { PairedDesign } from './paired_power.js';
import { mean, quantile, variance } from './quantile.js';
import { requireConfidence, requireCount, requireProbability } from './require_count.js';

/** Variances of a paired design, without its numbers of trials. */
export type VarianceComponents = Pick<PairedDesign, 'between' | 'within_a' | 'within_b'>;

/**
 * Assumptions before there are data. `task_correlation` is the correlation of the arms' true rates over tasks; 0 is the
 * most cautious plausible value.
 */
export interface Assumptions {
  rate_a: number;
  rate_b: number;
  icc: number;
  task_correlation: number;
}

/**
 * Computes variances of binary outcomes from assumed rates and intra-task correlation ρ. A rate p has p(1−p) in all, of
 * which ρ lies between tasks and 1 − ρ within. w² = v_A + v_B − 2r√(v_A·v_B), where v is the part between tasks and r
 * the correlation of both arms over tasks.
 */
export function assumedComponents({ rate_a, rate_b, icc, task_correlation }: Assumptions): VarianceComponents {
  for (const [name, value] of Object.entries({ rate_a, rate_b, icc })) requireProbability(name, value);
  if (!(task_correlation >= -1 && task_correlation <= 1))
    throw new RangeError(`task_correlation must be between −1 and 1, not ${task_correlation}`);
  const [all_a, all_b] = [rate_a * (1 - rate_a), rate_b * (1 - rate_b)];
  const shared = 2 * task_correlation * icc * Math.sqrt(all_a * all_b);
  return {
    between: Math.max(0, icc * (all_a + all_b) - shared),
    within_a: (1 - icc) * all_a,
    within_b: (1 - icc) * all_b,
  };
}

/** Outcomes of each arm's trials at one task, between 0 and 1. */
export interface PairedOutcomes {
  a: readonly number[];
  b: readonly number[];
}

/** Components from data. null = the data cannot give it. */
export type EstimatedComponents = { [Name in keyof VarianceComponents]: number | null } & {
  /** Tasks with an outcome of both arms. */
  tasks: number;
};

/**
 * Estimates components from a pilot's data. s² is the mean over tasks of the variance of trials (ddof 1, unbiased).
 * Tasks with one trial give none; null if no task has two. w² = Var(d_i) − mean(s²_A/k_A + s²_B/k_B), ddof 1, at least
 * 0; null below two tasks, and if s² is null.
 */
export function estimatedComponents(tasks: readonly PairedOutcomes[]): EstimatedComponents {
  return computeComponents(tasks.flatMap((task) => summariseTask(task) ?? []));
}

/** Figures of a task that the components need: its difference, the variances of its trials, one over their numbers. */
interface TaskSummary {
  difference: number;
  within_a: number | null;
  within_b: number | null;
  inverse_a: number;
  inverse_b: number;
}

function summariseTask({ a, b }: PairedOutcomes): TaskSummary | null {
  const [of_a, of_b] = [mean(a), mean(b)];
  if (of_a === null || of_b === null) return null;
  return {
    difference: of_a - of_b,
    within_a: variance(a),
    within_b: variance(b),
    inverse_a: 1 / a.length,
    inverse_b: 1 / b.length,
  };
}

function computeComponents(tasks: readonly TaskSummary[]): EstimatedComponents {
  const computeWithin = (side: 'within_a' | 'within_b') => {
    let [sum, count] = [0, 0];
    for (const task of tasks) {
      const values = task[side];
      if (values === null) continue;
      sum += values;
      count++;
    }
    return count === 0 ? null : sum / count;
  };
  const [within_a, within_b] = [computeWithin('within_a'), computeWithin('within_b')];
  if (within_a === null || within_b === null || tasks.length < 2)
    return { between: null, within_a, within_b, tasks: tasks.length };
  let [centre, squares, trials] = [0, 0, 0];
  for (const { difference } of tasks) centre += difference / tasks.length;
  for (const { difference, inverse_a, inverse_b } of tasks) {
    squares += (difference - centre) ** 2;
    trials += within_a * inverse_a + within_b * inverse_b;
  }
  const between_variance = Math.max(0, squares / (tasks.length - 1) - trials / tasks.length);
  return { between: between_variance, within_a, within_b, tasks: tasks.length };
}

/**
 * Computes upper ends of the components, for a cautious plan. They are the `level` quantile (type 7) over resamples of
 * whole tasks, drawn by `numpy.random.RandomState(seed)`. Resamples in which a component is undefined are left out;
 * null if all are.
 */
export function upperComponents(
  tasks: readonly PairedOutcomes[],
  { level = 0.95, resamples = 2000, seed }: { level?: number; resamples?: number; seed: number },
): EstimatedComponents {
  requireConfidence(level, 'level');
  requireCount('resamples', resamples, 1);
  const paired = tasks.flatMap((task) => summariseTask(task) ?? []);
  const random = legacyRandom(seed);
  const drawn = Array.from({ length: paired.length === 0 ? 0 : resamples }, () =>
    computeComponents(paired.map(() => paired[random.randint(0, paired.length)]!)),
  );
  const upper = (name: keyof VarianceComponents) => {
    return quantile(
      drawn.flatMap((one) => one[name] ?? []),
      level,
    );
  };
  return { between: upper('between'), within_a: upper('within_a'), within_b: upper('within_b'), tasks: paired.length };
}
