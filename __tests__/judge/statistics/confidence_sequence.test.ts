import fc from 'fast-check';
import { confidenceSequence, winsEProcess } from '../../../src/judge/statistics/confidence_sequence.js';
import { legacyRandom } from '../../../src/judge/statistics/legacy_random.js';
import { givenReference } from './reference_values.js';

interface Case {
  sum: number;
  n: number;
  alpha: number;
  a: number;
  b: number;
  interval: [number, number];
}
const scipy = givenReference<{ sequences: Case[] }>('sequential');

describe('the confidence sequence of a rate', () => {
  it.each(scipy.sequences)(
    '$sum of $n, alpha $alpha, Beta($a, $b): as SciPy solves it',
    ({ sum, n, interval, ...how }) => {
      const { low, high } = confidenceSequence(sum, n, how);
      expect(low).toBeCloseTo(interval[0], 10);
      expect(high).toBeCloseTo(interval[1], 10);
    },
  );

  it('45 of 60 is [.554, .894]', () => {
    const { low, high } = confidenceSequence(45, 60);
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.554', '0.894']);
  });

  it('nothing was seen: everything is possible', () => {
    expect(confidenceSequence(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('contains the mean, mirrors with it, and narrows with alpha', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const sum = n * share;
        const { low, high } = confidenceSequence(sum, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share + 1e-9);
        expect(high).toBeGreaterThanOrEqual(share - 1e-9);
        expect(confidenceSequence(n - sum, n).low).toBeCloseTo(1 - high, 9);
        expect(confidenceSequence(sum, n, { alpha: 0.2 }).low).toBeGreaterThanOrEqual(low);
      }),
    );
  });

  it('covers at every n at once, also the mean of values that are no coin', () => {
    const random = legacyRandom(20260307);
    let missed = 0;
    for (let run = 0; run < 100; run++) {
      let sum = 0;
      for (let n = 1; n <= 60; n++) {
        // Mean ½: a fifth of the tasks at 0, at ½ and so on, as differences of three trials are.
        sum += random.randint(0, 5) / 4;
        const { low, high } = confidenceSequence(sum, n);
        if (low > 0.5 || high < 0.5) {
          missed++;
          break;
        }
      }
    }
    expect(missed).toBeLessThanOrEqual(0.05 * 100);
  });

  it.each([
    [-1, 3],
    [4, 3],
    [1, 2.5],
    [Number.NaN, 3],
  ])('refuses a sum of %d over %d', (sum, n) => {
    expect(() => confidenceSequence(sum, n)).toThrow(RangeError);
  });
});

describe('wins against losses', () => {
  it('15 to 3 is e = 16.9: not enough, although a fixed number of tasks would be', () => {
    expect(winsEProcess(15, 3)).toBeCloseTo(16.9, 1);
    expect(winsEProcess(3, 15)).toBeCloseTo(winsEProcess(15, 3), 12);
    expect(winsEProcess(0, 0)).toBe(1);
  });

  it('is an e-process: its mean after n fair tasks is 1, exactly', () => {
    for (const n of [1, 2, 7, 20]) {
      let [mean, ways] = [0, 1];
      for (let wins = 0; wins <= n; wins++) {
        mean += (ways / 2 ** n) * winsEProcess(wins, n - wins);
        ways = (ways * (n - wins)) / (wins + 1);
      }
      expect(mean).toBeCloseTo(1, 10);
    }
  });
});
