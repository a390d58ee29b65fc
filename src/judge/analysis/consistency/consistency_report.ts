import { variance } from '../../statistics/quantile.js';

/** Report of HAL by its own names; `consistencyReportSchema` says what each field means. */
export interface ConsistencyReport {
  /** Share of all attempts that succeed. */
  pass_at_1: number;
  /** Share of tasks of which all k attempts succeed (pass^k). */
  pass_at_k: number;
  consistency_gap: number;
  /** Variance of the success rate between passes, with n − 1 in the denominator; 0 for one pass. */
  run_variance: number;
  clear_scores: number[];
  reasoning_paradox: boolean;
  pareto_efficient: boolean;
  /** No agent was asked: the answers are the simulation of the source. `analysis.json` cannot hold such a report. */
  simulated?: true;
}

/** Difference by which late passes must fall behind early ones. */
const PARADOX = 0.05;

/**
 * Computes the consistency of k passes over the same tasks. pass_at_1 is counted over all attempts, so that rounding
 * cannot make the gap negative.
 *
 * @param passes success of each task, by pass in their order
 * @throws {RangeError} without a pass or a task, or if passes have different numbers of tasks
 */
export function consistencyReport(
  passes: readonly (readonly boolean[])[],
  pareto_efficient: boolean,
): Omit<ConsistencyReport, 'simulated'> {
  const tasks = passes[0]?.length ?? 0;
  if (tasks === 0) throw new RangeError('there is no pass, or it has no task');
  if (passes.some((pass) => pass.length !== tasks)) throw new RangeError('passes have different numbers of tasks');
  const clear_scores = passes.map((pass) => computeShare(pass));
  const pass_at_1 = computeShare(passes.flat());
  const pass_at_k = computeShare(passes[0]!.map((_, task) => passes.every((pass) => pass[task])));
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

/** Checks whether the last two passes have over .05 fewer successes than the first two. False below four passes. */
export function reasoningParadox(passes: readonly (readonly boolean[])[]): boolean {
  if (passes.length < 4) return false;
  return computeShare(passes.slice(-2).flat()) < computeShare(passes.slice(0, 2).flat()) - PARADOX;
}

const computeShare = (successes: readonly boolean[]): number => successes.filter(Boolean).length / successes.length;
