import {
  assumedComponents,
  estimatedComponents,
  type PairedOutcomes,
  upperComponents,
} from '../../../src/judge/statistics/variance_components.js';
import { givenReference } from './reference_values.js';

type Components = Record<'between' | 'within_a' | 'within_b', number>;
const { components } = givenReference<{
  components: { tasks: PairedOutcomes[]; estimated: Components; upper: Components };
}>('power');
const close = (expected: Components) => ({
  between: expect.closeTo(expected.between, 12),
  within_a: expect.closeTo(expected.within_a, 12),
  within_b: expect.closeTo(expected.within_b, 12),
});

describe('variances of a paired design', () => {
  it('assumed: a rate and its intra-task correlation give both parts', () => {
    const assumed = { rate_a: 0.5, rate_b: 0.5, icc: 0.4, task_correlation: 0 };
    expect(assumedComponents(assumed)).toEqual(close({ between: 0.2, within_a: 0.15, within_b: 0.15 }));
    expect(assumedComponents({ ...assumed, task_correlation: 1 }).between).toBeCloseTo(0, 12);
    expect(assumedComponents({ ...assumed, icc: 1 }).within_a).toBe(0);
    expect(() => assumedComponents({ ...assumed, icc: 1.1 })).toThrow(RangeError);
    expect(() => assumedComponents({ ...assumed, task_correlation: Number.NaN })).toThrow(RangeError);
  });

  it('estimated from runs, with their upper ends: as NumPy', () => {
    expect(estimatedComponents(components.tasks)).toEqual({ ...close(components.estimated), tasks: 12 });
    const upper = upperComponents(components.tasks, { resamples: 200, seed: 20260307 });
    expect(upper).toEqual({ ...close(components.upper), tasks: 12 });
  });

  it('one trial per task tells nothing about trials, and so nothing about tasks', () => {
    const single = [1, 0, 1].map((outcome) => ({ a: [outcome], b: [0] }));
    expect(estimatedComponents(single)).toEqual({ between: null, within_a: null, within_b: null, tasks: 3 });
    expect(upperComponents(single, { seed: 1, resamples: 10 }).between).toBeNull();
  });

  it('tasks that one arm has not done are no pairs', () => {
    expect(estimatedComponents([{ a: [1, 0], b: [] }])).toMatchObject({ tasks: 0, between: null });
    expect(upperComponents([], { seed: 1 })).toMatchObject({ tasks: 0, between: null });
  });
});
