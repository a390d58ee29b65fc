import fc from 'fast-check';
import { legacyRandom } from '../../../src/judge/statistics/legacy_random.js';
import { studentCritical } from '../../../src/judge/statistics/normal_cdf.js';
import {
  mcnemarPower,
  minimumDetectableEffect,
  type PairedDesign,
  pairedPower,
  tasksNeeded,
  unpairedTasks,
} from '../../../src/judge/statistics/paired_power.js';
import { mean, variance } from '../../../src/judge/statistics/quantile.js';
import { ALL, itInFull } from '../../extent.js';
import { givenReference } from './reference_values.js';

interface Reference {
  paired: { tasks: number; variance: number; effect: number; alpha: number; normal: number; t: number }[];
  mcnemar: { tasks: number; only_a: number; only_b: number; alpha: number; power: number }[];
}
const scipy = givenReference<Reference>('power');
const design = (changes: Partial<PairedDesign> = {}): PairedDesign => ({
  between: 1 / 9,
  within_a: 1 / 6,
  within_b: 1 / 6,
  trials_a: 1,
  trials_b: 1,
  ...changes,
});
const only = (between: number) => design({ between, within_a: 0, within_b: 0 });

describe('the paired design', () => {
  it('needs 969 tasks for three points with w² = 1/9', () => {
    expect(tasksNeeded(only(1 / 9), 0.03)).toBe(969);
  });

  it('finds 13.3 points with one trial of 198 tasks, 7.57 with ten', () => {
    expect(minimumDetectableEffect(design(), 198)).toBeCloseTo(0.133, 3);
    expect(minimumDetectableEffect(design({ trials_a: 10, trials_b: 10 }), 198)).toBeCloseTo(0.0757, 4);
    expect(minimumDetectableEffect(design(), 0)).toBeNull();
  });

  // Eight digits: the t quantile of this SciPy has nine.
  it.each(scipy.paired)(
    '$tasks tasks, effect $effect: power by normal and by noncentral t is that of SciPy',
    (given) => {
      const { tasks, variance, effect, alpha } = given;
      expect(pairedPower(only(variance), tasks, effect, { alpha, method: 'normal' })).toBeCloseTo(given.normal, 12);
      expect(pairedPower(only(variance), tasks, effect, { alpha })).toBeCloseTo(given.t, 8);
    },
  );

  it('has what is needed exactly where the power is reached', () => {
    const effects = fc.double({ min: 0.02, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(effects, fc.integer({ min: 1, max: 10 }), (effect, trials) => {
        const asked = design({ trials_a: trials, trials_b: trials });
        const tasks = tasksNeeded(asked, effect);
        expect(minimumDetectableEffect(asked, tasks)).toBeLessThanOrEqual(effect * (1 + 1e-9));
        if (tasks > 1) expect(minimumDetectableEffect(asked, tasks - 1)).toBeGreaterThan(effect * (1 - 1e-9));
      }),
    );
  });

  it('has what is needed by the t-test exactly where the t-test has the power', () => {
    const effects = fc.double({ min: 0.02, max: 0.9, noNaN: true });
    const errors = fc.record({ alpha: fc.constantFrom(0.05, 0.0125, 0.005), power: fc.constantFrom(0.6, 0.8, 0.9) });
    fc.assert(
      fc.property(effects, errors, (effect, { alpha, power }) => {
        const asked = design();
        const tasks = tasksNeeded(asked, effect, { alpha, power, method: 't' });
        expect(pairedPower(asked, tasks, effect, { alpha })).toBeGreaterThanOrEqual(power);
        if (tasks > 2) expect(pairedPower(asked, tasks - 1, effect, { alpha })).toBeLessThan(power);
        const least = minimumDetectableEffect(asked, tasks, { alpha, power, method: 't' })!;
        expect(least).toBeLessThanOrEqual(effect * (1 + 1e-9));
        expect(pairedPower(asked, tasks, least, { alpha })).toBeCloseTo(power, 9);
      }),
      { numRuns: ALL ? 30 : 8 },
    );
  });

  itInFull(
    '17 tasks, not the 15 of the normal formula, have the power that was asked for when t-tests are simulated',
    () => {
      const [sd, effect] = [1, 0.73];
      const asked = only(sd ** 2);
      expect(tasksNeeded(asked, effect)).toBe(15);
      expect(tasksNeeded(asked, effect, { method: 't' })).toBe(17);
      const random = legacyRandom(20260307);
      const draw = () =>
        effect +
        sd * Math.sqrt(-2 * Math.log(1 - random.randomSample())) * Math.cos(2 * Math.PI * random.randomSample());
      const simulations = ALL ? 40_000 : 15_000;
      const simulate = (tasks: number) => {
        const critical = studentCritical(0.95, tasks - 1);
        let found = 0;
        for (let i = 0; i < simulations; i++) {
          const values = Array.from({ length: tasks }, draw);
          const t = mean(values)! / Math.sqrt(variance(values)! / tasks);
          if (Math.abs(t) >= critical) found++;
        }
        return found / simulations;
      };
      expect(simulate(17)).toBeGreaterThan(0.8);
      expect(simulate(16)).toBeLessThan(0.8);
    },
  );

  it('says null where there is no test, and what is certain without variance', () => {
    expect(pairedPower(design(), 1, 0.1)).toBeNull();
    expect(pairedPower(design(), 0, 0.1, { method: 'normal' })).toBeNull();
    expect(pairedPower(only(0), 5, 0.1)).toBe(1);
    expect(pairedPower(only(0), 5, 0)).toBe(0.05);
    expect(tasksNeeded(only(0), 0.1)).toBe(1);
    expect(tasksNeeded(only(0), 0.1, { method: 't' })).toBe(2);
    expect(minimumDetectableEffect(design(), 1, { method: 't' })).toBeNull();
  });

  it.each([
    () => tasksNeeded(design(), 0),
    () => tasksNeeded(design({ between: -1 }), 0.1),
    () => tasksNeeded(design({ trials_a: 0 }), 0.1),
    () => tasksNeeded(design(), 0.1, { power: 1 }),
    () => pairedPower(design(), 2.5, 0.1),
    () => unpairedTasks({ rate_a: 0.5, rate_b: 0.5, icc: 0, trials: 1 }),
    () => mcnemarPower(10, 0.7, 0.7),
  ])('refuses what is no design: %s', (asked) => {
    expect(asked).toThrow(RangeError);
  });
});

describe('other designs', () => {
  it('unpaired with clusters: .7 against .5, ICC .3, five trials → 93 runs, 41 tasks per arm', () => {
    expect(unpairedTasks({ rate_a: 0.7, rate_b: 0.5, icc: 0.3, trials: 5 })).toEqual({ runs: 93, tasks: 41 });
  });

  it.each([
    [50, 0.2, 0.05, 0.48],
    [100, 0.15, 0.05, 0.54],
    [30, 0.25, 0.05, 0.4],
  ])("McNemar's test: %d tasks, %d and %d → %d", (tasks, only_a, only_b, power) => {
    expect(mcnemarPower(tasks, only_a, only_b)).toBeCloseTo(power, 2);
  });

  it.each(scipy.mcnemar)('$tasks tasks, $only_a and $only_b, alpha $alpha: exact power by enumeration', (given) => {
    const { tasks, only_a, only_b, alpha, power } = given;
    expect(mcnemarPower(tasks, only_a, only_b, { alpha })).toBeCloseTo(power, 10);
  });

  it('never finds a difference without discordant tasks', () => {
    expect(mcnemarPower(100, 0, 0)).toBe(0);
    expect(mcnemarPower(0, 0.5, 0.1)).toBe(0);
  });
});
