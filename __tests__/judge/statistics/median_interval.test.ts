import fc from 'fast-check';
import { medianInterval } from '../../../src/judge/statistics/median_interval.js';

describe('interval of a median by order statistics', () => {
  it.each([
    // R: DescTools::MedianCI(1:n, method = "exact")
    [6, { low: 1, high: 6 }],
    [8, { low: 1, high: 8 }],
    [9, { low: 2, high: 8 }],
    [20, { low: 6, high: 15 }],
    [100, { low: 40, high: 61 }],
  ])('of 1 to %i is as published tables have it', (n, expected) => {
    expect(
      medianInterval(
        Array.from({ length: n }, (_, i) => n - i),
        0.95,
      ),
    ).toEqual(expected);
  });

  it('is unknown for fewer than six values, and for equal ones', () => {
    expect(medianInterval([1, 2, 3, 4, 5])).toBeNull();
    expect(medianInterval([])).toBeNull();
    expect(medianInterval(Array(50).fill(3))).toBeNull();
  });

  it('holds the median, and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 40 }), (values) => {
        const found = medianInterval(values);
        const sorted = [...values].sort((a, b) => a - b);
        expect(medianInterval(sorted)).toEqual(found);
        if (found === null) return;
        expect(found.low).toBeLessThanOrEqual(sorted[Math.floor(values.length / 2)]!);
        expect(found.high).toBeGreaterThanOrEqual(sorted[Math.floor((values.length - 1) / 2)]!);
      }),
      { numRuns: 200 },
    );
  });
});
