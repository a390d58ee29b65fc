import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  estimateContractRates,
  estimateNightShift,
} from '../../../../src/judge/analysis/regression/estimate_night_shift.js';
import type { TaskRunCounts } from '../../../../src/judge/analysis/regression/gating_set.js';

const of = (task: string, successes: number, failures: number, undecided = 0): TaskRunCounts => ({
  task,
  version: 'v',
  successes,
  failures,
  undecided,
});
const logit = (rate: number) => Math.log(rate / (1 - rate));

describe('The shift of a night', () => {
  it('is, of one contract, the logit of (s + ½)/(n + 1) less that of its rate', () => {
    const rates = estimateContractRates([[of('a', 30, 10)]]);
    expect(rates.get('a v')).toBe(30.5 / 41);
    for (const successes of [0, 3, 9, 12]) {
      const { shift } = estimateNightShift([of('a', successes, 12 - successes)], rates, 'failures');
      expect(shift).toBeCloseTo(logit((successes + 0.5) / 13) - logit(30.5 / 41), 9);
    }
  });

  it('is 0 without runs, and of contracts whose rate is not known', () => {
    expect(
      estimateNightShift([of('a', 0, 0), of('b', 1, 5)], estimateContractRates([[of('a', 3, 3)]]), 'failures'),
    ).toEqual({
      shift: 0,
      variance: 0,
      excess: 0,
    });
  });

  it('finds the shift that contracts of different rates were drawn with, and falls with every failure', () => {
    const before = [0.5, 0.9, 0.97, 0.2].map((rate, i) =>
      of(`t${i}`, Math.round(2000 * rate), Math.round(2000 * (1 - rate))),
    );
    const rates = estimateContractRates([before]);
    const moved = before.map(({ task, successes, failures }) => {
      const rate = 1 / (1 + (failures / successes) * Math.exp(0.8));
      return of(task, Math.round(2000 * rate), 2000 - Math.round(2000 * rate));
    });
    expect(estimateNightShift(moved, rates, 'failures').shift).toBeCloseTo(-0.8, 1);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 }), fc.nat(3), (s, at) => {
        const night = (less: number) =>
          s.map((one, i) => of(`t${i}`, one - (i === at ? less : 0), 5 - one + (i === at ? less : 0)));
        const [worse, better] = [1, 0].map((less) => estimateNightShift(night(less), rates, 'failures').shift);
        expect(worse!).toBeLessThan(better!);
      }),
    );
  });
});
