import fc from 'fast-check';
import {
  betweenRunDeviation,
  consistencyGap,
  outcomeConsistency,
  outcomeConsistencyOf,
  resourceConsistency,
  runVariance,
} from '../../../src/judge/statistics/consistency_gap.js';

const runs = (n: number, successes: number) => ({ runs: n, successes });

describe('the gap between success once and success always', () => {
  it('is over the tasks with k runs, so both sides are about the same tasks', () => {
    expect(consistencyGap([runs(4, 2), runs(4, 4), runs(1, 0)], 2)).toEqual({
      at_least_one_less_all: expect.closeTo((5 / 6 - 1 / 6) / 2, 14),
      one_less_all: expect.closeTo((1 / 2 - 1 / 6) / 2, 14),
      tasks: 2,
      undefined_tasks: 1,
    });
    expect(consistencyGap([runs(1, 1)], 2)).toEqual({
      at_least_one_less_all: null,
      one_less_all: null,
      tasks: 0,
      undefined_tasks: 1,
    });
  });

  it('is 0 where every task is all or nothing, and never negative', () => {
    const tasks = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(tasks, fc.integer({ min: 1, max: 9 }), (shapes, k) => {
        const gap = consistencyGap(
          shapes.map(([n, all]) => runs(n, all ? n : 0)),
          k,
        );
        expect([0, null]).toContain(gap.at_least_one_less_all);
        const mixed = consistencyGap(
          shapes.map(([n, all]) => runs(n, all ? n : n >> 1)),
          k,
        );
        expect(mixed.one_less_all ?? 0).toBeGreaterThanOrEqual(0);
        expect(mixed.at_least_one_less_all ?? 0).toBeGreaterThanOrEqual(mixed.one_less_all ?? 0);
      }),
    );
  });
});

describe('variance of runs', () => {
  it('within tasks is p(1 − p), or its unbiased estimate', () => {
    expect(runVariance([runs(4, 2), runs(4, 4)]).value).toBeCloseTo(0.125, 14);
    expect(runVariance([runs(4, 2), runs(4, 4)], 1).value).toBeCloseTo(1 / 6, 14);
    expect(runVariance([runs(4, 2), runs(1, 1)], 1)).toMatchObject({ tasks: 2, undefined_tasks: 1 });
    expect(runVariance([runs(1, 1)])).toMatchObject({ value: 0, undefined_tasks: 0 });
    expect(runVariance([runs(0, 0)])).toMatchObject({ value: null, undefined_tasks: 1 });
  });

  it('between runs of the suite is their standard deviation', () => {
    expect(betweenRunDeviation([0.5, 0.75, 0.25])).toBeCloseTo(0.25, 14);
    expect([betweenRunDeviation([0.5]), betweenRunDeviation([])]).toEqual([null, null]);
  });
});

describe('consistency as HAL computes it', () => {
  it('of outcomes: (2p − 1)², unknown for one run', () => {
    expect([outcomeConsistency(runs(4, 4)), outcomeConsistency(runs(4, 2)), outcomeConsistency(runs(4, 1))]).toEqual([
      1, 0, 0.25,
    ]);
    expect([outcomeConsistency(runs(1, 1)), outcomeConsistency(runs(0, 0))]).toEqual([null, null]);
    expect(outcomeConsistencyOf([runs(4, 4), runs(4, 2), runs(1, 1)])).toEqual({
      value: 0.5,
      tasks: 3,
      undefined_tasks: 1,
      low: expect.closeTo(1 / 3, 14),
      high: expect.closeTo(2 / 3, 14),
    });
    expect(() => outcomeConsistency(runs(2, 3))).toThrow(RangeError);
  });

  it('of resources: exp(−CV), unknown for one run, 1 where all runs took the same', () => {
    expect(resourceConsistency([1, 2, 3])).toBeCloseTo(Math.exp(-0.5), 14);
    expect([resourceConsistency([5, 5, 5]), resourceConsistency([0, 0]), resourceConsistency([3])]).toEqual([
      1,
      1,
      null,
    ]);
    expect(() => resourceConsistency([1, -1])).toThrow(RangeError);
  });
});
