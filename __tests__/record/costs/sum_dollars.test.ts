import { roundDollars, sumDollars, sumKnownDollars } from '../../../src/record/costs/sum_dollars.js';

describe('sums of dollars', () => {
  it.each([
    [[], 0, null],
    [[0], 0, 0],
    [[1, 2.5], 3.5, 3.5],
    [[1, null, 2], null, 3],
    [[null, null], null, null],
  ])('adds %j', (amounts: (number | null)[], whole: number | null, known: number | null) => {
    expect(sumDollars(amounts)).toBe(whole);
    expect(sumKnownDollars(amounts)).toBe(known);
  });

  it('rounds to a billionth', () => {
    expect(roundDollars(0.1 + 0.2)).toBe(0.3);
    expect(roundDollars(1e-9)).toBe(1e-9);
    expect(roundDollars(4e-10)).toBe(0);
  });
});
