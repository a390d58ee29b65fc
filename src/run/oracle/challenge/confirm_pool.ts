import type { ChallengeVariant, PooledTest } from '../../../contract/validation/contract_lock.js';
import type { CalibrationSession } from './calibration_session.js';

/** Wrong expectation with the properties that decide its value. */
export type MarkedVariant = ChallengeVariant & {
  /** True if code could recognise from the form of the assertion that it was inverted. */
  marked: boolean;
  /** True if it is at the place where the unchanged repository fails. */
  at_failure?: boolean;
  /** Start of the first site of its assertion; default: its own start. */
  assertion?: number;
};

/** Test, or a check as a whole, with the wrong expectations that make exactly it fail. */
export type CalibratedTest = Pick<PooledTest, 'test' | 'also'> & {
  places: number;
  /** True if some places were not tried; forging there would not be noticed. */
  partial?: boolean;
  variants: MarkedVariant[];
};

/** Confirmation rounds: random halves, each followed by its complement. */
const CONFIRMATIONS = 4;

/** Tells whether two wrong expectations overlap in one file. */
export const hasVariantOverlap = (a: ChallengeVariant, b: ChallengeVariant): boolean =>
  a.file === b.file && a.start < b.end && b.start < a.end;

interface ChosenVariant {
  test: CalibratedTest;
  variant: MarkedVariant;
}

/**
 * Confirms the pool in random halves: whatever fails is dropped, and the rest is tried again.
 *
 * There are enough halves for every wrong expectation to fail once more, so that accidental failures are not kept.
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
    for (const one of unfailed) dropVariant(one);
    // A test fails with nothing wrong in it, or a file does not load: one of the chosen variants is the cause.
    const [name] = strange;
    if (failed === undefined || name !== undefined) {
      const culprit = await findCulprit(
        chosen,
        (seen) => (name === undefined ? seen === undefined : seen?.has(name) === true),
        session,
      );
      if (culprit) dropVariant(culprit);
      if (name !== undefined) pool.delete(name);
    }
  }
  if (confirmed < CONFIRMATIONS) {
    pool.clear();
    if (session.stopped === '') session.stopped = 'tests influence each other';
  }
  for (const test of pool.values()) test.variants = test.variants.filter((variant) => seen.has(variant));
}

const dropVariant = ({ test, variant }: ChosenVariant): void => {
  test.variants = test.variants.filter((one) => one !== variant);
};

/** Finds the variant that causes an effect by halving. */
async function findCulprit(
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

/** Drops overlapping variants but the first, since any two tests of the pool must be able to be wrong together. */
function dropOverlaps(pool: Map<string, CalibratedTest>): void {
  const taken: { test: string; variant: ChallengeVariant }[] = [];
  for (const test of pool.values()) {
    test.variants = test.variants.filter(
      (variant) => !taken.some((other) => other.test !== test.test && hasVariantOverlap(other.variant, variant)),
    );
    taken.push(...test.variants.map((variant) => ({ test: test.test, variant })));
  }
}
