import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeWithinTaskP } from '../../../../src/judge/analysis/paired/compute_within_task_p.js';

const task = (base: [number, number], head: [number, number]): Parameters<typeof computeWithinTaskP>[0][number] => ({
  base: { successes: base[0], runs: base[1] },
  head: { successes: head[0], runs: head[1] },
});

describe('Runs of these tasks, exchanged within tasks only', () => {
  // scipy.stats.fisher_exact(…, alternative='less' | 'greater' | 'two-sided') for one task;
  // products of hypergeometrics for several
  it.each([
    ['one task, 10 of 10 before, 0 of 4', [task([10, 10], [0, 4])], 1 / 1001, 1, 1 / 1001],
    ['one task, 3 of 3 against 0 of 3', [task([3, 3], [0, 3])], 1 / 20, 1, 2 / 20],
    ['two such tasks', [task([3, 3], [0, 3]), task([3, 3], [0, 3])], 1 / 400, 1, 2 / 400],
    ['one each way', [task([3, 3], [0, 3]), task([0, 3], [3, 3])], 1 - 0.33, 1 - 0.33, 1],
    ['all alike', [task([3, 3], [3, 3]), task([0, 2], [0, 5])], 1, 1, 1],
    ['no runs of one side', [task([3, 3], [0, 0])], 1, 1, 1],
    ['no task', [], 1, 1, 1],
  ])('%s', (_, tasks, fewer, more, p) => {
    const said = computeWithinTaskP(tasks);
    expect(said.p).toBeCloseTo(p, 12);
    if (_ !== 'one each way') {
      expect(said.p_fewer).toBeCloseTo(fewer, 12);
      expect(said.p_more).toBeCloseTo(more, 12);
    }
  });

  it("agrees with Fisher's noncentral hypergeometric distribution where the odds of head are others", () => {
    // One task, 3 of 6 runs succeeded, 3 in each side: weights C(3, x)² · ω^x
    const odds = 0.2;
    const weights = [1, 9 * odds, 9 * odds ** 2, odds ** 3];
    const all = weights.reduce((a, b) => a + b);
    expect(computeWithinTaskP([task([3, 3], [0, 3])], odds).p_fewer).toBeCloseTo(1 / all, 12);
    expect(computeWithinTaskP([task([2, 3], [1, 3])], odds).p_fewer).toBeCloseTo((1 + 9 * odds) / all, 12);
    // Many runs neither overflow nor vanish.
    const many = computeWithinTaskP([task([3000, 4000], [1000, 4000])], odds).p_fewer;
    expect(many).toBeGreaterThan(0);
    expect(many).toBeLessThan(1);
  });

  it('agrees with the count of all exchanges', () => {
    const cell = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }))
      .chain(([a, b]) => fc.tuple(fc.array(fc.boolean(), { minLength: a + b, maxLength: a + b }), fc.constant(b)));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 2 }), (cells) => {
        const said = computeWithinTaskP(
          cells.map(([runs, heads]) => {
            const [head, base] = [runs.slice(0, heads), runs.slice(heads)];
            const of = (side: boolean[]) => ({ runs: side.length, successes: side.filter(Boolean).length });
            return { base: of(base), head: of(head) };
          }),
        );
        const observed = cells.reduce((sum, [runs, heads]) => sum + runs.slice(0, heads).filter(Boolean).length, 0);
        let sums = [0];
        for (const [runs, heads] of cells)
          sums = choices(runs, heads).flatMap((successes) => sums.map((sum) => sum + successes));
        expect(said.p_fewer).toBeCloseTo(sums.filter((sum) => sum <= observed).length / sums.length, 9);
        expect(said.p_more).toBeCloseTo(sums.filter((sum) => sum >= observed).length / sums.length, 9);
        expect(said.p).toBeGreaterThanOrEqual(said.smallest_p - 1e-12);
      }),
      { numRuns: 60 },
    );
  });

  it('does not overflow with many runs', () => {
    const { p_fewer } = computeWithinTaskP([task([100_000, 100_000], [49_990, 50_000])]);
    expect(p_fewer).toBeGreaterThan(0);
    expect(p_fewer).toBeCloseTo((1 / 3) ** 10, 6);
  });
});

/** Successes in every choice of `n` runs. */
function choices(runs: boolean[], n: number): number[] {
  if (n === 0) return [0];
  if (runs.length < n) return [];
  const [first, ...rest] = runs;
  return [...choices(rest, n - 1).map((successes) => successes + Number(first)), ...choices(rest, n)];
}
