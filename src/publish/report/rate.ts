import type { Result } from '../../record/result.js';

/**
 * A success rate with everything a reader needs to doubt it (Q: honest denominators).
 * Undecided = acceptance errors, invalid runs and attempts without a result.
 */
export interface Rate {
  successes: number;
  /** runs with complete acceptance evidence: success, failure or acceptance error; the denominator of `point` */
  scorable: number;
  /** runs that gave an answer: success or failure */
  decided: number;
  total: number;
  /** decided / total; null when nothing was expected */
  coverage: number | null;
  /**
   * Mean of the task means over scorable runs, acceptance errors among them (executable contracts §3.1: the primary metric);
   * null when no run was decided, since then there is nothing to say about the agent.
   */
  point: number | null;
  /** Wilson 95 % interval on the effective number of runs; null when there is none */
  interval: { low: number; high: number } | null;
  /** acceptance errors / scorable; null when there is none */
  error_rate: number | null;
  /** every undecided run counted as failure (low) and as success (high) */
  bounds: { low: number; high: number } | null;
}

/** What a rate needs to know of an attempt. */
export interface Judged {
  contract: Pick<Result['contract'], 'id'>;
  verdict: Pick<Result['verdict'], 'status' | 'scorable'>;
}

const Z95 = 1.959963984540054;

/** Wilson score interval for a proportion `p` observed on `n` (possibly effective, so fractional) runs. */
export function wilson(p: number, n: number, z = Z95): { low: number; high: number } {
  const centre = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The success rate of `results`; `missing` attempts were expected and have no result. */
export function successRate(results: readonly Judged[], missing = 0): Rate {
  const scorable = results.filter((result) => result.verdict.scorable);
  const successes = scorable.filter(succeeded).length;
  const total = results.length + missing;
  const answered = results.filter(decided).length;
  const undecided = total - answered;
  const byTask = new Map<string, { runs: number; successes: number }>();
  for (const run of scorable) {
    const task = byTask.get(run.contract.id) ?? { runs: 0, successes: 0 };
    task.runs += 1;
    if (succeeded(run)) task.successes += 1;
    byTask.set(run.contract.id, task);
  }
  const tasks = [...byTask.values()].map(({ runs, successes }) => ({ runs, mean: successes / runs }));
  const point = answered === 0 ? null : tasks.reduce((sum, task) => sum + task.mean, 0) / tasks.length;
  return {
    successes,
    scorable: scorable.length,
    decided: answered,
    total,
    coverage: total === 0 ? null : answered / total,
    point,
    error_rate: scorable.length === 0 ? null : (scorable.length - answered) / scorable.length,
    interval: point === null ? null : wilson(point, effectiveRuns(tasks)),
    bounds: total === 0 ? null : { low: successes / total, high: (successes + undecided) / total },
  };
}

/** Whether a run says something about the agent. An acceptance error is scorable, but only says that we could not tell. */
export function decided(result: Judged): boolean {
  return result.verdict.status === 'success' || result.verdict.status === 'failure';
}

function succeeded(result: Judged): boolean {
  return result.verdict.status === 'success';
}

/**
 * Runs of one task resemble each other, so k trials tell less than k tasks: N / (1 + (k − 1)·ICC), with the ICC from
 * one-way ANOVA, clamped to [0, 1]. Where it is undefined because all runs agree it is taken as 1. A single task
 * is its own population: its trials count fully.
 */
function effectiveRuns(tasks: readonly { runs: number; mean: number }[]): number {
  const n = tasks.reduce((sum, task) => sum + task.runs, 0);
  const t = tasks.length;
  if (t < 2 || n === t) return n;
  const pooled = tasks.reduce((sum, task) => sum + task.runs * task.mean, 0) / n;
  const between = tasks.reduce((sum, task) => sum + task.runs * (task.mean - pooled) ** 2, 0) / (t - 1);
  const within = tasks.reduce((sum, task) => sum + task.runs * task.mean * (1 - task.mean), 0) / (n - t);
  const typical = (n - tasks.reduce((sum, task) => sum + task.runs ** 2, 0) / n) / (t - 1);
  const spread = between + (typical - 1) * within;
  const icc = spread === 0 ? 1 : Math.min(1, Math.max(0, (between - within) / spread));
  return n / (1 + (n / t - 1) * icc);
}
