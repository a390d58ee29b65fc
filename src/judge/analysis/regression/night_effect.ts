import { studentCdf } from '../../statistics/normal_cdf.js';
import { mean, variance } from '../../statistics/quantile.js';
import { estimateContractRates, estimateNightShift } from './estimate_night_shift.js';
import type { TaskRunCounts } from './gating_set.js';
import { countRuns } from './outcome_totals.js';

/** Number of earlier nights that show how nights differ. With fewer, `ASSUMED_ODDS` apply. */
export const REQUIRED_NIGHTS = 6;

/**
 * Assumed odds of success of a bad night against another, where too few earlier nights are known: e^−2.55. It is three
 * standard deviations of the difference of two nights that each move all logits by .6.
 */
export const ASSUMED_ODDS = Math.exp(-2.55);

/** Earlier nights, and whether both sides ran in the same one. */
export interface NightHistory {
  /** Counts of each night of the history, without that of the base. */
  history: readonly (readonly TaskRunCounts[])[];
  /** True if base and head ran together, so that a bad night affects both. */
  same_night: boolean;
}

/** Result of the test of a night against the base, by how earlier nights differ. */
export interface NightEffect {
  /** Number of nights in the history with runs of the contracts. */
  nights: number;
  /** Variance of the nights relative to that of independent runs; at least 1. */
  dispersion: number;
  /** Shift of head against the base, in logits. */
  shift: number;
  /** Probability of a head this bad if both sides were nights like those of the history. */
  p: number;
}

/**
 * Tests whether head is worse than nights differ anyway. A slow provider or a busy machine makes all contracts of a
 * night worse at once. Runs of one night are then dependent, and a test that assumes independence does not hold its
 * level.
 *
 * The shift of head less that of the base is divided by the spread of the history's nights, and compared with Student's
 * t. Head and base are compared with each other, not with the history: contracts are chosen by their results there, so
 * that rates from it are too high. Undecided runs count as successes in `head` and as failures in `base`, so that they
 * never make an alarm.
 *
 * @returns null with fewer than `REQUIRED_NIGHTS` nights in the history
 */
export function testNightEffect(
  head: readonly TaskRunCounts[],
  base: readonly TaskRunCounts[],
  history: NightHistory['history'],
): NightEffect | null {
  const tasks = new Set(head.map(({ task, version }) => `${task} ${version}`));
  const selectTasks = (night: readonly TaskRunCounts[]) =>
    night.filter(({ task, version }) => tasks.has(`${task} ${version}`));
  const nights = history.map(selectTasks).filter((night) => night.some((counts) => countRuns(counts) > 0));
  if (nights.length < REQUIRED_NIGHTS) return null;
  const rates = estimateContractRates([...nights, base]);
  const base_shifts = nights.map((night) => estimateNightShift(night, rates, 'failures'));
  const [now, base_shift] = [estimateNightShift(head, rates, 'successes'), estimateNightShift(base, rates, 'failures')];
  const independent = mean(base_shifts.map((one) => one.variance))!;
  const observed = variance(base_shifts.map(({ shift }) => shift))!;
  const excess = Math.max(0, observed - independent);
  const shift = now.shift - base_shift.shift;
  const p = studentCdf(shift / Math.sqrt(2 * excess + now.variance + base_shift.variance), nights.length - 1);
  return { nights: nights.length, dispersion: Math.max(1, observed / independent), shift, p };
}
