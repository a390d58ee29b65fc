import { studentCdf } from '../statistics/distributions.js';
import { mean, variance } from '../statistics/quantile.js';
import type { Counts } from './gating_set.js';
import { countRuns } from './outcome_totals.js';

/** Earlier nights that tell how nights differ; with fewer, `ASSUMED_ODDS` is taken. */
export const NIGHTS_NEEDED = 6;

/**
 * Odds of success of a bad night against a usual one, as they are assumed where too few earlier nights are known: e^−1.8, three standard
 * deviations of a night that moves all logits by .6.
 */
export const ASSUMED_ODDS = Math.exp(-1.8);

/** Earlier nights, as far as they are known. */
export interface NightsBefore {
  /** Counts of each earlier night, that of the base among them. */
  earlier: readonly (readonly Counts[])[];
  /** Base and head were run together, so what made the night bad is in both. */
  same_night: boolean;
}

/** Test of a night against earlier nights, as a whole. */
export interface NightTest {
  /** Earlier nights that have runs of the contracts. */
  nights: number;
  /** How much more earlier nights vary than independent runs would, as a factor of the variance; 1 or more. */
  dispersion: number;
  /** Chance of a night as bad as this one, were it as the earlier ones. */
  p: number;
}

/**
 * Tests whether a night is worse than nights differ anyway. A slow provider or a busy machine makes all contracts of a night worse at
 * once; runs of one night are then not independent, and no test that takes them so holds its level.
 *
 * Each night has one number: its successes less the expected ones, in standard deviations of independent runs, with each contract's
 * rate from all earlier nights ((s + ½)/(n + 1)). The number of `head` is compared with those of the earlier nights by a one-sided
 * prediction interval of Student's t. The variance of earlier nights is taken as 1 at least.
 *
 * Undecided runs count as successes in `head` and as failures before, so they never make an alarm.
 *
 * @returns null with fewer than `NIGHTS_NEEDED` earlier nights
 */
export function testNight(head: readonly Counts[], earlier: readonly (readonly Counts[])[]): NightTest | null {
  const tasks = new Set(head.map(({ task, version }) => keyOf(task, version)));
  const nights = earlier
    .map((night) => night.filter(({ task, version }) => tasks.has(keyOf(task, version))))
    .filter((night) => night.some((counts) => countRuns(counts) > 0));
  if (nights.length < NIGHTS_NEEDED) return null;
  const rates = ratesOf(nights.flat());
  const known = head.filter(({ task, version }) => rates.has(keyOf(task, version)));
  const now = deviationOf(known, rates, 'successes');
  if (now === null) return null;
  const before = nights.map((night) => deviationOf(night, rates, 'failures')!);
  const dispersion = Math.max(1, variance(before)!);
  const t = (now - mean(before)!) / Math.sqrt(dispersion * (1 + 1 / before.length));
  return { nights: before.length, dispersion, p: studentCdf(t, before.length - 1) };
}

const keyOf = (task: string, version: string) => `${task} ${version}`;

function ratesOf(counts: readonly Counts[]): Map<string, number> {
  const sums = new Map<string, { successes: number; runs: number }>();
  for (const one of counts) {
    const key = keyOf(one.task, one.version);
    const sum = sums.get(key) ?? { successes: 0, runs: 0 };
    sums.set(key, { successes: sum.successes + one.successes, runs: sum.runs + countRuns(one) });
  }
  return new Map(
    [...sums]
      .filter(([, { runs }]) => runs > 0)
      .map(([key, { successes, runs }]) => [key, (successes + 0.5) / (runs + 1)]),
  );
}

/** Returns successes less expected ones in standard deviations of independent runs; null without runs. */
function deviationOf(
  night: readonly Counts[],
  rates: ReadonlyMap<string, number>,
  undecided: 'successes' | 'failures',
): number | null {
  let [difference, spread] = [0, 0];
  for (const counts of night) {
    const rate = rates.get(keyOf(counts.task, counts.version));
    if (rate === undefined) continue;
    const runs = countRuns(counts);
    difference += counts.successes + (undecided === 'successes' ? counts.undecided : 0) - runs * rate;
    spread += runs * rate * (1 - rate);
  }
  return spread === 0 ? null : difference / Math.sqrt(spread);
}
