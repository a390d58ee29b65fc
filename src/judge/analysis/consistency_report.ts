import { variance } from '../statistics/quantile.js';
import type { ConsistencyReport } from './consistency_schema.js';

export type { ConsistencyReport } from './consistency_schema.js';

/** By how much the late passes have to fall behind the early ones. */
const PARADOX = 0.05;

/**
 * The consistency of k passes over the same tasks.
 *
 * pass_at_1 is counted over all attempts, not averaged over averages, so the gap cannot be negative by rounding.
 *
 * @param passes per pass, in their order, whether each task succeeded
 * @throws {RangeError} without a pass, without a task, or when passes have different numbers of tasks
 */
export function consistencyReport(
  passes: readonly (readonly boolean[])[],
  pareto_efficient: boolean,
): ConsistencyReport {
  const tasks = passes[0]?.length ?? 0;
  if (tasks === 0) throw new RangeError('there is no pass, or it has no task');
  if (passes.some((pass) => pass.length !== tasks)) throw new RangeError('passes have different numbers of tasks');
  const clear_scores = passes.map((pass) => share(pass));
  const pass_at_1 = share(passes.flat());
  const pass_at_k = share(passes[0]!.map((_, task) => passes.every((pass) => pass[task])));
  return {
    pass_at_1,
    pass_at_k,
    consistency_gap: pass_at_1 - pass_at_k,
    run_variance: variance(clear_scores, 1) ?? 0,
    clear_scores,
    reasoning_paradox: reasoningParadox(passes),
    pareto_efficient,
  };
}

/** The source's rule: more than .05 fewer successes in the last two passes than in the first two. It needs four passes. */
export function reasoningParadox(passes: readonly (readonly boolean[])[]): boolean {
  if (passes.length < 4) return false;
  return share(passes.slice(-2).flat()) < share(passes.slice(0, 2).flat()) - PARADOX;
}

const share = (successes: readonly boolean[]): number => successes.filter(Boolean).length / successes.length;
