/** A test whose coins count. */
interface CountedTest {
  /** Assertions that are made wrong in turn. */
  places?: number | undefined;
}

/**
 * Returns the bits that one round gives against code that forges one assertion in each of these tests and answers everything else
 * honestly. A coin of one half, and one of `k` places: such code comes through with 1 - 1/(2k), that is with one half where the place is known.
 */
export const bitsPerRound = (tests: readonly CountedTest[]): number =>
  tests.reduce((sum, { places = 1 }) => sum - Math.log2(1 - 1 / (2 * places)), 0);

/** Returns the bits of so many rounds, down to a whole number: no more is claimed than holds. */
export const bitsOf = (rounds: number, tests: readonly CountedTest[]): number =>
  Math.floor(rounds * bitsPerRound(tests) + 1e-9);

/** Returns the bits that stand against forging the one test for which there are least, down to a tenth. */
export const bitsOfOne = (rounds: number, tests: readonly CountedTest[]): number =>
  Math.min(...tests.map((test) => bitsOf(rounds * 10, [test]) / 10));
