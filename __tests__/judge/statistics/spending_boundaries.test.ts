import {
  alphaSpent,
  type Spending,
  solveBoundaries,
  spendingBoundaries,
} from '../../../src/judge/statistics/spending_boundaries.js';
import { givenReference } from './reference_values.js';

interface Case {
  spending: Spending;
  alpha: number;
  looks: number[];
  spent: number[];
  boundaries: number[];
}
const scipy = givenReference<{ boundaries: Case[] }>('sequential');

describe('alpha spending after Lan and DeMets', () => {
  it.each(scipy.boundaries)(
    '$spending, alpha $alpha, looks at $looks: spent and boundaries are those of SciPy',
    (given) => {
      const looks = spendingBoundaries(given.looks, given.alpha, given.spending);
      looks.forEach((look, j) => {
        expect(look.spent).toBeCloseTo(given.spent[j]!, 12);
        expect(look.boundary).toBeCloseTo(given.boundaries[j]!, 8);
      });
    },
  );

  it.each<[Spending, number[]]>([
    ['obrien-fleming', [0.0001, 0.0056, 0.0236, 0.05]],
    ['pocock', [0.018, 0.031, 0.041, 0.05]],
  ])('%s: what is spent at the quarters', (spending, expected) => {
    expected.forEach((value, j) => {
      expect(alphaSpent((j + 1) / 4, 0.05, spending)).toBeCloseTo(value, j === 0 && spending !== 'pocock' ? 4 : 3);
    });
    expect(alphaSpent(0, 0.05, spending)).toBe(0);
  });

  it('five equal looks: the published boundaries of both types with .025 on each side', () => {
    const fifths = [0.2, 0.4, 0.6, 0.8, 1];
    const pocock = spendingBoundaries(fifths, 0.05, 'pocock').map(({ boundary }) => boundary);
    [2.438, 2.427, 2.41, 2.397, 2.386].forEach((published, j) => {
      expect(pocock[j]).toBeCloseTo(published, 3);
    });
    // Tables spend .025 on each side by the one-sided function; ours spends .05 by the same function in one.
    const sides = solveBoundaries(fifths, (t) => 2 * alphaSpent(t, 0.025, 'obrien-fleming'));
    [4.877, 3.357, 2.68, 2.29, 2.031].forEach((published, j) => {
      expect(sides[j]!.boundary).toBeCloseTo(published, 3);
    });
  });

  it('eight looks and looks one task apart are no special cases', () => {
    const many = spendingBoundaries(
      Array.from({ length: 8 }, (_, j) => (j + 1) / 8),
      0.05,
      'obrien-fleming',
    );
    expect(many[0]!.boundary).toBeCloseTo(1.95996398 * Math.sqrt(8), 6);
    expect(many.every(({ boundary }, j) => j === 0 || boundary < many[j - 1]!.boundary)).toBe(true);
    const near = spendingBoundaries([0.5, 0.51, 1], 0.05, 'pocock');
    expect(near.every(({ boundary }) => boundary > 1.95 && boundary < 4)).toBe(true);
  });

  it('one look is the fixed test', () => {
    expect(spendingBoundaries([1], 0.05, 'pocock')[0]!.boundary).toBeCloseTo(1.959963984540054, 12);
  });

  it.each([[[0]], [[0.5, 0.5]], [[0.5, 0.4]], [[1.1]], [[Number.NaN]]])('refuses looks at %j', (looks) => {
    expect(() => spendingBoundaries(looks, 0.05, 'pocock')).toThrow(RangeError);
  });

  it('refuses an alpha that is none', () => {
    for (const alpha of [0, 1, -0.1, Number.NaN])
      expect(() => spendingBoundaries([1], alpha, 'pocock')).toThrow(RangeError);
  });
});
