import fc from 'fast-check';
import type { PlannedAttempt } from '../../../src/record/planning/plan.js';
import { computeBudgetEnvelopes } from '../../../src/run/scheduler/choose_next_action.js';

const attempt = (task: string, shard: number, ceiling_usd: number): PlannedAttempt => ({
  ...{ attempt_id: `${task}-${shard}-${ceiling_usd}`, arm: 'a', trial: 1, expected_ms: null },
  ...{ task, shard, ceiling_usd },
});
const budget = { total_usd: 12, task_usd: 6, run_usd: null, run_tokens: null, total_wall_ms: 5000 };

describe('envelopes of a part of a plan', () => {
  it('are those of the plan where all of it is run', () => {
    const { total_usd, task_usd, total_wall_ms } = computeBudgetEnvelopes(
      budget,
      [attempt('a', 1, 3), attempt('b', 2, 1)],
      () => true,
    );
    expect([total_usd, task_usd?.('a'), task_usd?.('b'), total_wall_ms]).toEqual([12, 6, 6, 5000]);
  });

  it('are absent where the plan has none', () => {
    const none = { total_usd: null, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null };
    expect(computeBudgetEnvelopes(none, [attempt('a', 1, 3)], () => true)).toEqual({});
  });

  it('are the whole for what costs nothing', () => {
    const { total_usd, task_usd } = computeBudgetEnvelopes(
      budget,
      [attempt('a', 1, 0), attempt('a', 2, 0)],
      ({ shard }) => shard === 1,
    );
    expect([total_usd, task_usd?.('a')]).toEqual([12, 6]);
  });

  it('of all shards come to those of the plan, in all and for every task', () => {
    const planned = fc.array(
      fc.record({
        task: fc.constantFrom('a', 'b'),
        shard: fc.integer({ min: 1, max: 3 }),
        usd: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(planned, (rows) => {
        const attempts = rows.map(({ task, shard, usd }) => attempt(task, shard, usd));
        const shards = [1, 2, 3].map((n) => computeBudgetEnvelopes(budget, attempts, ({ shard }) => shard === n));
        const sum = (values: (number | undefined)[]) => values.reduce<number>((a, b) => a + (b ?? Number.NaN), 0);
        expect(sum(shards.map(({ total_usd }) => total_usd))).toBeCloseTo(12);
        for (const { task } of rows) expect(sum(shards.map(({ task_usd }) => task_usd?.(task)))).toBeCloseTo(6);
      }),
    );
  });
});
