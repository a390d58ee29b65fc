import { sha256 } from '../json/compute_digest.js';

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
      const [wrong, drawn] = [random(1) === 1, sites ? 0 : drawBelow(variants, random)];
      return wrong ? [{ test, variant: orders[test]?.shift() ?? drawn }] : [];
    });
  return { position, rounds: Array.from({ length: rounds + SPARE_CHALLENGE_ROUNDS }, one) };
}

/** Returns one variant for each time that a test can be wrong: all places in random order, then all in another. */
function createPlaceOrder(sites: readonly number[], times: number, random: (bits: number) => number): number[] {
  const first = sites.map((_, place) => sites.slice(0, place).reduce((sum, count) => sum + count, 0));
  const order: number[] = [];
  while (order.length < times) {
    const left = sites.map((_, place) => place);
    while (left.length > 0) {
      const [place] = left.splice(drawBelow(left.length, random), 1) as [number];
      order.push(first[place]! + drawBelow(sites[place]!, random));
    }
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
