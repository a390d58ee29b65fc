import fc from 'fast-check';
import { wilson } from '../../../src/judge/statistics/interval.js';
import {
  differenceBounds,
  noisyVerifier,
  outerInterval,
  pairedBounds,
  rateBounds,
  rateBoundsOf,
  roganGladen,
} from '../../../src/judge/statistics/rate_bounds.js';
import { rateInterval } from '../../../src/judge/statistics/rate_interval.js';

const outcomes = (successes: number, failures: number, undecided: number) => ({ successes, failures, undecided });
const some = fc.record({ successes: fc.nat(4), failures: fc.nat(4), undecided: fc.nat(3) });

describe('undecided runs bound a rate', () => {
  it('from all failures to all successes, as wide as their share', () => {
    expect(rateBounds(outcomes(3, 5, 2))).toEqual({ low: 0.3, high: 0.5 });
    expect(rateBounds(outcomes(0, 0, 4))).toEqual({ low: 0, high: 1 });
    expect(rateBounds(outcomes(0, 0, 0))).toBeNull();
    expect(rateBoundsOf([outcomes(1, 0, 1), outcomes(0, 4, 0), outcomes(0, 0, 0)])).toEqual({ low: 0.25, high: 0.5 });
    expect(rateBoundsOf([])).toBeNull();
    expect(() => rateBounds(outcomes(1, -1, 0))).toThrow(RangeError);
  });

  it('whatever they were, the rate lies within; with none, the bounds are the rate', () => {
    fc.assert(
      fc.property(some, fc.nat(3), ({ successes, failures, undecided }, turned) => {
        fc.pre(successes + failures + undecided > 0 && turned <= undecided);
        const bounds = rateBounds({ successes, failures, undecided })!;
        const rate = (successes + turned) / (successes + failures + undecided);
        expect(bounds.low <= rate && rate <= bounds.high).toBe(true);
      }),
    );
  });

  it('the outer interval holds the bounds, and the interval of every way to decide them', () => {
    expect(outerInterval([outcomes(8, 2, 0)])).toEqual(wilson(0.8, 10));
    expect(outerInterval([])).toBeNull();
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), (tasks) => {
        const bounds = rateBoundsOf(tasks);
        if (bounds === null) return;
        const outer = outerInterval(tasks)!;
        expect(outer.low).toBeLessThanOrEqual(bounds.low + 1e-12);
        expect(outer.high).toBeGreaterThanOrEqual(bounds.high - 1e-12);
        const worst = tasks.map((task) => ({
          runs: task.successes + task.failures + task.undecided,
          successes: task.successes,
        }));
        expect(outer.low).toBeCloseTo(rateInterval(worst).interval!.low, 12);
      }),
    );
  });
});

describe('undecided runs bound a difference', () => {
  it('from A at its worst against B at its best, to the reverse', () => {
    expect(differenceBounds({ low: 0.5, high: 0.75 }, { low: 0.25, high: 0.25 })).toEqual({ low: 0.25, high: 0.5 });
  });

  it('and leave it undecided where the bounds straddle 0', () => {
    const [sure, open] = [outcomes(4, 0, 0), outcomes(2, 0, 2)];
    expect(pairedBounds([{ a: sure, b: outcomes(0, 4, 0) }])).toEqual({ low: 1, high: 1, decided: true });
    expect(pairedBounds([{ a: open, b: outcomes(3, 1, 0) }])).toEqual({ low: -0.25, high: 0.25, decided: false });
    expect(pairedBounds([{ a: outcomes(0, 4, 0), b: open }])).toMatchObject({ high: -0.5, decided: true });
    expect(pairedBounds([{ a: sure, b: outcomes(0, 0, 0) }])).toBeNull();
    expect(pairedBounds([{ a: sure, b: sure }])).toEqual({ low: 0, high: 0, decided: false });
  });
});

describe('a verifier that errs', () => {
  it('Rogan and Gladen: undone exactly where the errors are known', () => {
    const [truth, sensitivity, specificity] = [0.35, 0.9, 0.8];
    const observed = truth * sensitivity + (1 - truth) * (1 - specificity);
    expect(roganGladen(observed, sensitivity, specificity)).toEqual({
      rate: expect.closeTo(truth, 14),
      unclamped: expect.closeTo(truth, 14),
      inflation: expect.closeTo(1 / 0.7, 14),
    });
    expect(roganGladen(0.1, 0.9, 0.8)).toMatchObject({ rate: 0, unclamped: expect.closeTo(-1 / 7, 14) });
    expect(roganGladen(0.5, 0.5, 0.5)).toBeNull();
    expect(roganGladen(0.5, 0.2, 0.3)).toBeNull();
    expect(() => roganGladen(0.5, 1.2, 1)).toThrow(RangeError);
  });

  it('what errors either way let appear of a rate', () => {
    const found = noisyVerifier(0.5, 0.1, 100);
    expect([found.expected, found.low, found.high]).toEqual([
      0.5,
      expect.closeTo(0.5 - 0.0979982, 6),
      expect.closeTo(0.5979982, 6),
    ]);
    expect(noisyVerifier(0, 0.05, 50).expected).toBeCloseTo(0.05, 14);
    expect(noisyVerifier(1, 0, 10)).toEqual({ expected: 1, low: 1, high: 1 });
  });
});
