import fc from 'fast-check';
import { successRate, wilson } from '../../../src/publish/report/rate.js';
import { givenMixedResults, givenResult } from '../given_results.js';

function given(...tasks: string[]) {
  return tasks.flatMap((letters, task) =>
    [...letters].map((letter, trial) =>
      givenResult({
        task: `task-${task}`,
        attempt: `${task}-${trial}`,
        gates: { p: 'pppp', f: 'ppfp', e: 'ppe-' }[letter]!,
      }),
    ),
  );
}

describe('a success rate shows its denominator', () => {
  it('is over scorable runs, acceptance errors among them; coverage and bounds count every undecided attempt', () => {
    const rate = successRate(givenMixedResults(), 1);
    expect(rate).toEqual({
      successes: 1,
      scorable: 3,
      decided: 2,
      error_rate: 1 / 3,
      total: 4,
      coverage: 0.5,
      point: 0.5,
      interval: { low: expect.closeTo(0.0945, 4), high: expect.closeTo(0.9055, 4) },
      bounds: { low: 0.25, high: 0.75 },
    });
  });

  it('is undefined, not 0, when nothing could be decided', () => {
    expect(successRate(given('ee'))).toEqual({
      successes: 0,
      scorable: 2,
      decided: 0,
      error_rate: 1,
      total: 2,
      coverage: 0,
      point: null,
      interval: null,
      bounds: { low: 0, high: 1 },
    });
    expect(successRate([])).toMatchObject({ total: 0, coverage: null, point: null, interval: null, bounds: null });
  });

  it('is the mean of the task means, so a task with many trials weighs no more than others', () => {
    expect(successRate(given('pppp', 'f')).point).toBe(0.5);
  });
});

describe('the interval is Wilson on the effective number of runs', () => {
  it('agrees with published values for one trial per task', () => {
    // 8 of 10: Newcombe (1998), method 3
    expect(wilson(0.8, 10)).toEqual({ low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) });
    expect(successRate(given(...'pppppppp', 'f', 'f')).interval).toEqual(wilson(0.8, 10));
  });

  it('counts trials that always agree within a task as one', () => {
    expect(successRate(given('pppp', 'pppp', 'ffff', 'ffff')).interval).toEqual(wilson(0.5, 4));
    expect(successRate(given('ppp', 'ppp')).interval).toEqual(wilson(1, 2));
  });

  it('counts trials fully when tasks do not differ', () => {
    expect(successRate(given('pf', 'fp', 'pf')).interval).toEqual(wilson(0.5, 6));
  });

  it('contains the rate and lies within [0, 1]', () => {
    const tasks = fc.array(fc.stringMatching(/^[pfe]{1,5}$/), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(tasks, (letters) => {
        const { point, interval, bounds } = successRate(given(...letters));
        if (point === null) return;
        expect(interval!.low).toBeLessThanOrEqual(point + 1e-12);
        expect(interval!.high).toBeGreaterThanOrEqual(point - 1e-12);
        expect(interval!.low).toBeGreaterThanOrEqual(0);
        expect(interval!.high).toBeLessThanOrEqual(1);
        expect(bounds!.low).toBeLessThanOrEqual(bounds!.high);
      }),
      { numRuns: 50 },
    );
  });
});
