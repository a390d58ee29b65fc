/** Level that the tests of a family share. */
interface SharedLevel {
  /** Number of tests that share it. */
  tests: number;
  /** Level of each of them. */
  level: number;
}

/**
 * Shares the level `alpha` between exact tests by Tarone's rule. A test whose smallest possible p is above its share
 * can never be significant, so it takes no share. As with Bonferroni, the probability of a false alarm of the family
 * stays at most `alpha`.
 *
 * @param smallest smallest p that each test can have, given its margins
 */
export function shareLevel(smallest: readonly number[], alpha: number): SharedLevel {
  const sorted = [...smallest].sort((a, b) => a - b);
  let reach = 0; // tests whose smallest p is at most alpha / tests; it falls as `tests` rises
  for (let tests = 1; ; tests++) {
    const level = alpha / tests;
    if (tests === 1) while (reach < sorted.length && sorted[reach]! <= level) reach++;
    else while (reach > 0 && sorted[reach - 1]! > level) reach--;
    if (reach <= tests) return { tests, level };
  }
}
