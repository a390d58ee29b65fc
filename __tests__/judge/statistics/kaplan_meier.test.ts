import fc from 'fast-check';
import {
  kaplanMeier,
  type Observation,
  successCurve,
  survivalQuantile,
} from '../../../src/judge/statistics/kaplan_meier.js';
import { givenReference } from './reference_values.js';

interface Curve {
  observations: Observation[];
  times: number[];
  at_risk: number[];
  events: number[];
  survival: number[];
  standard_error: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}
const { survival: curves } = givenReference<{ survival: Curve[] }>('resampling');

const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 10));

describe('the product-limit estimate', () => {
  it.each(curves)('agrees with statsmodels: steps, Greenwood errors, log-log limits', (curve) => {
    const steps = kaplanMeier(curve.observations);
    const expected = curve.times.map((value, at) => ({
      value,
      at_risk: curve.at_risk[at],
      events: curve.events[at],
      survival: close(curve.survival[at]!),
      standard_error: close(curve.standard_error[at]!),
      interval: curve.low[at] === null ? null : { low: close(curve.low[at]!), high: close(curve.high[at]!) },
    }));
    // statsmodels has no step where only an observation ended.
    expect(steps.filter((step) => step.events > 0).map(({ censored, ...step }) => step)).toEqual(expected);
    expect(steps.reduce((sum, step) => sum + step.events + step.censored, 0)).toBe(curve.observations.length);
  });

  it('is the empirical distribution where nothing is censored, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 30 }), (values) => {
        const steps = kaplanMeier(values.map((value) => ({ value, event: true })));
        for (const { value, survival } of steps)
          expect(survival).toBeCloseTo(values.filter((other) => other > value).length / values.length, 12);
        expect(kaplanMeier(values.toReversed().map((value) => ({ value, event: true })))).toEqual(steps);
      }),
    );
  });

  it('stays at 1 where nothing succeeds, is empty without runs, and refuses values that are none', () => {
    expect(kaplanMeier([])).toEqual([]);
    expect(kaplanMeier([{ value: 5, event: false }])).toEqual([
      { value: 5, at_risk: 1, events: 0, censored: 1, survival: 1, standard_error: 0, interval: null },
    ]);
    expect(() => kaplanMeier([{ value: Number.NaN, event: true }])).toThrow(RangeError);
  });
});

describe('the curve of success by a budget', () => {
  const steps = kaplanMeier([
    { value: 1, event: true },
    { value: 2, event: true },
    { value: 4, event: false },
    { value: 4, event: true },
  ]);

  it('is 1 − S with its limits turned round', () => {
    expect(successCurve(steps).map(({ value, success }) => [value, success])).toEqual([
      [1, 0.25],
      [2, 0.5],
      [4, 0.75],
    ]);
    for (const { success, interval } of successCurve(steps))
      expect(interval!.low <= success && success <= interval!.high).toBe(true);
  });

  it('has a median where half have succeeded, and none where they never do', () => {
    expect([survivalQuantile(steps, 0.5), survivalQuantile(steps, 0.75), survivalQuantile(steps, 0.8)]).toEqual([
      2,
      4,
      null,
    ]);
  });
});
