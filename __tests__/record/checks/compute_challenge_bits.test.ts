import {
  computeBitsPerRound,
  computeChallengeBits,
  computeWeakestTestBits,
} from '../../../src/record/checks/compute_challenge_bits.js';
import { planChallenge } from '../../../src/record/checks/plan_challenge.js';

const tests = (...places: number[]) => places.map((one) => ({ places: one }));

describe('the bits of challenge rounds', () => {
  it('are one for each test and round where it is known at which assertion it fails', () => {
    expect(computeChallengeBits(4, tests(1, 1, 1))).toBe(12);
    expect(computeWeakestTestBits(4, tests(1, 1, 1))).toBe(4);
  });

  it('are fewer where any of several assertions may be the one that is forged, and none are claimed that do not hold', () => {
    expect(2 ** -computeBitsPerRound(tests(3))).toBeCloseTo(5 / 6);
    expect([
      computeChallengeBits(4, tests(3)),
      computeChallengeBits(4, tests(1, 3)),
      computeWeakestTestBits(4, tests(1, 3)),
    ]).toEqual([1, 5, 1]);
    expect(computeChallengeBits(4, tests())).toBe(0);
  });

  it.each([
    ['one test of one assertion', [1], 4],
    ['one test of five assertions', [5], 8],
    ['tests of several', [1, 2, 3], 4],
  ])(
    'hold against code that forges one assertion of every test and answers the others honestly: %s',
    (name, places, rounds) => {
      const FORGERS = 20_000;
      const pool = places.map((variants) => ({ variants }));
      let wins = 0;
      for (let forger = 0; forger < FORGERS; forger++) {
        const plan = planChallenge(`${name} ${forger}`, { tests: pool, rounds });
        // It always forges the first place: a wrong expectation there passes, one at another place fails as it must.
        if (plan.rounds.slice(0, rounds).every((choices) => choices.every(({ variant }) => variant !== 0))) wins++;
      }
      const expected = 2 ** (-rounds * computeBitsPerRound(tests(...places)));
      const deviation = Math.sqrt((expected * (1 - expected)) / FORGERS);
      expect(Math.abs(wins / FORGERS - expected)).toBeLessThan(4 * deviation);
      expect(wins / FORGERS).toBeLessThanOrEqual(2 ** -computeChallengeBits(rounds, tests(...places)) + 4 * deviation);
    },
  );
});
