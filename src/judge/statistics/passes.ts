import { requireCount } from './arguments.js';
import { requireRuns, type TaskRuns } from './clusters.js';

/**
 * The chance that at least one of `k` runs succeeds, estimated without bias from `c` successes in `n` runs of one task:
 * 1 − C(n − c, k) / C(n, k) (Chen et al. 2021, pass@k). null when n < k: k runs were never seen together.
 *
 * Computed as the chance of having drawn a success after each of k draws without replacement, q ← q + (1 − q)·c/(n − j): no factorials and
 * no difference of nearly equal numbers, so it holds for n = 10⁶ and rare successes.
 */
export function passAtK(n: number, c: number, k: number): number | null {
  requireDraw(n, c, k);
  if (n < k) return null;
  if (n - c < k) return 1;
  // Drawing k and hitting one of c is drawing c and hitting one of k.
  const [draws, hits] = k <= c ? [k, c] : [c, k];
  let q = 0;
  for (let j = 0; j < draws; j++) q += ((1 - q) * hits) / (n - j);
  return Math.min(1, q);
}

/**
 * The chance that all of `k` runs succeed, estimated without bias: C(c, k) / C(n, k) (pass^k; Yao et al. 2024). (c/n)^k would be too high:
 * for n = 4, p = ½, k = 2 it expects .3125 where .25 is true. null when n < k.
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

/** A mean over tasks, some of which may have too few runs for it. */
export interface SuiteEstimate {
  /** Mean over the tasks where it is defined; null when there is none. */
  value: number | null;
  /** All tasks. */
  tasks: number;
  /** Those with too few runs, which `value` leaves out. */
  undefined_tasks: number;
  /** `value` if each task left out had 0 … */
  low: number | null;
  /** … and 1; both null when there is no task. */
  high: number | null;
}

/** Mean of `passAtK` over tasks. */
export function passAtKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate {
  return meanOf(tasks, (task) => passAtK(task.runs, task.successes, k));
}

/** Mean of `passHatK` over tasks. With n = k runs each it is the share of tasks of which every run succeeded. */
export function passHatKOf(tasks: readonly TaskRuns[], k: number): SuiteEstimate {
  return meanOf(tasks, (task) => passHatK(task.runs, task.successes, k));
}

/** Mean over tasks of a figure in [0, 1]. */
export function meanOf(tasks: readonly TaskRuns[], figure: (task: TaskRuns) => number | null): SuiteEstimate {
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
