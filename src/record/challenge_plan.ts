import { sha256 } from './canonical.js';

/** Rounds beyond those asked for, which take the place of rounds that did not come to an end. */
export const SPARE_ROUNDS = 2;

/** Rounds of an attempt that may be made a second time, since only tests with true expectations failed in them. */
export const SECOND_TRIES = 1;

/** What has to be known to plan challenge rounds: the pool in its order, and how many rounds are asked for. */
export interface ChallengeShape {
  tests: readonly { variants: number }[];
  rounds: number;
}

/** A test that has a wrong expectation in a round: its index in the pool, and which of its variants. */
export interface WrongChoice {
  test: number;
  variant: number;
}

/** The order of the runs and what is wrong in each round. */
export interface ChallengePlan {
  /** Rounds that are made before the acceptance checks, 0 to `rounds`. */
  position: number;
  /** Planned rounds, then the spare ones. */
  rounds: WrongChoice[][];
}

/**
 * Plans challenge rounds from a secret: where acceptance stands among them, and in each round, for every test of the pool, one fair
 * coin and one of its variants. The same secret gives the same plan, so that anyone can compute it again once it is revealed.
 */
export function planChallenge(secret: string, { tests, rounds }: ChallengeShape): ChallengePlan {
  const random = randomBits(secret);
  const position = below(rounds + 1, random);
  const one = (): WrongChoice[] =>
    tests.flatMap(({ variants }, test) => {
      // Both are drawn in any case, so that the choices of one test do not hang on those of another.
      const [wrong, variant] = [random(1) === 1, below(variants, random)];
      return wrong ? [{ test, variant }] : [];
    });
  return { position, rounds: Array.from({ length: rounds + SPARE_ROUNDS }, one) };
}

/** Returns the digest that binds a secret before it is revealed. */
export const commitmentTo = (secret: string): string => sha256(`gatebench challenge ${secret}`);

/** Returns a source of `n` random bits (at most 32) at a time, from digests over the secret and a counter. */
function randomBits(secret: string): (n: number) => number {
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

/** Returns a whole number below `n`, all alike likely: values beyond the last multiple of `n` are drawn again. */
function below(n: number, random: (bits: number) => number): number {
  if (n <= 1) return 0;
  const bits = Math.ceil(Math.log2(n));
  for (;;) {
    const value = random(bits);
    if (value < n) return value;
  }
}
