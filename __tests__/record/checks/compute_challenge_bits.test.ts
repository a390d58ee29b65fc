import {
  computeChallengeBits,
  computeNeededRounds,
  computeWeakestTestBits,
} from '../../../src/record/checks/compute_challenge_bits.js';
import { planChallenge } from '../../../src/record/checks/plan_challenge.js';
import { seeded } from '../../seeded.js';

const testsOf = (...places: number[]) => places.map((count) => ({ sites: Array<number>(count).fill(2) }));

describe('the bits of challenge rounds', () => {
  it('are one for each test and round where a test has one place', () => {
    expect(computeChallengeBits(4, testsOf(1, 1, 1))).toBe(12);
    expect(computeWeakestTestBits(4, testsOf(1, 1, 1))).toBe(4);
  });

  it('are fewer where any of several places may be the one that is forged', () => {
    // E[max(0, 1 - w/3)] over w of Bin(4, 1/2): 1/16 + 4/16 * 2/3 + 6/16 * 1/3
    expect(2 ** -computeWeakestTestBits(4, testsOf(3))).toBeCloseTo(1 / 16 + 1 / 6 + 1 / 8, 1);
    expect(computeChallengeBits(4, testsOf(3))).toBe(1);
    expect(computeChallengeBits(4, testsOf(1, 3))).toBe(5);
    expect(computeChallengeBits(4, [])).toBe(0);
  });

  it('follow from the number of rounds, which follows from the bits that are wanted', () => {
    expect(computeNeededRounds(8, testsOf(1), 32)).toBe(8);
    expect(computeNeededRounds(8, testsOf(1, 1, 1), 32)).toBe(3);
    expect(computeNeededRounds(8, testsOf(20), 32)).toBe(32);
    for (const tests of [testsOf(2), testsOf(3, 1), testsOf(5, 5, 5)]) {
      const rounds = computeNeededRounds(8, tests, 64);
      expect(computeChallengeBits(rounds, tests)).toBeGreaterThanOrEqual(8);
      expect(computeChallengeBits(rounds - 1, tests)).toBeLessThan(8);
    }
  });

  it('are those of older records, which drew each round anew, where a test has no sites', () => {
    expect(computeChallengeBits(4, [{ places: 3 }])).toBe(1);
    expect(computeChallengeBits(4, [{}, { places: 3 }])).toBe(5);
  });
});

// Holds K5
describe('no forger wins more often than the strength says', () => {
  type Forged = ReadonlySet<number>[];
  /** Tells whether code survives that forges these places of each test and answers all others honestly. */
  function survives(secret: string, tests: ReturnType<typeof testsOf>, rounds: number, forged: Forged): boolean {
    const shape = tests.map(({ sites }) => ({ sites, variants: 2 * sites.length }));
    const plan = planChallenge(secret, { tests: shape, rounds });
    return plan.rounds
      .slice(0, rounds)
      .every((wrong) => wrong.every(({ test, variant }) => !forged[test]!.has(variant >> 1)));
  }

  it('as 10,000 forgers of random subsets of places of random tests do', () => {
    const random = seeded(35);
    const FORGERS = 10_000;
    let wins = 0;
    let printed = 0;
    let variance = 0;
    for (let i = 0; i < FORGERS; i++) {
      const tests = testsOf(...Array.from({ length: 1 + random(3) }, () => 1 + random(6)));
      const rounds = 1 + random(10);
      const forged = tests.map(({ sites }) => {
        const one = random(sites.length);
        return new Set(sites.flatMap((_, place) => (place === one || random(3) === 0 ? [place] : [])));
      });
      if (survives(`subset ${i}`, tests, rounds, forged)) wins++;
      const bound = 2 ** -computeChallengeBits(rounds, tests);
      printed += bound;
      variance += bound * (1 - bound);
    }
    expect(wins).toBeLessThanOrEqual(printed + 4 * Math.sqrt(variance));
  });

  it.each([
    ['one test of one place', [1], 4],
    ['one test of five places', [5], 8],
    ['one test of more places than rounds', [12], 6],
    ['tests of several', [1, 2, 3], 4],
    ['tests of many', [6, 6, 6, 6], 9],
  ])('and one of a single place of each test wins exactly as often: %s', (name, places, rounds) => {
    const FORGERS = 10_000;
    const tests = testsOf(...places);
    let wins = 0;
    for (let i = 0; i < FORGERS; i++)
      if (
        survives(
          `${name} ${i}`,
          tests,
          rounds,
          places.map(() => new Set([0])),
        )
      )
        wins++;
    const expected = places.reduce((product, k) => product * survivalOf(rounds, k), 1);
    expect(Math.abs(wins / FORGERS - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / FORGERS));
    expect(2 ** -computeChallengeBits(rounds, tests)).toBeGreaterThanOrEqual(expected);
  });

  /** E[max(0, 1 - w/k)] for w of Bin(rounds, 1/2), term by term. */
  function survivalOf(rounds: number, k: number): number {
    const choose = (n: number, m: number): number => (m === 0 ? 1 : (choose(n - 1, m - 1) * n) / m);
    return Array.from(
      { length: rounds + 1 },
      (_, w) => (choose(rounds, w) / 2 ** rounds) * Math.max(0, 1 - w / k),
    ).reduce((sum, term) => sum + term);
  }
});
