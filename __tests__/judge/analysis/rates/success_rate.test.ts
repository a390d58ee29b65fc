import fc from 'fast-check';
import {
  computeSuccessRate,
  computeTrialSuccessRate,
  successRateSchema,
} from '../../../../src/judge/analysis/rates/success_rate.js';
import type { TrialOutcome } from '../../../../src/judge/analysis/trials/trial.js';
import { wilson } from '../../../../src/judge/statistics/interval.js';

const OUTCOME: Record<string, TrialOutcome> = { p: 'success', f: 'failure', e: 'indeterminate', i: 'invalid' };

/** One text of letters per task: p(assed), f(ailed), e(rror), i(nvalid). */
function given(...tasks: string[]) {
  return tasks.flatMap((letters, task) =>
    [...letters].map((letter) => ({ task: `task-${task}`, version: 'v', outcome: OUTCOME[letter]! })),
  );
}

describe('a success rate shows its denominators', () => {
  // Holds G1
  it('is over scorable runs, acceptance errors among them; every count stands beside it', () => {
    expect(computeTrialSuccessRate(given('p', 'fe', 'i'), 1)).toMatchObject({
      successes: 1,
      failures: 1,
      indeterminate: 1,
      invalid: 1,
      missing: 1,
      total: 5,
      scorable: 3,
      decided: 2,
      tasks: 2,
      point: 0.5,
      coverage: 0.4,
      error_rate: 1 / 3,
      indeterminate_rate: 0.6,
      invalid_fraction: 0.25,
      complete_case: { point: 0.5 },
    });
  });

  it('is undefined, not 0, when nothing could be decided', () => {
    expect(computeTrialSuccessRate(given('ee'))).toMatchObject({
      decided: 0,
      error_rate: 1,
      coverage: 0,
      point: null,
      interval: null,
      complete_case: null,
      bounds: { low: 0, high: 1 },
      outer: { low: 0, high: 1 },
    });
    expect(computeTrialSuccessRate([])).toMatchObject({
      total: 0,
      coverage: null,
      point: null,
      interval: null,
      bounds: null,
      outer: null,
    });
  });

  it('is the mean of the task means, so a task with many trials weighs no more than others', () => {
    expect(computeTrialSuccessRate(given('pppp', 'f')).point).toBe(0.5);
  });

  it('has bounds over the tasks, with every undecided attempt as a failure and as a success', () => {
    expect(
      computeSuccessRate([
        { successes: 1, failures: 1, indeterminate: 1, invalid: 0, missing: 1 },
        { successes: 0, failures: 2, indeterminate: 0, invalid: 0, missing: 0 },
      ]).bounds,
    ).toEqual({ low: 0.125, high: 0.375 });
  });

  it('counts versions of a task as tasks of their own', () => {
    const old = given('pp').map((trial) => ({ ...trial, version: 'w' }));
    expect(computeTrialSuccessRate([...given('ff'), ...old]).tasks).toBe(2);
  });
});

describe('the interval is Wilson on the effective number of runs', () => {
  it('agrees with published values for one trial per task', () => {
    // 8 of 10: Newcombe's published value
    expect(computeTrialSuccessRate(given(...'pppppppp', 'f', 'f')).interval).toEqual({
      low: expect.closeTo(0.4902, 4),
      high: expect.closeTo(0.9433, 4),
    });
  });

  it('counts trials that always agree within a task as one', () => {
    expect(computeTrialSuccessRate(given('pppp', 'pppp', 'ffff', 'ffff')).interval).toEqual(wilson(0.5, 4));
    expect(computeTrialSuccessRate(given('ppp', 'ppp')).interval).toEqual(wilson(1, 2));
  });

  it('is about runs, not about other tasks, where there is one task', () => {
    expect(computeTrialSuccessRate(given('pf'))).toMatchObject({ tasks: 1, n_eff: 2, interval: wilson(0.5, 2) });
  });
});

describe('whatever the attempts', () => {
  const tasks = fc.array(fc.stringMatching(/^[pfei]{1,5}$/), { minLength: 1, maxLength: 12 });

  it('rate and interval lie within the bounds that contain them, in [0, 1]', () => {
    fc.assert(
      fc.property(tasks, fc.integer({ min: 0, max: 5 }), (letters, missing) => {
        const rate = computeTrialSuccessRate(given(...letters), missing);
        expect(successRateSchema.safeParse(rate).success).toBe(true);
        const { point, interval, bounds, outer, complete_case } = rate;
        expect(bounds!.low).toBeGreaterThanOrEqual(0);
        expect(bounds!.high).toBeLessThanOrEqual(1);
        expect(outer!.low).toBeLessThanOrEqual(bounds!.low + 1e-12);
        expect(outer!.high).toBeGreaterThanOrEqual(bounds!.high - 1e-12);
        if (point === null) return;
        for (const value of [point, complete_case!.point]) {
          expect(value).toBeGreaterThanOrEqual(bounds!.low - 1e-12);
          expect(value).toBeLessThanOrEqual(bounds!.high + 1e-12);
        }
        expect(interval!.low).toBeLessThanOrEqual(point + 1e-12);
        expect(interval!.high).toBeGreaterThanOrEqual(point - 1e-12);
      }),
    );
  });

  it('has bounds without a width exactly when all was decided', () => {
    fc.assert(
      fc.property(tasks, (letters) => {
        const { bounds, coverage } = computeTrialSuccessRate(given(...letters));
        expect(bounds!.high - bounds!.low < 1e-12).toBe(coverage === 1);
      }),
    );
  });
});
