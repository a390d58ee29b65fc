/** Test that counts towards the strength. */
interface CountedTest {
  /** Number of assertions that are made wrong in turn. */
  places?: number | undefined;
}

/**
 * Returns the bits that one round gives against code which forges one assertion in each of these tests and is honest
 * otherwise. A round draws whether a test is wrong (one half) and which of its `k` places is. Such code survives the
 * round with probability 1 - 1/(2k), which is one half if the place is known.
 */
export const computeBitsPerRound = (tests: readonly CountedTest[]): number =>
  tests.reduce((sum, { places = 1 }) => sum - Math.log2(1 - 1 / (2 * places)), 0);

/** Returns the bits of a number of rounds, rounded down to an integer. */
export const computeChallengeBits = (rounds: number, tests: readonly CountedTest[]): number =>
  Math.floor(rounds * computeBitsPerRound(tests) + 1e-9);

/** Returns the bits against forging the weakest single test, rounded down to a tenth. */
export const computeWeakestTestBits = (rounds: number, tests: readonly CountedTest[]): number =>
  Math.min(...tests.map((test) => computeChallengeBits(rounds * 10, [test]) / 10));
