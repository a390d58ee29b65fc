import { type Interval, wilson } from './interval.js';
import { normalCritical, studentCritical } from './normal_cdf.js';
import { requireConfidence, requireCount, requireFinite } from './require_count.js';

/** Runs of one task that count for a rate, and its successes. A task without runs contributes nothing. */
export interface TaskRuns {
  runs: number;
  successes: number;
}

/** Success rate over tasks, with its interval. */
export interface RateInterval {
  /** Mean of the task means. null without a run. */
  point: number | null;
  /** Wilson's interval on `n_eff`. null without a run. */
  interval: Interval | null;
  /** Number of independent runs with the same information. */
  n_eff: number;
  /** Correlation of runs of one task. null if the runs cannot show it. */
  icc: number | null;
  /** Number of tasks with at least one run. */
  tasks: number;
  runs: number;
  /** Warning to readers of the interval, or null. */
  note: string | null;
}

/**
 * Computes the intraclass correlation of runs within tasks, by one-way analysis of variance. It is (MSB − MSW) / (MSB +
 * (k₀ − 1)·MSW), with k₀ = (N − Σkᵢ²/N) / (T − 1), limited to [0, 1].
 *
 * @returns null if it is undefined: fewer than two tasks, no task with two runs, or no run that differs from another of
 *   its task
 */
export function intraclassCorrelation(tasks: readonly TaskRuns[]): number | null {
  const present = selectTasksWithRuns(tasks);
  const t = present.length;
  const n = sumOver(present, (task) => task.runs);
  if (t < 2 || n === t) return null;
  const within_variance =
    sumOver(present, (task) => (task.successes * (task.runs - task.successes)) / task.runs) / (n - t);
  if (within_variance === 0) return null;
  const pooled = sumOver(present, (task) => task.successes) / n;
  const between_variance = sumOver(present, (task) => task.runs * (task.successes / task.runs - pooled) ** 2) / (t - 1);
  const typical = (n - sumOver(present, (task) => task.runs ** 2) / n) / (t - 1);
  return Math.min(
    1,
    Math.max(0, (between_variance - within_variance) / (between_variance + (typical - 1) * within_variance)),
  );
}

/**
 * Computes the number of independent runs with the same information. Runs of one task resemble each other: with deff =
 * 1 + (k̄ − 1)·ICC, n_eff = N / deff · (z / t(T − 1))². The last factor accounts for the ICC being an estimate from T
 * tasks.
 *
 * - k̄ is chosen so that the formula holds for the mean of task means: N/deff = T² / Σ (1 + (kᵢ − 1)·ICC)/kᵢ. A task
 *   with many runs does not make up for one with few.
 * - If the ICC is undefined, the result is T: nothing was estimated within tasks.
 * - One task is its own population: its runs count in full, and say nothing of other tasks.
 */
export function effectiveRuns(
  tasks: readonly TaskRuns[],
  confidence = 0.95,
): { n_eff: number; icc: number | null; deff: number } {
  requireConfidence(confidence);
  const present = selectTasksWithRuns(tasks);
  const t = present.length;
  const n = sumOver(present, (task) => task.runs);
  if (t < 2) return { n_eff: n, icc: null, deff: 1 };
  const icc = intraclassCorrelation(present);
  if (icc === null) return { n_eff: t, icc, deff: n / t };
  const independent = t ** 2 / sumOver(present, (task) => (1 + (task.runs - 1) * icc) / task.runs);
  const estimated = (normalCritical(confidence) / studentCritical(confidence, t - 1)) ** 2;
  return { n_eff: independent * estimated, icc, deff: n / independent };
}

/**
 * Computes the success rate: the mean of the task means, with Wilson's interval on the effective number of runs. In
 * simulation this is the one method near 95 % everywhere (docs/suites.md); an interval over pooled runs covers
 * about 75 %.
 */
export function rateInterval(tasks: readonly TaskRuns[], confidence = 0.95): RateInterval {
  const present = selectTasksWithRuns(tasks);
  const { n_eff, icc } = effectiveRuns(present, confidence);
  const runs = sumOver(present, (task) => task.runs);
  const basis = { n_eff, icc, tasks: present.length, runs };
  if (runs === 0) return { point: null, interval: null, ...basis, note: 'there is no run' };
  const point = Math.min(1, sumOver(present, (task) => task.successes / task.runs) / present.length);
  return {
    point,
    interval: wilson(point, n_eff, confidence),
    ...basis,
    note: describeAssumption(present.length, runs, icc),
  };
}

function describeAssumption(tasks: number, runs: number, icc: number | null): string | null {
  if (tasks === 1) return 'one task: the interval is about further runs of this task, not about other tasks';
  if (icc !== null || runs === tasks) return null;
  return 'all runs of a task agree: each task counts as one run';
}

/** Scores of one task's runs, or their number and sum where a score is 0 or 1. */
export type TaskScores = TaskRuns | readonly number[];

/**
 * Computes the standard error of the pooled mean with tasks as clusters (CR1). It is √(C/(C − 1) · Σ_c (Σ_i (s_ic −
 * s̄))²) / n. With the same number of runs everywhere it equals SD(task means)/√C.
 *
 * @returns null for fewer than two tasks
 */
export function clusterStandardError(tasks: readonly TaskScores[]): number | null {
  const clusters = computeMoments(tasks);
  const n = sumOver(clusters, (cluster) => cluster.n);
  const c = clusters.length;
  if (c < 2) return null;
  const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
  return Math.sqrt((c / (c - 1)) * sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2)) / n;
}

/**
 * Computes Miller's clustered standard error, a cross-check of `clusterStandardError`. It is √(SE² + Σ_c Σ_i Σ_{j≠i}
 * (s_ic − s̄)(s_jc − s̄) / n²), SE² = Σ (s − s̄)² / (n − 1) / n. It tends to be smaller for few tasks, since it lacks
 * the factor C/(C − 1).
 *
 * @returns null for fewer than two runs, and if the sum is negative
 */
export function millerStandardError(tasks: readonly TaskScores[]): number | null {
  const clusters = computeMoments(tasks);
  const n = sumOver(clusters, (cluster) => cluster.n);
  if (n < 2) return null;
  const pooled = sumOver(clusters, (cluster) => cluster.sum) / n;
  const squares = (cluster: Moments) => cluster.squares - 2 * pooled * cluster.sum + cluster.n * pooled ** 2;
  const squares_sum = sumOver(clusters, squares);
  const cross = sumOver(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2 - squares(cluster));
  const variance = squares_sum / (n - 1) / n + cross / n ** 2;
  return variance < 0 ? null : Math.sqrt(variance);
}

interface Moments {
  n: number;
  sum: number;
  squares: number;
}

function computeMoments(tasks: readonly TaskScores[]): Moments[] {
  const clusters = tasks.map((task): Moments => {
    if ('runs' in task) {
      requireRuns(task);
      return { n: task.runs, sum: task.successes, squares: task.successes };
    }
    requireFinite('scores', task);
    return { n: task.length, sum: sumOver(task, (score) => score), squares: sumOver(task, (score) => score ** 2) };
  });
  return clusters.filter((cluster) => cluster.n > 0);
}

/**
 * Checks the counts of a task.
 *
 * @throws {RangeError} if successes exceed runs, or if either is no count
 */
export function requireRuns({ runs, successes }: TaskRuns): void {
  requireCount('runs', runs);
  requireCount('successes', successes);
  if (successes > runs) throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
}

function selectTasksWithRuns(tasks: readonly TaskRuns[]): readonly TaskRuns[] {
  for (const task of tasks) requireRuns(task);
  return tasks.filter((task) => task.runs > 0);
}

function sumOver<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
