import { createCoreBudget } from '../../../src/run/attempt/core_budget.js';

const usage = (wall_ms: number, cpu_ms: number | null) => ({
  usage: { wall_ms, cpu_ms, peak_memory_bytes: null, source: 'none' as const },
});

describe('spare cores', () => {
  it('are those that the attempts side by side leave', () => {
    const budget = createCoreBudget(4, 2);
    budget.observe('v1', usage(100, 100));
    const given = [budget.take('v1'), budget.take('v1'), budget.take('v1')];
    expect(given.map((one) => one !== undefined)).toEqual([true, true, false]);
    given[0]!();
    given[0]!();
    expect([budget.take('v1'), budget.take('v1')].map((one) => one !== undefined)).toEqual([true, false]);
  });

  it('are none where attempts take all', () => {
    const budget = createCoreBudget(2, 3);
    budget.observe('v1', usage(100, 100));
    expect(budget.take('v1')).toBeUndefined();
  });

  it('are not for checks that use several by themselves, nor for ones that nobody has seen', () => {
    const budget = createCoreBudget(8, 1);
    budget.observe('parallel', usage(100, 320));
    budget.observe('parallel', usage(100, 90));
    budget.observe('unmeasured', usage(100, null));
    expect(['parallel', 'unmeasured', 'unseen'].map((version) => budget.take(version))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
