import { confidenceSequence, winsEProcess } from './confidence_sequence.js';
import { normalCdf, studentQuantile } from './normal_cdf.js';
import { mean } from './quantile.js';
import { type Look, type Spending, spendingBoundaries } from './spending_boundaries.js';

/** Rule for ending a comparison before its planned tasks, agreed before the first attempt and the same for all arms. */
export type StoppingRule = 'fixed' | { spending: Spending; looks: number } | { confidence_sequence: true };

/** Progress of one comparison. */
export interface Progress {
  rule: StoppingRule;
  /** Means of one arm less means of the other, by task in the order of the plan. Whole tasks only, without gaps. */
  differences: readonly number[];
  /** Number of tasks in the plan. */
  planned: number;
  alpha: number;
  /** Difference that would matter. An interval within ± this ends the comparison too. */
  minimum_effect: number;
}

/** Decision of the rule. `difference` and `too small` are conclusions, `planned end` is not. */
export interface SequentialDecision {
  decision: 'stop' | 'continue';
  because: 'difference' | 'too small' | 'planned end' | null;
  /** Number of tasks that the decision rests on: those of the last look. */
  tasks: number;
  estimate: number | null;
  /** Lower limit, valid at all looks at once. null = no look yet, or a rule without an interval. */
  low: number | null;
  high: number | null;
  /** Number of tasks at the next look. null = the comparison has ended. */
  next_look: number | null;
  looks: (Look & { tasks: number })[];
}

/**
 * Applies the registered rule to the tasks so far. Later tasks never revoke a stop.
 *
 * - `fixed`: ends with the last planned task and not before.
 * - alpha spending: at each look the interval d̄ ± c·SE, where c is the boundary of that look, converted from z to t
 *   with n−1 degrees of freedom by equal tail probability (approximate below about ten tasks). It ends the comparison
 *   if it excludes 0 (`difference`), or lies within ± the effect that would matter (`too small`). Both ends are treated
 *   alike for both arms.
 * - confidence sequence: after every task. `difference`: wins against losses, e ≥ 1/alpha. `too small`: the sequence
 *   for the mean difference, which lies in [−1, 1], is within ± the effect that would matter.
 *
 * One task or equal differences have no spread: they decide no look.
 *
 * @throws {RangeError} for differences beyond [−1, 1]
 */
export function sequentialDecision(progress: Progress): SequentialDecision {
  const { rule, differences, planned, alpha, minimum_effect } = progress;
  if (!Number.isInteger(planned) || planned < differences.length)
    throw new RangeError(`${differences.length} tasks were run, planned were ${planned}`);
  if (differences.some((d) => !(d >= -1 && d <= 1))) throw new RangeError('a difference of rates lies in [−1, 1]');
  if (!(alpha > 0 && alpha < 1) || !(minimum_effect > 0))
    throw new RangeError('alpha is between 0 and 1, the effect that would matter above 0');
  if (rule === 'fixed') return decideAtEnd(progress);
  return 'spending' in rule ? decideBySpending(progress, rule) : decideByConfidenceSequence(progress);
}

/** Computes the tasks at each look of a rule with so many looks: rounded up, without duplicates. */
export function lookTasks(planned: number, looks: number): number[] {
  if (!Number.isInteger(looks) || looks < 1) throw new RangeError(`looks are counted from 1, not ${looks}`);
  return [...new Set(Array.from({ length: looks }, (_, j) => Math.ceil((planned * (j + 1)) / looks)))];
}

function decideAtEnd({ differences, planned }: Progress): SequentialDecision {
  const ended = differences.length === planned;
  return {
    decision: ended ? 'stop' : 'continue',
    because: ended ? 'planned end' : null,
    tasks: differences.length,
    estimate: mean(differences),
    low: null,
    high: null,
    next_look: ended ? null : planned,
    looks: [],
  };
}

function decideBySpending(progress: Progress, rule: { spending: Spending; looks: number }): SequentialDecision {
  const { differences, planned, alpha, minimum_effect } = progress;
  const look_sizes = planned === 0 ? [] : lookTasks(planned, rule.looks);
  const boundaries = spendingBoundaries(
    look_sizes.map((tasks) => tasks / planned),
    alpha,
    rule.spending,
  );
  const looks = boundaries.map((look, j) => ({ ...look, tasks: look_sizes[j]! }));
  let latest: SequentialDecision = {
    ...decideAtEnd({ ...progress, differences: [] }),
    looks,
    next_look: look_sizes[0] ?? null,
  };
  for (const [j, look] of looks.entries()) {
    if (look.tasks > differences.length) break;
    const observed = differences.slice(0, look.tasks);
    const interval = repeatedInterval(observed, look.boundary);
    const because = createDecision(
      interval !== null && (interval.low > 0 || interval.high < 0),
      interval,
      minimum_effect,
    );
    const last = look.tasks === planned;
    latest = {
      decision: because !== null || last ? 'stop' : 'continue',
      because: because ?? (last ? 'planned end' : null),
      tasks: look.tasks,
      estimate: mean(observed),
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      next_look: because !== null || last ? null : (look_sizes[j + 1] ?? null),
      looks,
    };
    if (latest.decision === 'stop') break;
  }
  return latest;
}

function decideByConfidenceSequence({ differences, planned, alpha, minimum_effect }: Progress): SequentialDecision {
  let [wins, losses, sum] = [0, 0, 0];
  const state = (n: number, because: SequentialDecision['because']): SequentialDecision => {
    const rate = confidenceSequence(Math.min(n, Math.max(0, (sum + n) / 2)), n, { alpha });
    const is_final = because !== null || n === planned;
    return {
      decision: is_final ? 'stop' : 'continue',
      because: because ?? (is_final ? 'planned end' : null),
      tasks: n,
      estimate: n === 0 ? null : sum / n,
      low: 2 * rate.low - 1,
      high: 2 * rate.high - 1,
      next_look: is_final ? null : n + 1,
      looks: [],
    };
  };
  for (const [i, d] of differences.entries()) {
    if (d > 0) wins++;
    if (d < 0) losses++;
    sum += d;
    const { low, high } = state(i + 1, null);
    const because = createDecision(winsEProcess(wins, losses) >= 1 / alpha, { low: low!, high: high! }, minimum_effect);
    if (because !== null) return state(i + 1, because);
  }
  return state(differences.length, null);
}

function createDecision(
  differs: boolean,
  interval: { low: number; high: number } | null,
  minimum: number,
): 'difference' | 'too small' | null {
  if (differs) return 'difference';
  return interval !== null && interval.low > -minimum && interval.high < minimum ? 'too small' : null;
}

/**
 * Computes d̄ ± c·SE with the critical value of t that has the tail of the boundary.
 *
 * @returns null without a spread
 */
function repeatedInterval(differences: readonly number[], boundary: number): { low: number; high: number } | null {
  const n = differences.length;
  const point = mean(differences);
  if (n < 2 || point === null) return null;
  const squares = differences.reduce((sum, d) => sum + (d - point) ** 2, 0);
  if (squares < 1e-18) return null;
  const critical = -studentQuantile(normalCdf(-boundary), n - 1);
  const half = critical * Math.sqrt(squares / (n - 1) / n);
  return { low: point - half, high: point + half };
}
