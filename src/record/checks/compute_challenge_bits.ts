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
