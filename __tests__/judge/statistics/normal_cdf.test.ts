import fc from 'fast-check';
import {
  betaCdf,
  betaQuantile,
  binomialCdf,
  binomialPmf,
  lnGamma,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from '../../../src/judge/statistics/normal_cdf.js';
import { givenReference, relativeError } from './reference_values.js';

const reference = givenReference<Record<string, number[][]>>('distributions');

describe('distributions agree with values of 50 digits', () => {
  const functions: [name: string, of: (...at: number[]) => number, tolerance: number][] = [
    ['ln_gamma', lnGamma, 1e-13],
    ['normal_cdf', normalCdf, 1e-13],
    ['normal_quantile', normalQuantile, 1e-13],
    ['student_cdf', studentCdf, 1e-12],
    ['student_quantile', studentQuantile, 1e-12],
    ['beta_cdf', betaCdf, 1e-12],
    ['beta_quantile', betaQuantile, 1e-12],
    ['binomial_cdf', binomialCdf, 1e-12],
    ['binomial_pmf', binomialPmf, 1e-12],
  ];

  it.each(functions)('%s', (name, of, tolerance) => {
    const rows = reference[name]!;
    expect(rows.length).toBeGreaterThan(8);
    const off = rows.flatMap((row) => {
      const [at, expected] = [row.slice(0, -1), row.at(-1)!];
      const error = relativeError(of(...at), expected);
      return error <= tolerance ? [] : [{ at, expected, got: of(...at), error }];
    });
    expect(off).toEqual([]);
  });
});

describe('distributions at their ends', () => {
  it('have infinite quantiles where all probability is on one side', () => {
    expect([normalQuantile(0), normalQuantile(1), studentQuantile(0, 3), studentQuantile(1, 3)]).toEqual([
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3), betaCdf(-1, 2, 3), betaCdf(2, 2, 3)]).toEqual([0, 1, 0, 1]);
    expect([binomialCdf(-1, 3, 0.5), binomialCdf(3, 3, 0.5), binomialCdf(9, 3, 0.5), binomialPmf(4, 3, 0.5)]).toEqual([
      0, 1, 1, 0,
    ]);
    expect([binomialPmf(0, 5, 0), binomialPmf(5, 5, 1), binomialPmf(1, 5, 0)]).toEqual([1, 1, 0]);
  });

  it('become normal with very many degrees of freedom, and do not hang', () => {
    expect(studentQuantile(0.975, 1e12)).toBeCloseTo(normalQuantile(0.975), 10);
    expect(studentCdf(-2, 1e15)).toBeCloseTo(normalCdf(-2), 12);
  });

  it('keep their digits as far out as a double reaches: Cauchy has tails 1/(πt), the beta distribution begins as a power', () => {
    for (const p of [1e-300, 1e-200, 1e-140, 1e-20]) {
      expect(relativeError(studentQuantile(p, 1), -1 / (Math.PI * p))).toBeLessThan(1e-12);
      expect(relativeError(studentCdf(-1 / (Math.PI * p), 1), p)).toBeLessThan(1e-12);
      expect(relativeError(betaQuantile(p, 1, 3), p / 3)).toBeLessThan(1e-12);
    }
    expect(studentQuantile(1e-300, 0.1)).toBe(Number.NEGATIVE_INFINITY);
    expect(betaQuantile(1e-300, 0.5, 2)).toBe(0);
  });

  it.each([
    () => normalQuantile(1.1),
    () => normalCdf(Number.NaN),
    () => studentCdf(1, 0),
    () => studentQuantile(Number.NaN, 3),
    () => betaCdf(0.5, -1, 2),
    () => betaQuantile(0.5, 1, Number.POSITIVE_INFINITY),
    () => binomialPmf(1.5, 3, 0.5),
    () => binomialCdf(1, -3, 0.5),
    () => lnGamma(0),
  ])('refuse arguments that mean nothing: %s', (call) => {
    expect(call).toThrow(RangeError);
  });
});

describe('quantile and probability are inverse', () => {
  const p = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });
  const shape = fc.double({ min: 0.2, max: 5000, noNaN: true });

  it('for Student and beta, any shape', () => {
    fc.assert(
      fc.property(p, shape, shape, (probability, a, b) => {
        expect(relativeError(studentCdf(studentQuantile(probability, a), a), probability)).toBeLessThan(1e-10);
        const x = betaQuantile(probability, a, b);
        // Near 1 a double cannot hold x well enough to get the probability back.
        if (x < 0.999) expect(relativeError(betaCdf(x, a, b), probability)).toBeLessThan(1e-9);
      }),
    );
  });

  it('for the normal distribution, which is symmetric', () => {
    fc.assert(
      fc.property(p, (probability) => {
        expect(relativeError(normalCdf(normalQuantile(probability)), probability)).toBeLessThan(1e-12);
        expect(normalQuantile(1 - probability)).toBeCloseTo(-normalQuantile(1 - (1 - probability)), 10);
      }),
    );
  });
});
