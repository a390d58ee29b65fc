import fc from 'fast-check';
import { mean, median, quantile, variance } from '../../../src/judge/statistics/quantile.js';
import { givenReference, relativeError } from './reference_values.js';

const reference = givenReference<{
  quantiles: { values: number[]; p: number; quantile: number }[];
  moments: { values: number[]; mean: number; variance: number; described: number }[];
}>('rates');

describe('quantiles, means and variances are those of NumPy', () => {
  it('type 7, at both ends and between', () => {
    for (const { values, p, quantile: expected } of reference.quantiles)
      expect(relativeError(quantile(values, p)!, expected)).toBeLessThan(1e-12);
  });

  it('variance with either divisor', () => {
    for (const { values, mean: centre, variance: spread, described } of reference.moments) {
      expect(relativeError(mean(values)!, centre)).toBeLessThan(1e-12);
      expect(relativeError(variance(values, 1)!, spread)).toBeLessThan(1e-12);
      expect(relativeError(variance(values, 0)!, described)).toBeLessThan(1e-12);
    }
  });
});

describe('what no value can tell is null', () => {
  it('no values, or too few for the divisor', () => {
    expect([quantile([], 0.5), median([]), mean([]), variance([]), variance([], 0), variance([7])]).toEqual(
      Array(6).fill(null),
    );
    expect([variance([7], 0), variance([7, 7]), median([3, 1])]).toEqual([0, 0, 2]);
  });

  it.each([
    () => quantile([1], 1.5),
    () => mean([Number.NaN]),
    () => quantile([Number.POSITIVE_INFINITY], 0.5),
    () => variance([1, 2], -1),
  ])('but nonsense is refused: %s', (call) => {
    expect(call).toThrow(RangeError);
  });
});

describe('sums keep their digits', () => {
  it('small values beside a large one, and a spread far from zero', () => {
    expect(mean([1e16, 1, 1, -1e16])).toBe(0.5);
    expect(median([-1.7e308, 1.7e308])).toBe(0);
    expect(variance([1e9 + 1, 1e9 + 2, 1e9 + 3])).toBe(1);
  });

  it('quantiles lie within the values and grow with p, in whatever order the values come', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(values, p, p, (sample, one, other) => {
        const [low, high] = [quantile(sample, Math.min(one, other))!, quantile(sample, Math.max(one, other))!];
        expect(low).toBeLessThanOrEqual(high + 1e-9);
        expect(low).toBeGreaterThanOrEqual(Math.min(...sample));
        expect(quantile([...sample].reverse(), one)).toBe(quantile(sample, one));
      }),
    );
  });
});
