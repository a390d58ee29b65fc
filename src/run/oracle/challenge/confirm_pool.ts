import type { ChallengeVariant, PooledTest } from '../../../contract/lock.js';
import type { CalibrationSession } from './calibration_session.js';

/** A wrong expectation, with what it is worth. */
export type MarkedVariant = ChallengeVariant & {
  /** Code could see from the form of the assertion that it was turned round. */
  marked: boolean;
  /** It stands where the unchanged repository fails. */
  at_failure?: boolean;
  /** Where the first place of its assertion begins; default: its own. */
  assertion?: number;
};

/** A test, or a check as a whole, with what makes exactly it fail. */
export type CalibratedTest = Pick<PooledTest, 'test' | 'also'> & {
  places: number;
  /** There are places at which it was not tried: who forges there is not met by any round. */
  partial?: boolean;
  variants: MarkedVariant[];
};

/** Rounds that the pool has to stand before it is taken: random halves, each followed by its complement. */
const CONFIRMATIONS = 4;

/** Tells whether two wrong expectations cannot stand in one file together. */
export const overlaps = (a: ChallengeVariant, b: ChallengeVariant): boolean =>
  a.file === b.file && a.start < b.end && b.start < a.end;

interface ChosenVariant {
  test: CalibratedTest;
  variant: MarkedVariant;
}

/**
 * Tries the pool in random halves; what does not come out as it must is dropped, and the rest is tried again. It takes so many halves that
 * every wrong expectation is seen to fail once more: what failed by accident when it was found must not be kept.
 */
export async function confirmPool(
  pool: Map<string, CalibratedTest>,
  session: CalibrationSession,
  random: (n: number) => number,
): Promise<void> {
  dropOverlaps(pool);
  let confirmed = 0;
  let half = new Set<CalibratedTest>();
  const seen = new Set<MarkedVariant>();
  const unseen = ({ variants }: CalibratedTest) => variants.filter((variant) => !seen.has(variant));
  const isOpen = () => confirmed < CONFIRMATIONS || [...pool.values()].some((test) => unseen(test).length > 0);
  session.extend(CONFIRMATIONS * 8);
  while (isOpen() && !session.over) {
    const before = half;
    const wanted = (test: CalibratedTest) => (confirmed % 2 === 0 ? random(2) === 1 : !before.has(test));
    half = new Set([...pool.values()].filter((test) => test.variants.length > 0 && wanted(test)));
    const chosen = [...half].map((test): ChosenVariant => {
      const from = unseen(test).length > 0 ? unseen(test) : test.variants;
      return { test, variant: from[random(from.length)]! };
    });
    const failed = await session.try(chosen.map(({ variant }) => variant));
    const unfailed = failed === undefined ? [] : chosen.filter(({ test }) => !failed.has(test.test));
    const expected = new Set(chosen.flatMap(({ test }) => [test.test, ...test.also]));
    const strange = [...(failed?.keys() ?? [])].filter((name) => !expected.has(name));
    if (failed !== undefined && unfailed.length === 0 && strange.length === 0) {
      confirmed++;
      for (const { variant } of chosen) seen.add(variant);
      continue;
    }
    confirmed = 0;
    for (const one of unfailed) drop(one);
    // A test that fails though nothing of it is wrong, or a file that does not load: one of the chosen does it.
    const [name] = strange;
    if (failed === undefined || name !== undefined) {
      const culprit = await culpritOf(
        chosen,
        (seen) => (name === undefined ? seen === undefined : seen?.has(name) === true),
        session,
      );
      if (culprit) drop(culprit);
      if (name !== undefined) pool.delete(name);
    }
  }
  if (confirmed < CONFIRMATIONS) {
    pool.clear();
    if (session.stopped === '') session.stopped = 'tests influence each other';
  }
  for (const test of pool.values()) test.variants = test.variants.filter((variant) => seen.has(variant));
}

const drop = ({ test, variant }: ChosenVariant): void => {
  test.variants = test.variants.filter((one) => one !== variant);
};

/** Finds by halving one of the chosen that brings something about. */
async function culpritOf(
  chosen: readonly ChosenVariant[],
  brings: (seen: ReadonlyMap<string, string> | undefined) => boolean,
  session: CalibrationSession,
): Promise<ChosenVariant | undefined> {
  let suspects = chosen;
  while (suspects.length > 1 && !session.over) {
    const half = suspects.slice(0, suspects.length >> 1);
    suspects = brings(await session.try(half.map(({ variant }) => variant))) ? half : suspects.slice(half.length);
  }
  return suspects[0];
}

/** Two tests of the pool must be able to be wrong at the same time: of overlapping places only the first keeps its. */
function dropOverlaps(pool: Map<string, CalibratedTest>): void {
  const taken: { test: string; variant: ChallengeVariant }[] = [];
  for (const test of pool.values()) {
    test.variants = test.variants.filter(
      (variant) => !taken.some((other) => other.test !== test.test && overlaps(other.variant, variant)),
    );
    taken.push(...test.variants.map((variant) => ({ test: test.test, variant })));
  }
}
