import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Counts } from '../../../src/judge/analysis/gating_set.js';
import { NIGHTS_NEEDED, testNight } from '../../../src/judge/analysis/night_effect.js';

const night = (successes: readonly number[], runs = 5, undecided = 0): Counts[] =>
  successes.map((s, i) => ({ task: `t${i}`, version: 'v', successes: s, failures: runs - s - undecided, undecided }));

describe('A night against earlier nights', () => {
  it('says nothing with too few earlier nights that have runs of these contracts', () => {
    const nights = Array.from({ length: NIGHTS_NEEDED }, () => night([5, 5]));
    expect(testNight(night([5, 5]), nights)).toMatchObject({ nights: NIGHTS_NEEDED, dispersion: 1 });
    expect(testNight(night([5, 5]), nights.slice(1))).toBeNull();
    const older = night([5, 5]).map((counts) => ({ ...counts, version: 'older' }));
    expect(testNight(night([5, 5]), [...nights.slice(1), older])).toBeNull();
  });

  it('agrees with the prediction interval of Student worked out by hand', () => {
    const successes = [5, 5, 5, 3, 5, 5, 2];
    const tested = testNight(
      night([2, 2]),
      successes.map((s) => night([s, s])),
    )!;
    // 30 of 35 runs of each contract succeeded: (30 + ½)/36. Ten runs a night are expected to bring 8.47 successes.
    const rate = 30.5 / 36;
    const sd = Math.sqrt(10 * rate * (1 - rate));
    const deviations = successes.map((s) => (2 * s - 10 * rate) / sd);
    const centre = deviations.reduce((a, b) => a + b) / 7;
    const dispersion = deviations.reduce((sum, one) => sum + (one - centre) ** 2, 0) / 6;
    expect(dispersion).toBeGreaterThan(1);
    expect(tested.dispersion).toBeCloseTo(dispersion, 12);
    const t = ((4 - 10 * rate) / sd - centre) / Math.sqrt(dispersion * (8 / 7));
    // Student's t with 6 degrees of freedom in closed form (Abramowitz & Stegun 26.7.4).
    const [sin, cos2] = [t / Math.sqrt(6 + t * t), 6 / (6 + t * t)];
    expect(tested.p).toBeCloseTo(0.5 + (sin / 2) * (1 + cos2 / 2 + (3 / 8) * cos2 ** 2), 12);
    expect(tested.nights).toBe(7);
  });

  it('never finds a night worse for an undecided run in place of a failed one', () => {
    const counts = fc.array(fc.nat(5), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(counts, { minLength: NIGHTS_NEEDED, maxLength: 12 }), counts, (earlier, head) => {
        const before = earlier.map((one) => night(one));
        const failed = testNight(night(head), before)!;
        const undecided = testNight(
          night(head).map((one) => ({ ...one, failures: 0, undecided: one.failures })),
          before,
        )!;
        expect(undecided.p).toBeGreaterThanOrEqual(failed.p);
        expect(failed.p).toBeGreaterThanOrEqual(0);
        expect(failed.p).toBeLessThanOrEqual(1);
      }),
    );
  });
});
