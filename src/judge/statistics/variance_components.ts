import { requireConfidence, requireCount, requireProbability } from './arguments.js';
import { legacyRandom } from './mersenne.js';
import type { PairedDesign } from './power.js';
import { mean, quantile, variance } from './quantile.js';

/** The variances of a paired design, before it is said how many trials there are. */
export type VarianceComponents = Pick<PairedDesign, 'between' | 'within_a' | 'within_b'>;

/** What is assumed before there are data. `task_correlation`: of the arms' true rates over tasks; 0 is the most cautious that is plausible. */
export interface Assumptions {
  rate_a: number;
  rate_b: number;
  icc: number;
  task_correlation: number;
}

/**
 * Variances of binary outcomes from assumed rates and intra-task correlation ρ: a rate p has p(1−p) in all, of which ρ lies between tasks
 * and 1 − ρ within. w² = v_A + v_B − 2r√(v_A·v_B), where v is the part between tasks and r the correlation of both arms over tasks.
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

/** One task as it was run: outcomes of each arm's trials, between 0 and 1. */
export interface PairedOutcomes {
  a: readonly number[];
  b: readonly number[];
}

/** Components from data; null = the data cannot give it. */
export type EstimatedComponents = { [Name in keyof VarianceComponents]: number | null } & {
  /** Tasks with an outcome of both arms. */
  tasks: number;
};

/**
 * Components from a pilot's data. s² is the mean over tasks of the variance of trials (ddof 1, unbiased; tasks with one trial give none,
 * null where no task has two). w² = Var(d_i) − mean(s²_A/k_A + s²_B/k_B), ddof 1, at least 0; null below two tasks, and where s² is null.
 */
export function estimatedComponents(tasks: readonly PairedOutcomes[]): EstimatedComponents {
  const paired = tasks.filter(({ a, b }) => a.length > 0 && b.length > 0);
  const within = (side: 'a' | 'b') => mean(paired.map((task) => task[side]).flatMap((runs) => variance(runs) ?? []));
  const [within_a, within_b] = [within('a'), within('b')];
  const all = variance(paired.map(({ a, b }) => mean(a)! - mean(b)!));
  const trials =
    within_a === null || within_b === null
      ? null
      : mean(paired.map(({ a, b }) => within_a / a.length + within_b / b.length));
  return {
    between: all === null || trials === null ? null : Math.max(0, all - trials),
    within_a,
    within_b,
    tasks: paired.length,
  };
}

/**
 * Upper ends of the components, for a cautious plan: the `level` quantile (type 7) over resamples of whole tasks, drawn by
 * `numpy.random.RandomState(seed)`. Resamples in which a component is not defined are left out; null where all are.
 */
export function upperComponents(
  tasks: readonly PairedOutcomes[],
  { level = 0.95, resamples = 2000, seed }: { level?: number; resamples?: number; seed: number },
): EstimatedComponents {
  requireConfidence(level, 'level');
  requireCount('resamples', resamples, 1);
  const paired = tasks.filter(({ a, b }) => a.length > 0 && b.length > 0);
  const random = legacyRandom(seed);
  const drawn = Array.from({ length: paired.length === 0 ? 0 : resamples }, () =>
    estimatedComponents(paired.map(() => paired[random.randint(0, paired.length)]!)),
  );
  const upper = (name: keyof VarianceComponents) => {
    return quantile(
      drawn.flatMap((one) => one[name] ?? []),
      level,
    );
  };
  return { between: upper('between'), within_a: upper('within_a'), within_b: upper('within_b'), tasks: paired.length };
}
