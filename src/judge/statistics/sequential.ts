import { confidenceSequence, winsEProcess } from './confidence_sequence.js';
import { normalCdf, studentQuantile } from './distributions.js';
import { mean } from './quantile.js';
import { type Look, type Spending, spendingBoundaries } from './spending.js';

/** When a comparison may end before its planned tasks; agreed before the first attempt, the same for all arms. */
export type StoppingRule = 'fixed' | { spending: Spending; looks: number } | { confidence_sequence: true };

/** One comparison as far as it has been run. */
export interface Progress {
  rule: StoppingRule;
  /** Mean of one arm less mean of the other, task by task in the order of the plan: whole tasks only, from the first on, none left out. */
  differences: readonly number[];
  /** Tasks that the plan has. */
  planned: number;
  alpha: number;
  /** Difference that would matter: an interval within ± this ends the comparison too. */
  minimum_effect: number;
}

/** What the rule says: `difference` and `too small` are conclusions, `planned end` is none by itself. */
export interface SequentialDecision {
  decision: 'stop' | 'continue';
  because: 'difference' | 'too small' | 'planned end' | null;
  /** Tasks that the decision rests on: those of the last look, not those that happen to be there. */
  tasks: number;
  estimate: number | null;
  /** Holds at all looks at once; null = not yet a look, or a rule that has none. */
  low: number | null;
  high: number | null;
  /** Tasks at which the rule is asked next; null = it has ended. */
  next_look: number | null;
  looks: (Look & { tasks: number })[];
}

/**
 * Asks the registered rule over what has been run. A look that has said stop stays so, whatever came after it.
 * - `fixed`: ends with the last planned task and not before.
 * - alpha spending: at each look the interval d̄ ± c·SE, where c is the boundary of that look, brought from z to t with n−1 degrees of
 *   freedom by equal tail probability (approximate below about ten tasks). It ends the comparison when it leaves out 0 (`difference`), or
 *   lies within ± the effect that would matter (`too small`). Both ends are asked in the same way for both arms.
 * - confidence sequence: after every task. `difference`: wins against losses, e ≥ 1/alpha. `too small`: the sequence for the mean
 *   difference, which lies in [−1, 1], is within ± the effect that would matter.
 *
 * One task or equal differences have no spread: no look is decided by them. Differences beyond [−1, 1] are a RangeError.
 */
export function sequentialDecision(progress: Progress): SequentialDecision {
  const { rule, differences, planned, alpha, minimum_effect } = progress;
  if (!Number.isInteger(planned) || planned < differences.length)
    throw new RangeError(`${differences.length} tasks were run, planned were ${planned}`);
  if (differences.some((d) => !(d >= -1 && d <= 1))) throw new RangeError('a difference of rates lies in [−1, 1]');
  if (!(alpha > 0 && alpha < 1) || !(minimum_effect > 0))
    throw new RangeError('alpha is between 0 and 1, the effect that would matter above 0');
  if (rule === 'fixed') return atTheEnd(progress);
  return 'spending' in rule ? bySpending(progress, rule) : byConfidenceSequence(progress);
}

/** Tasks at each look of a rule with so many looks: rounded up, without doubles. */
export function lookTasks(planned: number, looks: number): number[] {
  if (!Number.isInteger(looks) || looks < 1) throw new RangeError(`looks are counted from 1, not ${looks}`);
  return [...new Set(Array.from({ length: looks }, (_, j) => Math.ceil((planned * (j + 1)) / looks)))];
}

function atTheEnd({ differences, planned }: Progress): SequentialDecision {
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

function bySpending(progress: Progress, rule: { spending: Spending; looks: number }): SequentialDecision {
  const { differences, planned, alpha, minimum_effect } = progress;
  const at = planned === 0 ? [] : lookTasks(planned, rule.looks);
  const boundaries = spendingBoundaries(
    at.map((tasks) => tasks / planned),
    alpha,
    rule.spending,
  );
  const looks = boundaries.map((look, j) => ({ ...look, tasks: at[j]! }));
  let latest: SequentialDecision = { ...atTheEnd({ ...progress, differences: [] }), looks, next_look: at[0] ?? null };
  for (const [j, look] of looks.entries()) {
    if (look.tasks > differences.length) break;
    const seen = differences.slice(0, look.tasks);
    const interval = repeatedInterval(seen, look.boundary);
    const because = verdict(interval !== null && (interval.low > 0 || interval.high < 0), interval, minimum_effect);
    const last = look.tasks === planned;
    latest = {
      decision: because !== null || last ? 'stop' : 'continue',
      because: because ?? (last ? 'planned end' : null),
      tasks: look.tasks,
      estimate: mean(seen),
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      next_look: because !== null || last ? null : (at[j + 1] ?? null),
      looks,
    };
    if (latest.decision === 'stop') break;
  }
  return latest;
}

function byConfidenceSequence({ differences, planned, alpha, minimum_effect }: Progress): SequentialDecision {
  let [wins, losses, sum] = [0, 0, 0];
  const state = (n: number, because: SequentialDecision['because']): SequentialDecision => {
    const rate = confidenceSequence(Math.min(n, Math.max(0, (sum + n) / 2)), n, { alpha });
    const over = because !== null || n === planned;
    return {
      decision: over ? 'stop' : 'continue',
      because: because ?? (over ? 'planned end' : null),
      tasks: n,
      estimate: n === 0 ? null : sum / n,
      low: 2 * rate.low - 1,
      high: 2 * rate.high - 1,
      next_look: over ? null : n + 1,
      looks: [],
    };
  };
  for (const [i, d] of differences.entries()) {
    if (d > 0) wins++;
    if (d < 0) losses++;
    sum += d;
    const { low, high } = state(i + 1, null);
    const because = verdict(winsEProcess(wins, losses) >= 1 / alpha, { low: low!, high: high! }, minimum_effect);
    if (because !== null) return state(i + 1, because);
  }
  return state(differences.length, null);
}

function verdict(
  differs: boolean,
  interval: { low: number; high: number } | null,
  minimum: number,
): 'difference' | 'too small' | null {
  if (differs) return 'difference';
  return interval !== null && interval.low > -minimum && interval.high < minimum ? 'too small' : null;
}

/** d̄ ± c·SE with the critical value of t that has the tail of the boundary; null without a spread. */
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
