import { equivalence } from '../statistics/paired.js';
import type { Difference, PairedNumbers, PairedOutcome, PairedSettings } from './paired_outcome.js';
import { isZero } from './paired_outcome.js';

type Judged = Pick<PairedOutcome, 'verdict' | 'why'>;

/**
 * What the numbers of a measure say of head, over tasks like these. In this order: undecided runs that could turn the answer leave it
 * undecided, whatever p is; a p (adjusted, where there is a family) at the level decides a direction; a difference that is surely within
 * the margin is equivalent; all else is not decided.
 */
export function pairedVerdict(
  numbers: PairedNumbers,
  values: readonly Difference[],
  settings: Pick<PairedSettings, 'confidence' | 'minimum_effect'>,
): Judged {
  const { pairs, difference, bounds, undecided, differ, smallest_p } = numbers;
  const alpha = 1 - settings.confidence;
  const p = numbers.p_adjusted ?? numbers.p;
  if (pairs === 0 || difference === null || p === null) return undecidedBecause('no task has a value on both sides');
  if (bounds && undecided > 0 && bounds.low <= 0 && bounds.high >= 0 && bounds.low < bounds.high && differ > 0)
    return undecidedBecause(
      `undecided runs could turn it: the difference is from ${points(bounds.low)} to ${points(bounds.high)}`,
    );
  if (p <= alpha) {
    const ahead = numbers.ratio ? numbers.ratio.point > 1 : difference > 0;
    const adjusted = numbers.p_adjusted === null ? '' : ' after Holm';
    return { verdict: ahead ? 'more' : 'less', why: `${differ} of ${pairs} tasks differ, p = ${pText(p)}${adjusted}` };
  }
  const equal = within(numbers, values, settings);
  if (equal !== null && !(bounds && undecided > 0 && !inside(bounds, settings.minimum_effect)))
    return { verdict: 'equivalent', why: equal };
  if (differ === 0)
    return undecidedBecause(
      `none of ${pairs} ${pairs === 1 ? 'task' : 'tasks'} differed; still, up to ${percent(unseen(pairs, settings.confidence))} of tasks like these could`,
    );
  if (smallest_p !== null && smallest_p > alpha)
    return undecidedBecause(
      `only ${differ} of ${pairs} tasks ${differ === 1 ? 'differs' : 'differ'}: the smallest possible p is ${pText(smallest_p)}`,
    );
  const adjusted = numbers.p_adjusted === null ? '' : ` after Holm, ${pText(numbers.p!)} alone`;
  return undecidedBecause(`${differ} of ${pairs} tasks differ, p = ${pText(p)}${adjusted}`);
}

const undecidedBecause = (why: string): Judged => ({ verdict: 'not decided', why });
const inside = ({ low, high }: { low: number; high: number }, margin: number) => low > -margin && high < margin;

/**
 * Why a difference is within the margin, or null. Where no task differs there is no spread to test with: then the share of tasks that
 * could differ unseen, 1 − (1 − confidence)^(1/T), has to be within the margin (a task differs by 1 at most).
 */
function within(
  { unit, ratio, pairs, differ }: PairedNumbers,
  values: readonly Difference[],
  { confidence, minimum_effect }: Pick<PairedSettings, 'confidence' | 'minimum_effect'>,
): string | null {
  const shared = unit === 'rate' || unit === 'score';
  if (shared && differ === 0)
    return unseen(pairs, confidence) <= minimum_effect
      ? `none of ${pairs} tasks differed: less than ${points(minimum_effect)} (the margin) in tasks like these`
      : null;
  // Counts and costs that never differ are what was measured; of a share of their size nothing was agreed.
  if (!shared && ratio === null) return null;
  const found = ratio
    ? equivalence(
        values.map(({ base, head }) => Math.log(head / base)),
        Math.log(1 + minimum_effect),
        confidence,
      )
    : equivalence(
        values.map(({ base, head }) => (isZero(head - base) ? 0 : head - base)),
        minimum_effect,
        confidence,
      );
  if (found.verdict !== 'equivalent') return null;
  return ratio
    ? `within ${percent(minimum_effect)} of the other (the margin)`
    : `within ${points(minimum_effect)} (the margin)`;
}

/** Greatest share of tasks that could differ although none of `n` did. */
export const unseen = (n: number, confidence: number) => 1 - (1 - confidence) ** (1 / n);

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
/** A difference of rates in percentage points. */
export const points = (difference: number) => `${(100 * difference).toFixed(1)} points`;
/** A chance as it is shown: two significant digits, never 0. */
export const pText = (p: number): string => (p >= 0.0001 ? p.toPrecision(2) : '< 0.0001');
