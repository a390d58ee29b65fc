import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareLevel } from '../../../../src/judge/analysis/regression/share_level.js';

describe('A level that tests share', () => {
  it('is that of Bonferroni where every test can be significant', () => {
    expect(shareLevel([0, 0, 0, 0], 0.02)).toEqual({ tests: 4, level: 0.005 });
    expect(shareLevel([], 0.02)).toEqual({ tests: 1, level: 0.02 });
  });

  it('is not shared by tests that cannot be significant', () => {
    expect(shareLevel([0.001, 0.5, 1, 1, 1], 0.05)).toEqual({ tests: 1, level: 0.05 });
    // At 2 tests the level is .025: the tests of .02 and .021 reach it, that of .03 does not.
    expect(shareLevel([0.02, 0.021, 0.03], 0.05)).toEqual({ tests: 2, level: 0.025 });
  });

  it('never gives more tests a share than it is divided by, and is the largest such level', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(p, { maxLength: 40 }),
        fc.double({ min: 1e-4, max: 0.2, noNaN: true }),
        (smallest, alpha) => {
          const { tests, level } = shareLevel(smallest, alpha);
          const able = (shares: number) => smallest.filter((one) => one <= alpha / shares).length;
          expect(level).toBe(alpha / tests);
          expect(able(tests)).toBeLessThanOrEqual(tests);
          for (let fewer = 1; fewer < tests; fewer++) expect(able(fewer)).toBeGreaterThan(fewer);
        },
      ),
    );
  });
});
