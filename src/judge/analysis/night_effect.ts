import { studentCdf } from '../statistics/distributions.js';
import { mean, variance } from '../statistics/quantile.js';
import type { Counts } from './gating_set.js';
import { contractRates, estimateShift } from './night_shift.js';
import { countRuns } from './outcome_totals.js';

/** Earlier nights that tell how nights differ; with fewer, `ASSUMED_ODDS` is taken. */
export const NIGHTS_NEEDED = 6;

/**
 * Odds of success of a night against another one, as they are assumed where too few earlier nights are known: e^−2.55, three standard
 * deviations of the difference of two nights that each move all logits by .6.
 */
export const ASSUMED_ODDS = Math.exp(-2.55);

/** What is known of nights as a whole. */
export interface NightsBefore {
  /** Counts of each night of the history, that of the base not among them. */
  history: readonly (readonly Counts[])[];
  /** Base and head were run together, so what made the night bad is in both. */
  same_night: boolean;
}

/** Test of a night against the base, by how earlier nights differ. */
export interface NightTest {
  /** Nights of the history that have runs of the contracts. */
  nights: number;
  /** How much more they vary than independent runs would, as a factor of the variance; 1 or more. */
  dispersion: number;
  /** Shift of head against the base, in logits. */
  shift: number;
  /** Chance of a head as bad as this one against the base, were they two nights like those of the history. */
  p: number;
}

/**
 * Tests whether head is worse than nights differ anyway. A slow provider or a busy machine makes all contracts of a night worse at
 * once; runs of one night are then not independent, and no test that takes them so holds its level.
 *
 * The shift of head less that of the base is divided by the spread of the history's nights, and compared with Student's t. Head and base
 * are compared with each other, not with the history: contracts are chosen by what they did there, so that rates from it are too high.
 * Undecided runs count as successes in `head` and as failures in `base`, so they never make an alarm.
 *
 * @returns null with fewer than `NIGHTS_NEEDED` nights in the history
 */
export function testNight(
  head: readonly Counts[],
  base: readonly Counts[],
  history: NightsBefore['history'],
): NightTest | null {
  const tasks = new Set(head.map(({ task, version }) => `${task} ${version}`));
  const own = (night: readonly Counts[]) => night.filter(({ task, version }) => tasks.has(`${task} ${version}`));
  const nights = history.map(own).filter((night) => night.some((counts) => countRuns(counts) > 0));
  if (nights.length < NIGHTS_NEEDED) return null;
  const rates = contractRates([...nights, base]);
  const before = nights.map((night) => estimateShift(night, rates, 'failures'));
  const [now, then] = [estimateShift(head, rates, 'successes'), estimateShift(base, rates, 'failures')];
  const independent = mean(before.map((one) => one.variance))!;
  const seen = variance(before.map(({ shift }) => shift))!;
  const between = Math.max(0, seen - independent);
  const shift = now.shift - then.shift;
  const p = studentCdf(shift / Math.sqrt(2 * between + now.variance + then.variance), nights.length - 1);
  return { nights: nights.length, dispersion: Math.max(1, seen / independent), shift, p };
}
