import fc from 'fast-check';
import { bcaInterval, clusterBootstrap, resampleTasks } from '../../../src/judge/statistics/bootstrap.js';
import { median } from '../../../src/judge/statistics/quantile.js';
import { givenReference } from './reference_values.js';

const reference = givenReference<{
  bca: { point: number; replicates: number[]; jackknife: number[]; confidence: number; low: number; high: number }[];
  library: {
    values: number[];
    confidence: number;
    bca: [number, number];
    percentile: [number, number];
    standard_error: number;
  }[];
}>('resampling');

describe('the bootstrap over tasks', () => {
  it.each(reference.bca)('BCa: same resamples, same limits as by SciPy and NumPy', (row) => {
    expect(bcaInterval(row.point, row.replicates, row.jackknife, row.confidence)).toEqual({
      point: row.point,
      low: expect.closeTo(row.low, 11),
      high: expect.closeTo(row.high, 11),
      method: 'bca',
      degenerate: null,
    });
  });

  it.each(reference.library)('agrees with SciPy within the noise of resampling', (row) => {
    for (const method of ['bca', 'percentile'] as const) {
      const found = clusterBootstrap(row.values, undefined, {
        confidence: row.confidence,
        method,
        resamples: 50_000,
      });
      // Where means are in steps, so are their quantiles: 1/60 here.
      const noise = Math.max(0.06 * row.standard_error, row.values.includes(0.2) ? 1 / 60 : 0);
      expect(Math.abs(found.low! - row[method][0])).toBeLessThanOrEqual(noise);
      expect(Math.abs(found.high! - row[method][1])).toBeLessThanOrEqual(noise);
    }
  });

  it('is the same with the same seed, another with another, and takes any statistic', () => {
    const values = [3, 1, 4, 1, 5, 9, 2, 6, 5.5];
    const one = clusterBootstrap(values, median, { seed: 7, resamples: 2000 });
    expect(one).toEqual(clusterBootstrap(values, median, { seed: 7, resamples: 2000 }));
    expect(clusterBootstrap(values, undefined, { seed: 8, resamples: 2000 })).not.toEqual(
      clusterBootstrap(values, undefined, { seed: 7, resamples: 2000 }),
    );
    expect([one.point, values.includes(one.low!)]).toEqual([4, true]);
  });

  it('stays within the values, and moves with them', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 15 });
    fc.assert(
      fc.property(values, fc.nat(1000), (sample, seed) => {
        const found = clusterBootstrap(sample, undefined, { seed, resamples: 500 });
        if (found.low === null) return expect(new Set(sample).size).toBe(1);
        expect(found.low).toBeGreaterThanOrEqual(Math.min(...sample) - 1e-9);
        expect(found.high).toBeLessThanOrEqual(Math.max(...sample) + 1e-9);
        expect(found.low).toBeLessThanOrEqual(found.high!);
        const moved = clusterBootstrap(
          sample.map((value) => value + 1000),
          undefined,
          { seed, resamples: 500 },
        );
        expect(moved.low!).toBeCloseTo(found.low + 1000, 6);
      }),
      { numRuns: 40 },
    );
  });
});

describe('where resampling cannot show uncertainty, it says so', () => {
  it.each([
    [[], 'there is no task', null],
    [[0.3], 'there is one task only', 0.3],
    [[1, 1, 1, 1], 'all tasks have the same value', 1],
  ])('%j: %s', (values, degenerate, point) => {
    expect(clusterBootstrap(values)).toEqual({ point, low: null, high: null, method: 'bca', degenerate });
  });

  it('has no interval for a figure that some resamples do not have', () => {
    const ratio = (values: ArrayLike<number>) => {
      const positive = Array.from(values).filter((value) => value > 0);
      return positive.length === 0 ? null : positive.length / values.length;
    };
    const found = clusterBootstrap([0, 0, 0, 5], ratio, { resamples: 1000 });
    expect(found).toMatchObject({ point: 0.25, low: null, high: null });
    expect(found.degenerate).toMatch(/^the figure is undefined in \d+ of 1000 resamples$/);
  });

  it('takes percentiles where BCa is undefined', () => {
    const highest = (values: ArrayLike<number>) => Math.max(...Array.from(values)) + 1e9;
    expect(bcaInterval(0, [1, 2, 3], [1, 1], 0.5)).toEqual({
      point: 0,
      low: 1.5,
      high: 2.5,
      method: 'percentile',
      degenerate: 'all resamples lie on one side of the figure: percentiles instead of BCa',
    });
    expect(bcaInterval(2, [1, 2, 3], null)).toMatchObject({ method: 'percentile' });
    expect(clusterBootstrap([1, 2, 3], highest, { resamples: 500 }).low).toBeGreaterThanOrEqual(1e9);
  });

  it('refuses nonsense', () => {
    expect(() => clusterBootstrap([1, Number.NaN])).toThrow(RangeError);
    expect(() => clusterBootstrap([1, 2], undefined, { resamples: 0 })).toThrow(RangeError);
    expect(() => clusterBootstrap([1, 2], () => Number.NaN)).toThrow('the statistic must be null or a finite number');
    expect(() => clusterBootstrap([1, 2], undefined, { seed: -1 })).toThrow(RangeError);
    expect(() => clusterBootstrap([1, 2], undefined, { confidence: 95 })).toThrow(RangeError);
  });
});

describe('drawing tasks', () => {
  it('draws every task equally often, with replacement, into the same array', () => {
    const counts = new Uint32Array(7);
    const arrays = new Set<Uint32Array>();
    let repeated = 0;
    for (const drawn of resampleTasks(7, 20_000, 42)) {
      arrays.add(drawn);
      for (const index of drawn) counts[index]!++;
      if (new Set(drawn).size < 7) repeated++;
    }
    expect(arrays.size).toBe(1);
    expect([...counts].reduce((sum, count) => sum + count)).toBe(140_000);
    // Chi-square with 6 degrees of freedom: 22.5 at p = 0.001.
    expect([...counts].reduce((sum, count) => sum + (count - 20_000) ** 2 / 20_000, 0)).toBeLessThan(22.5);
    // 1 − 7!/7⁷ of the samples have a task twice.
    expect(repeated / 20_000).toBeCloseTo(1 - 5040 / 7 ** 7, 2);
  });

  it('draws nothing of no tasks', () => {
    expect([...resampleTasks(0, 2, 1)].map((drawn) => drawn.length)).toEqual([0, 0]);
    expect([...resampleTasks(3, 0, 1)]).toEqual([]);
  });
});
