import fc from 'fast-check';
import { missedBelow, rerunsToFind, suiteFalseAlarm } from '../../../src/judge/statistics/reruns_to_find.js';

describe('the rate that a screen can have missed', () => {
  it.each([
    [0, 1, 0.95],
    [0, 5, 0.4507],
    [0, 6, 0.393],
    [0, 10, 0.2589],
    [0, 30, 0.095],
    [0, 59, 0.0495],
    [0, 299, 0.00997],
    // Upper limits of Clopper and Pearson, one-sided 95 %: the 0.95 quantile of Beta(x + 1, n − x).
    [1, 10, 0.3942],
    [2, 20, 0.2826],
    [5, 10, 0.7776],
    [3, 3, 1],
    [0, 0, 1],
  ])('%d of %d → %d', (differed, runs, bound) => {
    expect(missedBelow(differed, runs)).toBeCloseTo(bound, 3);
  });

  it('leaves exactly 5 % for what was seen: P(X ≤ x) = 0.05, by summing the binomial distribution', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(5), (runs, differed) => {
        fc.pre(differed < runs);
        const p = missedBelow(differed, runs);
        let sum = 0;
        for (let k = 0; k <= differed; k++) sum += choose(runs, k) * p ** k * (1 - p) ** (runs - k);
        expect(sum).toBeCloseTo(0.05, 6);
      }),
    );
  });

  it('falls with more runs and rises with more differences', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.nat(100), (runs, differed) => {
        fc.pre(differed + 1 < runs);
        expect(missedBelow(differed, runs + 1)).toBeLessThan(missedBelow(differed, runs));
        expect(missedBelow(differed + 1, runs)).toBeGreaterThan(missedBelow(differed, runs));
      }),
    );
  });
});

describe('reruns that find a flake of a given rate', () => {
  it.each([
    [0.5, 5],
    [0.2, 14],
    [0.1, 29],
    [0.05, 59],
    [0.01, 299],
  ])('%d → %d, and one fewer does not reach 95 %%', (rate, reruns) => {
    expect(rerunsToFind(rate)).toBe(reruns);
    expect(1 - (1 - rate) ** reruns).toBeGreaterThanOrEqual(0.95);
    expect(1 - (1 - rate) ** (reruns - 1)).toBeLessThan(0.95);
  });
});

describe('a suite of checks that are each wrong now and then', () => {
  it.each([
    [0.01, 100, 0.6339676587],
    [0.001, 1000, 0.6323045753],
    [1e-12, 1000, 1e-9],
    [0, 50, 0],
    [1, 1, 1],
    [0.3, 0, 0],
  ])('rate %d, %d checks → %d', (rate, checks, alarm) => {
    expect(suiteFalseAlarm(rate, checks)).toBeCloseTo(alarm, 9);
  });

  it('nonsense is refused', () => {
    expect(() => suiteFalseAlarm(1.1, 3)).toThrow(RangeError);
    expect(() => missedBelow(-1, 3)).toThrow(RangeError);
    expect(() => rerunsToFind(0)).toThrow('no number of reruns finds what never happens');
    expect(rerunsToFind(1)).toBe(1);
  });
});
