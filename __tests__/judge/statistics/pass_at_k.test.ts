import fc from 'fast-check';
import { binomialPmf } from '../../../src/judge/statistics/normal_cdf.js';
import { passAtK, passAtKOf, passHatK, passHatKOf } from '../../../src/judge/statistics/pass_at_k.js';
import { givenReference, relativeError } from './reference_values.js';

const { passes } = givenReference<{ passes: [n: number, c: number, k: number, some: number, every: number][] }>(
  'rates',
);

// Holds G3
describe('at least one of k, and all of k', () => {
  it('are exact: every subset drawn for small n, binomial coefficients as fractions to n = 10⁶', () => {
    expect(passes.length).toBeGreaterThan(80);
    for (const [n, c, k, some, every] of passes) {
      expect([n, c, k, relativeError(passAtK(n, c, k)!, some) < 1e-11]).toEqual([n, c, k, true]);
      expect([n, c, k, relativeError(passHatK(n, c, k)!, every) < 1e-11]).toEqual([n, c, k, true]);
    }
  });

  it('are undefined with fewer than k runs, even when all succeeded', () => {
    expect([passAtK(3, 3, 4), passHatK(3, 0, 4), passAtK(0, 0, 1)]).toEqual([null, null, null]);
    expect([passAtK(4, 1, 4), passHatK(4, 4, 4), passHatK(4, 3, 4)]).toEqual([1, 1, 0]);
  });

  it.each([
    () => passAtK(3, 4, 1),
    () => passAtK(3, 1, 0),
    () => passHatK(3.5, 1, 1),
    () => passHatK(3, -1, 1),
    () => passAtK(3, 1, Number.NaN),
  ])('refuse what cannot be: %s', (call) => {
    expect(call).toThrow(RangeError);
  });

  it('are unbiased: their expectation over all outcomes is 1 − (1 − p)^k and p^k', () => {
    const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), p, (n, k, rate) => {
        fc.pre(k <= n);
        let [some, all] = [0, 0];
        for (let c = 0; c <= n; c++) {
          some += binomialPmf(c, n, rate) * passAtK(n, c, k)!;
          all += binomialPmf(c, n, rate) * passHatK(n, c, k)!;
        }
        expect(some).toBeCloseTo(1 - (1 - rate) ** k, 12);
        expect(all).toBeCloseTo(rate ** k, 12);
      }),
    );
  });

  it('agree at k = 1, part as k grows, and mirror each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(300), fc.integer({ min: 1, max: 299 }), (n, c, k) => {
        fc.pre(c <= n && k < n);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 14);
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 14);
        expect(passAtK(n, c, k + 1)!).toBeGreaterThanOrEqual(passAtK(n, c, k)! - 1e-14);
        expect(passHatK(n, c, k + 1)!).toBeLessThanOrEqual(passHatK(n, c, k)! + 1e-14);
        expect(passAtK(n, c, k)).toBeCloseTo(1 - passHatK(n, n - c, k)!, 12);
      }),
    );
  });
});

describe('over a suite', () => {
  const tasks = [
    { runs: 4, successes: 4 },
    { runs: 4, successes: 2 },
    { runs: 1, successes: 1 },
  ];

  it('is the mean over tasks, with bounds for those that have too few runs', () => {
    expect(passHatKOf(tasks, 2)).toEqual({
      value: expect.closeTo((1 + 1 / 6) / 2, 14),
      tasks: 3,
      undefined_tasks: 1,
      low: expect.closeTo((1 + 1 / 6) / 3, 14),
      high: expect.closeTo((2 + 1 / 6) / 3, 14),
    });
    expect(passAtKOf(tasks, 1)).toEqual({
      value: expect.closeTo(2.5 / 3, 14),
      tasks: 3,
      undefined_tasks: 0,
      low: expect.closeTo(2.5 / 3, 14),
      high: expect.closeTo(2.5 / 3, 14),
    });
  });

  it('is unknown without tasks, and entirely open when none has k runs', () => {
    expect(passAtKOf([], 2)).toEqual({ value: null, tasks: 0, undefined_tasks: 0, low: null, high: null });
    expect(passAtKOf(tasks, 9)).toEqual({ value: null, tasks: 3, undefined_tasks: 3, low: 0, high: 1 });
  });
});
