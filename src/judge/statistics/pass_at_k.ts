import { requireRuns, type TaskRuns } from './rate_interval.js';
import { requireCount } from './require_count.js';

/**
 * Estimates the probability that at least one of `k` runs succeeds: 1 − C(n − c, k) / C(n, k). The estimate from `c`
 * successes in `n` runs of one task is unbiased. It is computed as the probability of a success within k draws without
 * replacement, q ← q + (1 − q)·c/(n − j). Without factorials and differences of nearly equal numbers, it holds for n =
 * 10⁶ and rare successes.
 *
 * @returns null if n < k: k runs were never seen together
 */
export function passAtK(n: number, c: number, k: number): number | null {
  requireDraw(n, c, k);
  if (n < k) return null;
  if (n - c < k) return 1;
  // The roles of k and c can be exchanged: the smaller one is the number of draws.
  const [draws, hits] = k <= c ? [k, c] : [c, k];
  let q = 0;
  for (let j = 0; j < draws; j++) q += ((1 - q) * hits) / (n - j);
  return Math.min(1, q);
}

/**
 * Estimates the probability that all of `k` runs succeed (pass^k): C(c, k) / C(n, k). (c/n)^k would be too high: for n
 * = 4, p = ½, k = 2 it expects .3125 where .25 is true.
 *
 * @returns null if n < k
 */
export function passHatK(n: number, c: number, k: number): number | null {
  requireDraw(n, c, k);
  if (n < k) return null;
  if (c < k) return 0;
  // C(c, k)/C(n, k) = C(n − k, n − c)/C(n, n − c): the shorter product.
  const [draws, hits] = k <= n - c ? [k, c] : [n - c, n - k];
  let product = 1;
  for (let j = 0; j < draws; j++) product *= (hits - j) / (n - j);
  return product;
}

function requireDraw(n: number, c: number, k: number): void {
  requireCount('k', k, 1);
  requireCount('n', n);
  requireCount('c', c);
  if (c > n) throw new RangeError(`c must not exceed n: ${c} of ${n}`);
}

/** Mean over tasks, some of which may have too few runs for it. */
export interface SuiteEstimate {
  /** Mean over the tasks where it is defined. null if there is none. */
  value: number | null;
  /** Number of all tasks. */
  tasks: number;
  /** Number of tasks with too few runs, which `value` leaves out. */
  undefined_tasks: number;
  /** Mean if each task left out had 0. null without a task. */
  low: number | null;
  /** Mean if each task left out had 1. null without a task. */
  high: number | null;
}

/** Computes the mean of `passAtK` over tasks. */
export function passAtKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate {
  return averageOverTasks(tasks, (task) => passAtK(task.runs, task.successes, k));
}

/**
 * Computes the mean of `passHatK` over tasks. With n = k runs each, it is the share of tasks of which every run
 * succeeded.
 */
export function passHatKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate {
  return averageOverTasks(tasks, (task) => passHatK(task.runs, task.successes, k));
}

/** Computes the mean over tasks of a figure in [0, 1]. */
export function averageOverTasks(tasks: readonly TaskRuns[], figure: (task: TaskRuns) => number | null): SuiteEstimate {
  for (const task of tasks) requireRuns(task);
  const values = tasks.map(figure).filter((value) => value !== null);
  const total = values.reduce((sum, value) => sum + value, 0);
  const missing = tasks.length - values.length;
  return {
    value: values.length === 0 ? null : total / values.length,
    tasks: tasks.length,
    undefined_tasks: missing,
    low: tasks.length === 0 ? null : total / tasks.length,
    high: tasks.length === 0 ? null : (total + missing) / tasks.length,
  };
}
