import fc from 'fast-check';
import { balanceShards } from '../../../src/commands/plan/balance_shards.js';

const loads = fc.array(
  fc.record({ task: fc.constantFrom('a', 'b', 'c', 'd', 'e'), load: fc.integer({ min: 1, max: 1000 }) }),
  { minLength: 1, maxLength: 120 },
);
const shards = fc.integer({ min: 1, max: 12 });

describe('shards', () => {
  it('hold each attempt once; the fullest holds little more than it must, or little more than the emptiest', () => {
    fc.assert(
      fc.property(loads, shards, (all, n) => {
        const of = balanceShards(all, n);
        expect(of).toHaveLength(all.length);
        expect(of.every((shard) => Number.isInteger(shard) && shard >= 1 && shard <= n)).toBe(true);
        const filled = Array.from({ length: n }, (_, i) =>
          all.reduce((sum, { load }, at) => sum + (of[at] === i + 1 ? load : 0), 0),
        );
        const longest = Math.max(...all.map(({ load }) => load));
        const must = Math.max(all.reduce((sum, { load }) => sum + load, 0) / n, longest);
        const [most, least] = [Math.max(...filled), Math.min(...filled)];
        expect(most <= 1.05 * must + 1e-9 || most - least <= longest).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same for the same loads', () => {
    fc.assert(fc.property(loads, shards, (all, n) => expect(balanceShards(all, n)).toEqual(balanceShards(all, n))));
  });

  it('keep the attempts of a task together where that is fair, and part them where it is not', () => {
    const even = ['a', 'b', 'c', 'd'].flatMap((task) => [1, 2, 3].map(() => ({ task, load: 2 })));
    const together = balanceShards(even, 2);
    for (const task of ['a', 'b', 'c', 'd'])
      expect(new Set(together.filter((_, i) => even[i]!.task === task)).size).toBe(1);
    const one = Array.from({ length: 8 }, () => ({ task: 'a', load: 1 }));
    expect([...new Set(balanceShards(one, 4))].sort()).toEqual([1, 2, 3, 4]);
  });
});
