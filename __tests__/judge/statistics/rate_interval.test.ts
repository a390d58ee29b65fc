import fc from 'fast-check';
import { wilson } from '../../../src/judge/statistics/interval.js';
import { variance } from '../../../src/judge/statistics/quantile.js';
import {
  clusterStandardError,
  effectiveRuns,
  intraclassCorrelation,
  millerStandardError,
  rateInterval,
  type TaskRuns,
} from '../../../src/judge/statistics/rate_interval.js';
import { givenReference, relativeError } from './reference_values.js';

const reference = givenReference<{
  clusters: { tasks: number[][]; standard_error: number; miller: number }[];
  icc: { tasks: TaskRuns[]; unclamped: number }[];
}>('rates');

/** '++-' is three runs of a task, two of them successes. */
function given(...tasks: string[]): TaskRuns[] {
  return tasks.map((runs) => ({ runs: runs.length, successes: runs.replaceAll('-', '').length }));
}

const someTasks = fc.array(
  fc.tuple(fc.nat(6), fc.nat(6)).map(([a, b]) => ({ runs: Math.max(a, b), successes: Math.min(a, b) })),
  { minLength: 1, maxLength: 12 },
);

describe('standard errors with tasks as clusters', () => {
  it.each(reference.clusters)('agree with statsmodels (CR1) and with eq. 4 of Miller: $tasks', (row) => {
    expect(relativeError(clusterStandardError(row.tasks)!, row.standard_error)).toBeLessThan(1e-12);
    expect(relativeError(millerStandardError(row.tasks)!, row.miller)).toBeLessThan(1e-12);
  });

  it('need only counts where scores are 0 or 1, and equal SD(task means)/√T for as many runs of each', () => {
    const scores = [
      [1, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ];
    const tasks = given('++-', '--+', '+++');
    expect(clusterStandardError(tasks)).toBeCloseTo(clusterStandardError(scores)!, 14);
    expect(millerStandardError(tasks)).toBeCloseTo(millerStandardError(scores)!, 14);
    expect(clusterStandardError(tasks)).toBeCloseTo(Math.sqrt(variance([2 / 3, 1 / 3, 1])! / 3), 14);
  });

  it('are unknown with one task', () => {
    expect([clusterStandardError([]), clusterStandardError(given('++-')), millerStandardError([[1]])]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the correlation of runs within tasks', () => {
  it.each(reference.icc)('is the one of the analysis of variance (SciPy), cut off at 0 and 1: $unclamped', (row) => {
    expect(intraclassCorrelation(row.tasks)).toBeCloseTo(Math.min(1, Math.max(0, row.unclamped)), 12);
  });

  it('is undefined without repetition, without difference within tasks, and for one task', () => {
    expect(intraclassCorrelation(given('+', '-', '+'))).toBeNull();
    expect(intraclassCorrelation(given('+++', '---'))).toBeNull();
    expect(intraclassCorrelation(given('++', '++'))).toBeNull();
    expect(intraclassCorrelation(given('+-+'))).toBeNull();
    expect(intraclassCorrelation([])).toBeNull();
  });
});

describe('the effective number of runs', () => {
  it('is N / deff · (z / t)², by hand: ICC of four tasks with five runs', () => {
    const tasks = given('+++++', '++++-', '-----', '++---');
    const icc = reference.icc[0]!.unclamped;
    const by_hand = (20 / (1 + 4 * icc)) * (1.959963984540054 / 3.182446305284263) ** 2;
    expect(effectiveRuns(tasks)).toEqual({
      n_eff: expect.closeTo(by_hand, 9),
      icc: expect.closeTo(icc, 12),
      deff: expect.closeTo(1 + 4 * icc, 12),
    });
    const many = Array.from({ length: 10 }, () => given('+-+', '++-')).flat();
    expect(effectiveRuns(many).n_eff).toBeCloseTo(60 * (1.959963984540054 / 2.093024054408263) ** 2, 9);
  });

  it('is the number of tasks where each gives one answer, once or again and again', () => {
    expect(effectiveRuns(given('+', '-', '+', '+')).n_eff).toBe(4);
    expect(effectiveRuns(given('+++', '---', '+++')).n_eff).toBe(3);
  });

  it('is next to nothing where few tasks disagree with themselves: two or three say little of others', () => {
    expect(effectiveRuns(given('+-', '-+', '+-')).n_eff).toBeCloseTo(
      6 * (1.959963984540054 / 4.302652729696142) ** 2,
      9,
    );
  });

  it('does not let a task of many runs make up for tasks of few', () => {
    const uneven = [{ runs: 100, successes: 50 }, ...given('+', '-', '+', '-')];
    expect(effectiveRuns(uneven).n_eff).toBeLessThan(8);
  });

  it('is more than nothing and at most the number of runs', () => {
    fc.assert(
      fc.property(someTasks, (tasks) => {
        const present = tasks.filter(({ runs }) => runs > 0);
        const runs = present.reduce((sum, task) => sum + task.runs, 0);
        const { n_eff } = effectiveRuns(tasks);
        expect(n_eff).toBeLessThanOrEqual(runs + 1e-9);
        expect(n_eff > 0).toBe(present.length > 0);
      }),
    );
  });
});

describe('a rate over tasks', () => {
  it('is the mean of task means with Wilson on the effective runs', () => {
    expect(rateInterval(given(...'++++++++', '-', '-'))).toEqual({
      point: 0.8,
      interval: wilson(0.8, 10),
      n_eff: 10,
      icc: null,
      tasks: 10,
      runs: 10,
      note: null,
    });
    expect(rateInterval(given('++++', '-')).point).toBe(0.5);
  });

  it('says what is special: no run, one task, runs that all agree', () => {
    expect(rateInterval([{ runs: 0, successes: 0 }])).toMatchObject({
      point: null,
      interval: null,
      tasks: 0,
      note: 'there is no run',
    });
    expect(rateInterval(given('++-'))).toMatchObject({
      interval: wilson(2 / 3, 3),
      note: expect.stringContaining('not about other tasks'),
    });
    expect(rateInterval(given('++', '--'))).toMatchObject({
      interval: wilson(0.5, 2),
      note: expect.stringContaining('agree'),
    });
  });

  it('contains its point within [0, 1] and does not depend on the order of tasks', () => {
    fc.assert(
      fc.property(someTasks, (tasks) => {
        const { point, interval, n_eff } = rateInterval(tasks);
        if (point === null) return;
        expect(interval!.low >= 0 && interval!.low <= point && point <= interval!.high && interval!.high <= 1).toBe(
          true,
        );
        expect(rateInterval([...tasks].reverse()).n_eff).toBeCloseTo(n_eff, 9);
      }),
    );
  });

  it('refuses counts that cannot be', () => {
    expect(() => rateInterval([{ runs: 2, successes: 3 }])).toThrow('successes must not exceed runs: 3 of 2');
    expect(() => rateInterval([{ runs: -1, successes: 0 }])).toThrow(RangeError);
    expect(() => intraclassCorrelation([{ runs: 2, successes: Number.NaN }])).toThrow(RangeError);
  });
});
