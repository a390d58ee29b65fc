import fc from 'fast-check';
import { clopperPearson, tInterval, wilson } from '../../../src/judge/statistics/interval.js';
import { givenReference, relativeError } from './reference_values.js';

type Row = [successes: number, n: number, confidence: number, low: number, high: number];
const reference = givenReference<{
  wilson: Row[];
  clopper_pearson: Row[];
  t_interval: { values: number[]; interval: [number, number] }[];
}>('rates');

describe('intervals agree with statsmodels and SciPy', () => {
  it.each(reference.wilson)('Wilson, %d of %d at %d', (successes, n, confidence, low, high) => {
    const interval = wilson(successes / n, n, confidence);
    expect(Math.abs(interval.low - low)).toBeLessThan(1e-12);
    expect(Math.abs(interval.high - high)).toBeLessThan(1e-12);
  });

  it.each(reference.clopper_pearson)('Clopper-Pearson, %d of %d at %d', (successes, n, confidence, low, high) => {
    const interval = clopperPearson(successes, n, confidence);
    expect(relativeError(interval.low, low)).toBeLessThan(1e-9);
    expect(relativeError(interval.high, successes === n ? 1 : high)).toBeLessThan(1e-9);
  });

  it.each(reference.t_interval)('Student, $values', ({ values, interval: [low, high] }) => {
    const interval = tInterval(values)!;
    expect(interval.low).toBeCloseTo(low, 7);
    expect(interval.high).toBeCloseTo(high, 7);
  });

  it('and with what was published: 8 of 10 (Newcombe), 45 of 60, none of 30 mutants', () => {
    expect(wilson(0.8, 10)).toEqual({ low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) });
    expect(wilson(45 / 60, 60)).toEqual({ low: expect.closeTo(0.628, 3), high: expect.closeTo(0.842, 3) });
    expect(clopperPearson(0, 30, 0.9).high).toBeCloseTo(0.095, 3);
  });
});

describe('where the data end, so does what is claimed', () => {
  it('no trials say nothing; none of n and all of n reach exactly 0 and 1', () => {
    expect(wilson(0.3, 0)).toEqual({ low: 0, high: 1 });
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
    expect([wilson(0, 7).low, wilson(1, 7).high, clopperPearson(0, 7).low, clopperPearson(7, 7).high]).toEqual([
      0, 1, 0, 1,
    ]);
  });

  it('a single value, and values that are all equal, have no spread to judge by', () => {
    expect([tInterval([]), tInterval([1]), tInterval([2, 2, 2]), tInterval([0.1 + 0.2, 0.3])]).toEqual(
      Array(4).fill(null),
    );
  });

  it.each([
    () => wilson(1.2, 5),
    () => wilson(Number.NaN, 5),
    () => wilson(0.5, -1),
    () => wilson(0.5, 5, 1),
    () => clopperPearson(4, 3),
    () => clopperPearson(1.5, 3),
    () => tInterval([1, Number.NaN]),
    () => tInterval([1, 2], 0),
  ])('nonsense is refused: %s', (call) => {
    expect(call).toThrow(RangeError);
  });
});

describe('an interval holds its point, lies in [0, 1], mirrors, and narrows with more trials', () => {
  const n = fc.integer({ min: 1, max: 400 });

  it('Wilson and Clopper-Pearson', () => {
    fc.assert(
      fc.property(n, fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
        const successes = Math.round(share * trials);
        for (const interval of [(c: number, m: number) => wilson(c / m, m), clopperPearson]) {
          const { low, high } = interval(successes, trials);
          expect(low >= 0 && low <= successes / trials && successes / trials <= high && high <= 1).toBe(true);
          const mirrored = interval(trials - successes, trials);
          expect(mirrored.low).toBeCloseTo(1 - high, 10);
          const more = interval(successes * 3, trials * 3);
          expect(more.high - more.low).toBeLessThan(high - low);
        }
      }),
    );
  });
});
