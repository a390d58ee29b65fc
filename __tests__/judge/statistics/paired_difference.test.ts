import fc from 'fast-check';
import { equivalence, holm, mcnemar, pairedDifference } from '../../../src/judge/statistics/paired_difference.js';
import { givenReference, relativeError } from './reference_values.js';

const reference = givenReference<{
  t: {
    differences: number[];
    mean: number;
    standard_error: number;
    t: number;
    p: number;
    low: number;
    high: number;
  }[];
  mcnemar: [b: number, c: number, exact: number, mid: number][];
  holm: { ps: number[]; adjusted: number[] }[];
  equivalence: { differences: number[]; margin: number; p_lower: number; p_upper: number }[];
}>('paired');

describe('the paired difference over tasks', () => {
  it.each(reference.t)('agrees with SciPy: $differences', ({ differences, ...expected }) => {
    const found = pairedDifference(differences);
    for (const [name, value] of Object.entries(expected))
      expect([name, relativeError(found[name as 'mean']!, value) < 1e-7]).toEqual([name, true]);
    expect([found.tasks, found.df]).toEqual([differences.length, differences.length - 1]);
  });

  it('has no spread to judge by for one task, or where all differences are equal but for rounding', () => {
    const unknown = { standard_error: null, df: null, t: null, p: null, low: null, high: null };
    expect(pairedDifference([])).toEqual({ mean: null, tasks: 0, ...unknown });
    expect(pairedDifference([0.4])).toEqual({ mean: 0.4, tasks: 1, ...unknown });
    expect(pairedDifference([0, 0, 0])).toEqual({ mean: 0, tasks: 3, ...unknown });
    expect(pairedDifference([0.3, 0.1 + 0.2])).toEqual({ mean: expect.closeTo(0.3, 12), tasks: 2, ...unknown });
  });
});

describe('McNemar', () => {
  it.each(reference.mcnemar)('agrees with statsmodels and SciPy: %d against %d', (b, c, exact, mid) => {
    const { p, mid_p } = mcnemar(b, c);
    expect(relativeError(p, exact)).toBeLessThan(1e-11);
    expect(relativeError(mid_p, mid)).toBeLessThan(1e-11);
  });

  it('finds nothing where no task differed, and does not care which arm is which', () => {
    expect(mcnemar(0, 0)).toEqual({ p: 1, mid_p: 1 });
    expect(mcnemar(3, 15)).toEqual(mcnemar(15, 3));
    expect(() => mcnemar(-1, 2)).toThrow(RangeError);
    expect(() => mcnemar(1, 2.5)).toThrow(RangeError);
  });
});

describe('Holm', () => {
  it.each(reference.holm)('agrees with statsmodels: $ps', ({ ps, adjusted }) => {
    holm(ps).forEach((p, at) => {
      expect(p).toBeCloseTo(adjusted[at]!, 12);
    });
  });

  it('leaves out tests that could not be made', () => {
    expect(holm([null, 0.01, null, 0.04])).toEqual([null, 0.02, null, 0.04]);
    expect(holm([])).toEqual([]);
    expect(() => holm([0.5, 1.5])).toThrow('ps[1] must be between 0 and 1, not 1.5');
  });

  it('never lowers a p value, keeps their order, and does not exceed Bonferroni', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (ps) => {
        const adjusted = holm(ps) as number[];
        ps.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * ps.length));
          ps.forEach((other, j) => {
            if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
          });
        });
      }),
    );
  });
});

describe('equivalence is shown, not assumed', () => {
  it.each(reference.equivalence)('agrees with statsmodels, margin $margin', (row) => {
    const found = equivalence(row.differences, row.margin);
    expect(relativeError(found.p_lower!, row.p_lower)).toBeLessThan(1e-7);
    expect(relativeError(found.p_upper!, row.p_upper)).toBeLessThan(1e-7);
  });

  it('equivalent within the margin, different beyond it, and not decided in between', () => {
    expect(equivalence([0.01, -0.02, 0.03, 0, -0.01, 0.02], 0.1).verdict).toBe('equivalent');
    expect(equivalence([1, 2, 3, 4], 0.5).verdict).toBe('different');
    expect(equivalence([0.4, -0.3, 0.2, -0.1], 0.1).verdict).toBe('not decided');
    expect(equivalence([0.04, 0.05, 0.06, 0.05, 0.04], 0.1)).toMatchObject({
      verdict: 'equivalent',
      p_difference: expect.any(Number),
    });
  });

  it('is not decided by tasks that do not differ at all, nor by one task', () => {
    const open = { verdict: 'not decided', p_lower: null, p_upper: null, p_difference: null };
    expect(equivalence([0, 0, 0, 0], 0.1)).toEqual(open);
    expect(equivalence([0.05], 0.1)).toEqual(open);
    expect(() => equivalence([0.1, 0.2], 0)).toThrow(RangeError);
  });
});
