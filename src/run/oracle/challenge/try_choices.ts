import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import type { CalibrationSession } from './calibration_session.js';
import { countSeenRun, hasVariantOverlap, type PoolTest, type PoolVariant } from './create_pool.js';

/** Wrong expectation that was chosen for a test in one run. */
interface Choice {
  test: PoolTest;
  one: PoolVariant;
}

/** Chooses at most one variant of each test; no two overlap. */
export function chooseVariants(
  tests: Iterable<PoolTest>,
  choose: (test: PoolTest) => PoolVariant | undefined,
): Choice[] {
  const chosen: Choice[] = [];
  for (const test of tests) {
    const one = choose(test);
    if (one && !chosen.some((other) => hasVariantOverlap(other.one.variant, one.variant))) chosen.push({ test, one });
  }
  return chosen;
}

/**
 * Runs the checks with the chosen wrong expectations. Those that do not make their own test fail are dropped, and so
 * is one that makes another fail, or keeps the tests from running.
 *
 * @returns true if exactly the chosen tests failed
 */
export async function tryChoices(
  chosen: readonly Choice[],
  pool: ReadonlyMap<string, PoolTest>,
  session: CalibrationSession,
): Promise<{ clean: boolean; strange?: string }> {
  const failed = await session.try(chosen.map(({ one }) => one.variant));
  if (failed === undefined && session.over) return { clean: false };
  const expected = new Set(chosen.flatMap(({ test }) => [test.test, ...test.also]));
  const strange = [...(failed?.keys() ?? [])].find((name) => !expected.has(name));
  if (failed !== undefined && strange === undefined) {
    for (const choice of chosen) {
      const name = failed.get(choice.test.test);
      // No wrong value may leave its test passed: then the place is not decided.
      if (name === undefined) dropPlace(choice);
      else countSeenRun(choice.one, choice.test.test, name);
    }
    return { clean: chosen.every(({ test }) => failed.has(test.test)) };
  }
  const brings = (seen: ReadonlyMap<string, string> | undefined) =>
    strange === undefined ? seen === undefined : seen?.has(strange) === true;
  const culprit = await findCulprit(chosen, brings, session);
  if (culprit) dropChoice(culprit);
  return { clean: false, ...(strange !== undefined && pool.has(strange) ? { strange } : {}) };
}

const dropChoice = ({ test, one }: Choice): void => {
  test.variants = test.variants.filter((other) => other !== one);
};

const dropPlace = ({ test, one }: Choice): void => {
  test.variants = test.variants.filter(({ place }) => place !== one.place);
};

/** Finds the choice that causes an effect by halving; undefined if none does alone. */
async function findCulprit(
  chosen: readonly Choice[],
  brings: (seen: ReadonlyMap<string, string> | undefined) => boolean,
  session: CalibrationSession,
): Promise<Choice | undefined> {
  let suspects = chosen;
  const run = async (some: readonly Choice[]) => {
    const wrongVariants: ChallengeVariant[] = some.map(({ one }) => one.variant);
    return session.try(wrongVariants);
  };
  while (suspects.length > 1 && !session.over) {
    const half = suspects.slice(0, suspects.length >> 1);
    suspects = brings(await run(half)) ? half : suspects.slice(half.length);
  }
  return session.over ? undefined : suspects[0];
}
