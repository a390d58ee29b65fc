import { equivalence } from '../../statistics/paired_difference.js';
import type { PairedNumbers, PairedOutcome, PairedSettings, TaskDifference } from './paired_outcome.js';
import { isZeroDifference } from './paired_outcome.js';

type PairedVerdict = Pick<PairedOutcome, 'verdict' | 'why'>;

/**
 * Decides what the numbers of a measure say of head, over tasks like these.
 *
 * - If undecided runs could change the answer, it is not decided, whatever p is.
 * - If p (adjusted, where there is a family) reaches the level, the direction is decided.
 * - If the difference is surely within the margin, it is equivalent.
 * - Everything else is not decided.
 */
export function decidePairedVerdict(
  numbers: PairedNumbers,
  values: readonly TaskDifference[],
  settings: Pick<PairedSettings, 'confidence' | 'minimum_effect'>,
): PairedVerdict {
  const { pairs, difference, bounds, undecided, differ, smallest_p } = numbers;
  const alpha = 1 - settings.confidence;
  const p = numbers.p_adjusted ?? numbers.p;
  if (pairs === 0 || difference === null || p === null) return createUndecided('no task has a value on both sides');
  if (bounds && undecided > 0 && bounds.low <= 0 && bounds.high >= 0 && bounds.low < bounds.high && differ > 0) {
    const range = `from ${formatPoints(bounds.low)} to ${formatPoints(bounds.high)}`;
    return createUndecided(`runs without an answer could turn it: the difference is ${range}`);
  }
  if (p <= alpha) {
    const ahead = numbers.ratio ? numbers.ratio.point > 1 : difference > 0;
    const adjusted = numbers.p_adjusted === null ? '' : ' after Holm';
    return {
      verdict: ahead ? 'more' : 'less',
      why: `${differ} of ${pairs} tasks differ, p = ${formatP(p)}${adjusted}`,
    };
  }
  const equal = explainEquivalence(numbers, values, settings);
  if (equal !== null && !(bounds && undecided > 0 && !isInside(bounds, settings.minimum_effect)))
    return { verdict: 'equivalent', why: equal };
  if (differ === 0)
    return createUndecided(
      `none of ${pairs} ${pairs === 1 ? 'task' : 'tasks'} differed; still, up to ` +
        `${formatPercent(boundUnseenShare(pairs, settings.confidence))} of tasks like these could`,
    );
  if (smallest_p !== null && smallest_p > alpha)
    return createUndecided(
      `only ${differ} of ${pairs} tasks ${differ === 1 ? 'differs' : 'differ'}: the smallest possible p is ` +
        `${formatP(smallest_p)}`,
    );
  const adjusted = numbers.p_adjusted === null ? '' : ` after Holm, ${formatP(numbers.p!)} alone`;
  return createUndecided(`${differ} of ${pairs} tasks differ, p = ${formatP(p)}${adjusted}`);
}

const createUndecided = (why: string): PairedVerdict => ({ verdict: 'not decided', why });
const isInside = ({ low, high }: { low: number; high: number }, margin: number) => low > -margin && high < margin;

/**
 * Explains why a difference is within the margin. If no task differs there is no spread to test with. Then the share of
 * tasks that could differ unseen, 1 − (1 − confidence)^(1/T), must be within the margin: a task differs by 1 at most.
 *
 * @returns null if it is not
 */
function explainEquivalence(
  { unit, ratio, pairs, differ }: PairedNumbers,
  values: readonly TaskDifference[],
  { confidence, minimum_effect }: Pick<PairedSettings, 'confidence' | 'minimum_effect'>,
): string | null {
  const shared = unit === 'rate' || unit === 'score';
  if (shared && differ === 0)
    return boundUnseenShare(pairs, confidence) <= minimum_effect
      ? `none of ${pairs} tasks differed: less than ${formatPoints(minimum_effect)} (the margin) in tasks like these`
      : null;
  // For counts and costs the margin is a share of the value, which needs ratios.
  if (!shared && ratio === null) return null;
  const finding = ratio
    ? equivalence(
        values.map(({ base, head }) => Math.log(head / base)),
        Math.log(1 + minimum_effect),
        confidence,
      )
    : equivalence(
        values.map(({ base, head }) => (isZeroDifference(head - base) ? 0 : head - base)),
        minimum_effect,
        confidence,
      );
  if (finding.verdict !== 'equivalent') return null;
  return ratio
    ? `within ${formatPercent(minimum_effect)} of the other (the margin)`
    : `within ${formatPoints(minimum_effect)} (the margin)`;
}

/** Computes the greatest share of tasks that could differ although none of `n` did. */
const boundUnseenShare = (n: number, confidence: number) => 1 - (1 - confidence) ** (1 / n);

const formatPercent = (share: number) => `${(100 * share).toFixed(0)} %`;
/** Formats a difference of rates in percentage points. */
const formatPoints = (difference: number) => `${(100 * difference).toFixed(1)} points`;
/** Formats a probability with two significant digits, never as 0. */
export const formatP = (p: number): string => (p >= 0.0001 ? p.toPrecision(2) : '< 0.0001');
