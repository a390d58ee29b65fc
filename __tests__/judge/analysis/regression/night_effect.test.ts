import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  estimateContractRates,
  estimateNightShift,
} from '../../../../src/judge/analysis/regression/estimate_night_shift.js';
import type { TaskRunCounts } from '../../../../src/judge/analysis/regression/gating_set.js';
import { REQUIRED_NIGHTS, testNightEffect } from '../../../../src/judge/analysis/regression/night_effect.js';

type NightShift = ReturnType<typeof estimateNightShift>;

const night = (successes: readonly number[], runs = 5, undecided = 0): TaskRunCounts[] =>
  successes.map((s, i) => ({ task: `t${i}`, version: 'v', successes: s, failures: runs - s - undecided, undecided }));

describe('A night against the base, by how earlier nights differ', () => {
  const perfect = night([5, 5]);

  it('says nothing with too few nights in the history that have runs of these contracts', () => {
    const nights = Array.from({ length: REQUIRED_NIGHTS }, () => perfect);
    expect(testNightEffect(perfect, perfect, nights)).toMatchObject({
      nights: REQUIRED_NIGHTS,
      dispersion: 1,
      shift: 0,
      p: 0.5,
    });
    expect(testNightEffect(perfect, perfect, nights.slice(1))).toBeNull();
    const older = perfect.map((counts) => ({ ...counts, version: 'older' }));
    expect(testNightEffect(perfect, perfect, [...nights.slice(1), older])).toBeNull();
  });

  it('is the difference of both shifts over the spread of the history, by Student', () => {
    const history = [5, 5, 5, 3, 5, 5, 2].map((s) => night([s, s]));
    const [head, base] = [night([2, 2]), night([4, 4])];
    const rates = estimateContractRates([...history, base]);
    const [now, then, ...before] = [head, base, ...history].map((one) =>
      estimateNightShift(one, rates, 'failures'),
    ) as [NightShift, NightShift, ...NightShift[]];
    const centre = before.reduce((sum, { shift }) => sum + shift, 0) / 7;
    const seen = before.reduce((sum, { shift }) => sum + (shift - centre) ** 2, 0) / 6;
    const independent = before.reduce((sum, one) => sum + one.variance, 0) / 7;
    expect(seen).toBeGreaterThan(independent);
    const t = (now.shift - then.shift) / Math.sqrt(2 * (seen - independent) + now.variance + then.variance);
    // Student's t with 6 degrees of freedom in closed form (Abramowitz & Stegun 26.7.4).
    const [sin, cos2] = [t / Math.sqrt(6 + t * t), 6 / (6 + t * t)];
    const tested = testNightEffect(head, base, history)!;
    expect(tested.p).toBeCloseTo(0.5 + (sin / 2) * (1 + cos2 / 2 + (3 / 8) * cos2 ** 2), 12);
    expect(tested.dispersion).toBeCloseTo(seen / independent, 12);
  });

  it('never finds a night worse for an undecided run in place of a failed one', () => {
    const counts = fc.array(fc.nat(5), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(counts, { minLength: REQUIRED_NIGHTS, maxLength: 12 }), counts, (earlier, head) => {
        const before = earlier.map((one) => night(one));
        const undecided = night(head).map((one) => ({ ...one, failures: 0, undecided: one.failures }));
        const p = testNightEffect(night(head), before[0]!, before)!.p;
        expect(testNightEffect(undecided, before[0]!, before)!.p).toBeGreaterThanOrEqual(p);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });
});
