import { sha256 } from '../json/compute_digest.js';

/** Number of extra rounds, which replace rounds that did not finish. */
export const SPARE_CHALLENGE_ROUNDS = 2;

/** Number of rounds of an attempt that may be repeated because only tests with true expectations failed in them. */
export const MAX_ROUND_RETRIES = 1;

/** Input of a challenge plan: the pool of tests in order, and the number of requested rounds. */
interface ChallengeShape {
  tests: readonly { variants: number }[];
  rounds: number;
}

/** Wrong expectation of a test in a round: index of the test in the pool, and index of its variant. */
export interface WrongExpectation {
  test: number;
  variant: number;
}

/** Order of the runs, and the wrong expectations of each round. */
export interface ChallengePlan {
  /** Number of rounds that run before the acceptance checks, 0 to `rounds`. */
  position: number;
  /** Planned rounds, then the spare ones. */
  rounds: WrongExpectation[][];
}

/**
 * Plans challenge rounds from a secret. The secret decides how many rounds run before acceptance. In each round it
 * decides for every test of the pool whether its expectation is wrong (a fair coin), and in which variant. The same
 * secret gives the same plan, so anyone can recompute the plan once the secret is revealed.
 */
export function planChallenge(secret: string, { tests, rounds }: ChallengeShape): ChallengePlan {
  const random = createBitSource(secret);
  const position = drawBelow(rounds + 1, random);
  const one = (): WrongExpectation[] =>
    tests.flatMap(({ variants }, test) => {
      // Both values are always drawn, so that the choices of one test do not depend on those of another.
      const [wrong, variant] = [random(1) === 1, drawBelow(variants, random)];
      return wrong ? [{ test, variant }] : [];
    });
  return { position, rounds: Array.from({ length: rounds + SPARE_CHALLENGE_ROUNDS }, one) };
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
