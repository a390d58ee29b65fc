import fc from 'fast-check';
import { rerunsToFind } from '../../../src/judge/statistics/reruns_to_find.js';
import { computeFlakinessScreens, selectFlakyScreens } from '../../../src/judge/validation/proof_findings.js';
import { FAILED_RUN, givenObservation, givenRun } from './given_observation.js';

/** A reference solution whose check fails in these runs. */
const runs = (fails: readonly boolean[]) =>
  fails.map((fail, i) => givenObservation('golden', { trial: i + 1, runs: [givenRun(fail ? FAILED_RUN : {})] }));

describe('the flakiness screen', () => {
  it('counts, for check and tests, the runs that differ from most', () => {
    const screens = computeFlakinessScreens(runs([false, true, false, false, true, false]));
    expect(screens.map(({ test, runs: n, differed }) => [test, n, differed])).toEqual([
      [null, 6, 2],
      ['the value is right', 6, 2],
      ['the rest is kept', 6, 0],
    ]);
  });

  it('keeps base and reference apart, and leaves out attempts that are not valid and all other variants', () => {
    const observations = [
      ...runs([false, false]),
      givenObservation('base'),
      givenObservation('base', { status: 'invalid', runs: [givenRun()] }),
      givenObservation('cheater', { runs: [givenRun()] }),
      givenObservation('mutant', { runs: [givenRun()] }),
    ];
    expect(computeFlakinessScreens(observations).filter(({ test }) => test === null)).toMatchObject([
      { on: 'golden', runs: 2, differed: 0 },
      { on: 'base', runs: 1, differed: 0 },
    ]);
  });

  it('sees executions within one attempt, too', () => {
    const [screen] = computeFlakinessScreens([
      givenObservation('golden', { runs: [givenRun(), givenRun(FAILED_RUN), givenRun()] }),
    ]);
    expect(screen).toMatchObject({ runs: 3, differed: 1 });
  });

  it('flags exactly what differs more often than is tolerated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fails, tolerance) => {
          const failed = fails.filter(Boolean).length;
          const differed = Math.min(failed, fails.length - failed);
          const expected = differed > 0 && differed / fails.length > tolerance;
          expect(
            selectFlakyScreens(computeFlakinessScreens(runs(fails)), tolerance).some(({ test }) => test === null),
          ).toBe(expected);
        },
      ),
    );
  });

  it('finds a check that fails 1 time in 10 with the reruns that are suggested, in about 95 of 100 screens', () => {
    const reruns = rerunsToFind(0.1);
    // A generator of its own, so that the count is the same each time.
    let state = 12345;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const found = Array.from({ length: 1000 }, () =>
      selectFlakyScreens(computeFlakinessScreens(runs(Array.from({ length: reruns + 1 }, () => random() < 0.1))), 0)
        .length > 0
        ? 1
        : 0,
    ).reduce<number>((a, b) => a + b, 0);
    expect(found).toBeGreaterThan(930);
    expect(found).toBeLessThan(985);
  });
});
