import { sha256 } from '../json/compute_digest.js';

/** Test that counts towards the strength. */
interface CountedTest {
  /** Number of wrong values at each place of the test; absent in records that drew each round anew. */
  sites?: readonly number[] | undefined;
  /** Number of places in such an older record. */
  places?: number | undefined;
}

/**
 * Returns the bits that rounds give against code which forges at least one place of *each* of these tests and cannot
 * tell a wrong expectation from a true one, rounded down to an integer.
 *
 * Tests are drawn independently, so such code survives with at most the product of {@link computeSurvival}.
 *
 * @param lost rounds that used up places and did not hold
 */
export const computeChallengeBits = (rounds: number, tests: readonly CountedTest[], lost = 0): number =>
  Math.floor(sumBits(rounds, tests, lost) + 1e-9);

/** Returns the bits against forging the weakest single test, rounded down to a tenth. */
export const computeWeakestTestBits = (rounds: number, tests: readonly CountedTest[], lost = 0): number =>
  Math.min(...tests.map((test) => Math.floor(sumBits(rounds, [test], lost) * 10 + 1e-9) / 10));

/**
 * Returns the number of rounds that give a strength, at most `most`.
 *
 * @param bits wanted strength
 */
export function computeNeededRounds(bits: number, tests: readonly CountedTest[], most: number): number {
  let rounds = 1;
  if (tests.length === 0) return rounds;
  while (rounds < most && computeChallengeBits(rounds, tests) < bits) rounds++;
  return rounds;
}

const sumBits = (rounds: number, tests: readonly CountedTest[], lost: number): number =>
  tests.reduce((sum, test) => sum - Math.log2(computeSurvival(rounds, test, lost)), 0);

/**
 * Returns the largest probability with which code survives the rounds that forges one of the `k` places of a test.
 *
 * The test is wrong in `w` rounds, by a fair coin each, and each time at another place until all have had their turn.
 * The forged place is not among the `w` with probability max(0, 1 − w/k); more forged places are missed less often.
 * Where rounds were lost, fewer than `w` places may have had their turn in a round that held.
 */
function computeSurvival(rounds: number, { sites, places = 1 }: CountedTest, lost: number): number {
  if (sites === undefined) return (1 - 1 / (2 * places)) ** rounds;
  const k = sites.length;
  let survival = 0;
  let chance = 2 ** -rounds; // of w = 0
  for (let w = 0; w <= rounds; w++) {
    survival += chance * (1 - countSeenPlaces(w, k, lost) / k);
    chance *= (rounds - w) / (w + 1);
  }
  return survival;
}

/**
 * Returns the fewest places that were wrong in `w` rounds that held, of `k`, where `lost` further rounds may have
 * taken the turn of others: in each pass over the places a lost round leaves out at most one.
 */
function countSeenPlaces(w: number, k: number, lost: number): number {
  const passes = Math.floor(w / k);
  const first = Math.min(w, Math.max(0, k - lost));
  return Math.max(first, Math.min(w, 1), passes === 0 ? 0 : k - Math.floor(lost / passes));
}

/** Number of extra rounds, which replace rounds that did not finish. */
export const SPARE_CHALLENGE_ROUNDS = 2;

/**
 * Input of a challenge plan: the pool of tests in order, and the number of requested rounds.
 *
 * `sites`: number of wrong values at each place of a test; they sum up to `variants`. Records of earlier versions have
 * none, and drew a variant anew in each round.
 */
interface ChallengeShape {
  tests: readonly { variants: number; sites?: readonly number[] | undefined }[];
  rounds: number;
}

/** Wrong expectation of a test in a round: index of the test in the pool, and index of its variant. */
export interface WrongExpectation {
  test: number;
  variant: number;
}

/** Order of the runs, and the wrong expectations of each round. */
interface ChallengePlan {
  /** Number of rounds that run before the acceptance checks, 0 to `rounds`. */
  position: number;
  /** Planned rounds, then the spare ones. */
  rounds: WrongExpectation[][];
}

/**
 * Plans challenge rounds from a secret. The secret decides how many rounds run before acceptance. In each round it
 * decides for every test of the pool whether its expectation is wrong (a fair coin). The places of a test are made
 * wrong in a random order, and none twice before each had its turn. The same secret gives the same plan, so anyone
 * can recompute the plan once the secret is revealed.
 */
export function planChallenge(secret: string, { tests, rounds }: ChallengeShape): ChallengePlan {
  const random = createBitSource(secret);
  const position = drawBelow(rounds + 1, random);
  const orders = tests.map(({ sites }) => sites && createPlaceOrder(sites, rounds + SPARE_CHALLENGE_ROUNDS, random));
  const one = (): WrongExpectation[] =>
    tests.flatMap(({ variants, sites }, test) => {
      // Both values are always drawn, so that the choices of one test do not depend on those of another.
      const [is_mutant, drawn] = [random(1) === 1, sites ? 0 : drawBelow(variants, random)];
      return is_mutant ? [{ test, variant: orders[test]?.shift() ?? drawn }] : [];
    });
  return { position, rounds: Array.from({ length: rounds + SPARE_CHALLENGE_ROUNDS }, one) };
}

/** Returns one variant for each time that a test can be wrong: all places in random order, then all in another. */
function createPlaceOrder(sites: readonly number[], times: number, random: (bits: number) => number): number[] {
  const places = sites.map((count, place) => ({
    count,
    first: sites.slice(0, place).reduce((sum, each) => sum + each, 0),
  }));
  const order: number[] = [];
  while (order.length < times) {
    const left = [...places];
    while (left.length > 0)
      for (const { first, count } of left.splice(drawBelow(left.length, random), 1))
        order.push(first + drawBelow(count, random));
  }
  return order;
}

/**
 * Returns the wrong expectation that is tried where a test passed with another one: the next value at the same place,
 * or the same where there is no other.
 */
export function chooseOtherVariant(variant: number, sites: readonly number[]): number {
  let first = 0;
  for (const count of sites) {
    if (variant < first + count) return first + ((variant - first + 1) % count);
    first += count;
  }
  return variant;
}

/** Returns the digest that commits to a secret before it is revealed. */
export const computeCommitment = (secret: string): string => sha256(`gatebench challenge ${secret}`);

/** Creates a source of `n` random bits (at most 32) at a time, from digests over the secret and a counter. */
function createBitSource(secret: string): (n: number) => number {
  let counter = 0;
  let bytes: number[] = [];
  let left = 0;
  const bit = () => {
    if (left === 0) {
      bytes = [...Buffer.from(sha256(`${secret} ${counter++}`), 'hex')];
      left = bytes.length * 8;
    }
    left--;
    return (bytes[left >> 3]! >> (left & 7)) & 1;
  };
  return (n) => {
    let value = 0;
    for (let i = 0; i < n; i++) value = value * 2 + bit();
    return value;
  };
}

/** Draws a uniform integer below `n`: values beyond the last multiple of `n` are drawn again. */
function drawBelow(n: number, random: (bits: number) => number): number {
  if (n <= 1) return 0;
  const bits = Math.ceil(Math.log2(n));
  for (;;) {
    const value = random(bits);
    if (value < n) return value;
  }
}
