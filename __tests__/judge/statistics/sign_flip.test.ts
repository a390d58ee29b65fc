import fc from 'fast-check';
import { signFlip } from '../../../src/judge/statistics/sign_flip.js';
import { givenReference, relativeError } from './reference_values.js';

interface Row {
  differences: number[];
  p: number;
}
const reference = givenReference<{ sign_flip: Row[]; sign_flip_real: Row; sign_flip_long: Row }>('paired');

/** The definition itself, for few tasks. */
function byDefinition(differences: readonly number[]): number {
  const sumOf = (pattern: number) => differences.reduce((sum, d, i) => sum + ((pattern >> i) & 1 ? -d : d), 0);
  const patterns = Array.from({ length: 2 ** differences.length }, (_, pattern) => Math.abs(sumOf(pattern)));
  return patterns.filter((sum) => sum >= patterns[0]! - 1e-9).length / patterns.length;
}

describe('the sign-flip test counts every pattern of signs', () => {
  it.each(reference.sign_flip)('rates in steps, ties among sums: $differences', ({ differences, p }) => {
    expect(signFlip(differences)).toMatchObject({ p, exact: true });
  });

  it('two hundred tasks, exactly', () => {
    const { differences, p } = reference.sign_flip_long;
    const found = signFlip(differences);
    expect(found.exact).toBe(true);
    expect(relativeError(found.p, p)).toBeLessThan(1e-11);
  });

  it('costs, which have no common step', () => {
    expect(signFlip(reference.sign_flip_real.differences)).toMatchObject({
      p: reference.sign_flip_real.p,
      exact: true,
    });
  });

  it('both ways of counting agree with the definition', () => {
    const steps = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 3, 5, 7, 15), (whole, parts) => {
        const differences = whole.map((value) => value / parts);
        expect(signFlip(differences).p).toBeCloseTo(byDefinition(differences), 12);
        // The same ties in units that have no whole multiple: the other way of counting.
        const irrational = differences.map((value) => value * Math.SQRT2);
        expect(signFlip(irrational).p).toBeCloseTo(byDefinition(differences), 12);
      }),
    );
  });
});

describe('what it can and cannot show', () => {
  it('five tasks never reach 0.05, six can; tasks that do not differ do not help', () => {
    expect(signFlip([1, 1, 1, 1, 1])).toEqual({ p: 0.0625, exact: true, smallest_p: 0.0625 });
    expect(signFlip([1, 1, 1, 1, 1, 1])).toEqual({ p: 0.03125, exact: true, smallest_p: 0.03125 });
    expect(signFlip([0, 0, 0, 0, 0.4, 0.2])).toEqual({ p: 0.5, exact: true, smallest_p: 0.5 });
  });

  it('no difference at all is p = 1', () => {
    expect(signFlip([])).toEqual({ p: 1, exact: true, smallest_p: 1 });
    expect(signFlip([0, 0, 0])).toEqual({ p: 1, exact: true, smallest_p: 1 });
  });

  it('does not care which arm is which, nor about the unit or the order', () => {
    const d = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(d, (differences) => {
        const { p } = signFlip(differences);
        expect(signFlip(differences.map((value) => -value)).p).toBe(p);
        expect(signFlip(differences.map((value) => value / 20)).p).toBeCloseTo(p, 12);
        expect(signFlip([...differences].reverse()).p).toBeCloseTo(p, 12);
        expect(p).toBeGreaterThanOrEqual(signFlip(differences).smallest_p);
      }),
    );
  });
});

describe('many tasks without a common step are sampled', () => {
  const differences = Array.from({ length: 40 }, (_, i) => Math.sin(i * 1.7) + 0.35);

  it('the same with the same seed, never 0, and near another sample', () => {
    const one = signFlip(differences, { resamples: 20_000, seed: 1 });
    expect(one).toEqual(signFlip(differences, { resamples: 20_000, seed: 1 }));
    expect(one.exact).toBe(false);
    expect(Math.abs(one.p - signFlip(differences, { resamples: 20_000, seed: 2 }).p)).toBeLessThan(0.01);
    const clear = Array.from({ length: 40 }, (_, i) => Math.SQRT2 + i * 1e-7 * Math.PI);
    expect(signFlip(clear, { resamples: 999 })).toEqual({ p: 0.001, exact: false, smallest_p: 0.001 });
  });

  it('near the exact value for differences that could be counted', () => {
    const whole = differences.map((value) => Math.round(value * 10));
    const nearly = whole.map((value) => value * Math.SQRT2);
    expect(signFlip(nearly, { resamples: 50_000 }).p).toBeCloseTo(signFlip(whole).p, 2);
  });

  it('and a hundred thousand of them are no more than a long sum', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => Math.sin(i));
    expect(signFlip(many, { resamples: 20 })).toMatchObject({ exact: false, smallest_p: 1 / 21 });
    expect(signFlip(Array.from({ length: 3000 }, () => 1))).toEqual({
      p: expect.closeTo(0, 12),
      exact: true,
      smallest_p: Number.MIN_VALUE,
    });
  });

  it('nonsense is refused', () => {
    expect(() => signFlip([1, Number.NaN])).toThrow('differences[1] must be a finite number, not NaN');
    expect(() => signFlip([1], { resamples: 0 })).toThrow(RangeError);
  });
});
