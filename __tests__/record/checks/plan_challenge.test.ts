import fc from 'fast-check';
import {
  chooseOtherVariant,
  computeChallengeBits,
  computeCommitment,
  computeNeededRounds,
  computeWeakestTestBits,
  planChallenge,
  SPARE_CHALLENGE_ROUNDS,
} from '../../../src/record/checks/plan_challenge.js';
import { seeded } from '../../seeded.js';

const secretOf = (n: number) => n.toString(16).padStart(64, '0');
const shape = (tests: number, rounds: number, variants = 3) => ({
  tests: Array.from({ length: tests }, () => ({ variants })),
  rounds,
});

describe('the plan of challenge rounds comes from its secret alone', () => {
  it('is the same for the same secret, and another for another', () => {
    expect(planChallenge('a', shape(8, 4))).toEqual(planChallenge('a', shape(8, 4)));
    expect(planChallenge('a', shape(8, 4))).not.toEqual(planChallenge('b', shape(8, 4)));
  });

  it('has the rounds asked for and the spare ones, each with variants that there are, in the order of the pool', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 32 }),
        (secret, variants, rounds) => {
          const plan = planChallenge(secret, { tests: variants.map((n) => ({ variants: n })), rounds });
          expect(plan.rounds).toHaveLength(rounds + SPARE_CHALLENGE_ROUNDS);
          expect(plan.position).toBeGreaterThanOrEqual(0);
          expect(plan.position).toBeLessThanOrEqual(rounds);
          for (const round of plan.rounds) {
            const tests = round.map(({ test }) => test);
            expect(tests).toEqual([...new Set(tests)].sort((a, b) => a - b));
            for (const { test, variant } of round) expect(variant).toBeLessThan(variants[test]!);
          }
        },
      ),
    );
  });

  it('binds the secret by a digest that is not the one the plan is made from', () => {
    expect(computeCommitment('a')).toMatch(/^[0-9a-f]{64}$/);
    expect(computeCommitment('a')).not.toBe(computeCommitment('b'));
  });
});

describe('the places of a test are made wrong in turn', () => {
  it('none twice before each had its turn, in every order alike, with each of its values', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
        (secret, sites) => {
          const variants = sites.reduce((sum, count) => sum + count, 0);
          const plan = planChallenge(secret, { tests: [{ variants, sites }], rounds: 20 });
          const placeOf = (variant: number) => sites.findIndex((_, i) => variant < sum(sites.slice(0, i + 1)));
          const order = plan.rounds.flatMap((round) => round.map(({ variant }) => placeOf(variant)));
          for (let i = 0; i + sites.length <= order.length; i += sites.length)
            expect(new Set(order.slice(i, i + sites.length)).size).toBe(sites.length);
        },
      ),
    );
    const firsts = new Map<number, number>();
    for (let i = 0; i < 3000; i++) {
      const { rounds } = planChallenge(secretOf(i), { tests: [{ variants: 6, sites: [2, 2, 2] }], rounds: 2 });
      const first = rounds.flat()[0]?.variant;
      if (first !== undefined) firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    const all = sum([...firsts.values()]);
    for (const count of firsts.values()) expect(Math.abs(count / all - 1 / 6)).toBeLessThan(0.03);
  });

  it('and another value of the same place is tried next, where there is one', () => {
    expect([0, 1, 2, 3, 4, 5].map((variant) => chooseOtherVariant(variant, [2, 1, 3]))).toEqual([1, 0, 2, 4, 5, 3]);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

// Holds K5
describe('its coins are fair and independent', () => {
  const PLANS = 4000;
  const plans = Array.from({ length: PLANS }, (_, i) => planChallenge(secretOf(i), shape(4, 3)));
  /** Returns true if a share is within four standard deviations of the expected one. */
  const near = (share: number, expected: number, n: number) =>
    expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / n));

  it('makes every test wrong in half of the rounds', () => {
    for (let round = 0; round < 3; round++)
      for (let test = 0; test < 4; test++) {
        const wrong = plans.filter((plan) => plan.rounds[round]!.some((choice) => choice.test === test)).length;
        near(wrong / PLANS, 0.5, PLANS);
      }
  });

  it('makes each pattern of a round equally likely, and two rounds alike no more often than chance', () => {
    const pattern = (round: { test: number }[]) => round.map(({ test }) => test).join('');
    const counts = new Map<string, number>();
    for (const plan of plans) counts.set(pattern(plan.rounds[0]!), (counts.get(pattern(plan.rounds[0]!)) ?? 0) + 1);
    expect(counts.size).toBe(16);
    for (const count of counts.values()) near(count / PLANS, 1 / 16, PLANS);
    near(plans.filter(({ rounds }) => pattern(rounds[0]!) === pattern(rounds[1]!)).length / PLANS, 1 / 16, PLANS);
  });

  it('puts acceptance at every place alike, and takes every variant alike', () => {
    for (let place = 0; place <= 3; place++)
      near(plans.filter(({ position }) => position === place).length / PLANS, 0.25, PLANS);
    const chosen = plans.flatMap(({ rounds }) => rounds[2]!.filter(({ test }) => test === 1));
    for (let variant = 0; variant < 3; variant++)
      near(chosen.filter((choice) => choice.variant === variant).length / chosen.length, 1 / 3, chosen.length);
  });
});

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
