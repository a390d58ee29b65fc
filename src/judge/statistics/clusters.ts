import { requireConfidence, requireCount, requireFinite } from './arguments.js';
import { normalCritical, studentCritical } from './distributions.js';
import { type Interval, wilson } from './intervals.js';

/** What one task contributes to a rate: its runs that count, and how many of them succeeded. A task without runs contributes nothing. */
export interface TaskRuns {
  runs: number;
  successes: number;
}

/** A success rate over tasks. */
export interface RateInterval {
  /** Mean of the task means; null when there is no run. */
  point: number | null;
  /** Wilson on `n_eff`; null when there is no run. */
  interval: Interval | null;
  /** Independent runs that would say as much. */
  n_eff: number;
  /** Correlation of runs of one task; null where the runs cannot tell. */
  icc: number | null;
  /** Tasks with at least one run. */
  tasks: number;
  runs: number;
  /** What a reader must know of the interval, or null. */
  note: string | null;
}

/**
 * The intraclass correlation of runs within tasks, by one-way analysis of variance: (MSB − MSW) / (MSB + (k₀ − 1)·MSW), with
 * k₀ = (N − Σkᵢ²/N) / (T − 1), clamped to [0, 1] (Donner 1986). null where it is undefined: fewer than two tasks, no task with two runs,
 * or no run that differs from another of its task (then nothing is seen within tasks, so nothing says how much is).
 */
export function intraclassCorrelation(tasks: readonly TaskRuns[]): number | null {
  const present = withRuns(tasks);
  const t = present.length;
  const n = sum(present, (task) => task.runs);
  if (t < 2 || n === t) return null;
  const within = sum(present, (task) => (task.successes * (task.runs - task.successes)) / task.runs) / (n - t);
  if (within === 0) return null;
  const pooled = sum(present, (task) => task.successes) / n;
  const between = sum(present, (task) => task.runs * (task.successes / task.runs - pooled) ** 2) / (t - 1);
  const typical = (n - sum(present, (task) => task.runs ** 2) / n) / (t - 1);
  return Math.min(1, Math.max(0, (between - within) / (between + (typical - 1) * within)));
}

/**
 * How many independent runs say as much as these (after Korn and Graubard 1998). Runs of one task resemble each other, so with
 * deff = 1 + (k̄ − 1)·ICC, n_eff = N / deff · (z / t(T − 1))²; the last factor, since the ICC is an estimate from T tasks.
 *
 * - k̄ is such that it holds for the mean of task means: N/deff = T² / Σ (1 + (kᵢ − 1)·ICC)/kᵢ. With k runs of every task that is the
 *   formula above; a task with many runs does not make up for one with few.
 * - T where the ICC is undefined: every task gave one answer, or has one run, so nothing was estimated within tasks.
 * - One task is its own population: its runs count in full, and say nothing of other tasks.
 */
export function effectiveRuns(
  tasks: readonly TaskRuns[],
  confidence = 0.95,
): { n_eff: number; icc: number | null; deff: number } {
  requireConfidence(confidence);
  const present = withRuns(tasks);
  const t = present.length;
  const n = sum(present, (task) => task.runs);
  if (t < 2) return { n_eff: n, icc: null, deff: 1 };
  const icc = intraclassCorrelation(present);
  if (icc === null) return { n_eff: t, icc, deff: n / t };
  const independent = t ** 2 / sum(present, (task) => (1 + (task.runs - 1) * icc) / task.runs);
  const estimated = (normalCritical(confidence) / studentCritical(confidence, t - 1)) ** 2;
  return { n_eff: independent * estimated, icc, deff: n / independent };
}

/**
 * The rate of success and what is known of it: mean of the task means, Wilson's interval on the effective number of runs. In simulation the
 * one method near 95 % everywhere (docs/statistics.md); an interval over pooled runs covers about 75 % instead.
 */
export function rateInterval(tasks: readonly TaskRuns[], confidence = 0.95): RateInterval {
  const present = withRuns(tasks);
  const { n_eff, icc } = effectiveRuns(present, confidence);
  const runs = sum(present, (task) => task.runs);
  const seen = { n_eff, icc, tasks: present.length, runs };
  if (runs === 0) return { point: null, interval: null, ...seen, note: 'there is no run' };
  const point = Math.min(1, sum(present, (task) => task.successes / task.runs) / present.length);
  return { point, interval: wilson(point, n_eff, confidence), ...seen, note: noteOf(present.length, runs, icc) };
}

function noteOf(tasks: number, runs: number, icc: number | null): string | null {
  if (tasks === 1) return 'one task: the interval is about further runs of this task, not about other tasks';
  if (icc !== null || runs === tasks) return null;
  return 'all runs of a task agree: each task counts as one run';
}

/** The scores of one task's runs, or their number and sum where a score is 0 or 1. */
export type TaskScores = TaskRuns | readonly number[];

/**
 * Standard error of the pooled mean with tasks as clusters: √(C/(C − 1) · Σ_c (Σ_i (s_ic − s̄))²) / n (CR1; statsmodels OLS on a constant
 * with cov_type 'cluster'). With the same number of runs everywhere it equals SD(task means)/√C. null for fewer than two tasks.
 */
export function clusterStandardError(tasks: readonly TaskScores[]): number | null {
  const clusters = moments(tasks);
  const n = sum(clusters, (cluster) => cluster.n);
  const c = clusters.length;
  if (c < 2) return null;
  const pooled = sum(clusters, (cluster) => cluster.sum) / n;
  return Math.sqrt((c / (c - 1)) * sum(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2)) / n;
}

/**
 * Miller's clustered standard error (arXiv 2411.00640, eq. 4), a cross-check of the one above:
 * √(SE² + Σ_c Σ_i Σ_{j≠i} (s_ic − s̄)(s_jc − s̄) / n²), SE² = Σ (s − s̄)² / (n − 1) / n. Tends to be smaller where tasks are few, since it
 * lacks the factor C/(C − 1). null for fewer than two runs, and where the sum is negative.
 */
export function millerStandardError(tasks: readonly TaskScores[]): number | null {
  const clusters = moments(tasks);
  const n = sum(clusters, (cluster) => cluster.n);
  if (n < 2) return null;
  const pooled = sum(clusters, (cluster) => cluster.sum) / n;
  const squares = (cluster: Moments) => cluster.squares - 2 * pooled * cluster.sum + cluster.n * pooled ** 2;
  const own = sum(clusters, squares);
  const cross = sum(clusters, (cluster) => (cluster.sum - cluster.n * pooled) ** 2 - squares(cluster));
  const variance = own / (n - 1) / n + cross / n ** 2;
  return variance < 0 ? null : Math.sqrt(variance);
}

interface Moments {
  n: number;
  sum: number;
  squares: number;
}

function moments(tasks: readonly TaskScores[]): Moments[] {
  const clusters = tasks.map((task): Moments => {
    if ('runs' in task) {
      requireRuns(task);
      return { n: task.runs, sum: task.successes, squares: task.successes };
    }
    requireFinite('scores', task);
    return { n: task.length, sum: sum(task, (score) => score), squares: sum(task, (score) => score ** 2) };
  });
  return clusters.filter((cluster) => cluster.n > 0);
}

/** @throws RangeError where successes exceed runs, or either is no count */
export function requireRuns({ runs, successes }: TaskRuns): void {
  requireCount('runs', runs);
  requireCount('successes', successes);
  if (successes > runs) throw new RangeError(`successes must not exceed runs: ${successes} of ${runs}`);
}

function withRuns(tasks: readonly TaskRuns[]): readonly TaskRuns[] {
  for (const task of tasks) requireRuns(task);
  return tasks.filter((task) => task.runs > 0);
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
