import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import type { CalibrationSession } from './calibration_session.js';
import { hasVariantOverlap, isUsable, type PoolTest } from './create_pool.js';
import { chooseVariants, tryChoices } from './try_choices.js';

/** Confirmation rounds: random halves, each followed by its complement. */
const CONFIRMATIONS = 4;

/**
 * Confirms the pool in random halves of its tests, as in challenge rounds. What fails there is dropped, and the halves begin
 * anew.
 *
 * The pool is empty afterwards if the tests influence each other, or time was over.
 */
export async function confirmPool(
  pool: Map<string, PoolTest>,
  session: CalibrationSession,
  random: (n: number) => number,
): Promise<void> {
  session.extend(CONFIRMATIONS * 8);
  let confirmed = 0;
  let half = new Set<PoolTest>();
  dropOverlaps(pool);
  while (confirmed < CONFIRMATIONS && !session.over) {
    const before = half;
    const tests = [...pool.values()].filter(isUsable);
    half = new Set(tests.filter((test) => (confirmed % 2 === 0 ? random(2) === 1 : !before.has(test))));
    const chosen = chooseVariants(half, ({ variants }) => variants[random(variants.length)]);
    const { clean, strange } = await tryChoices(chosen, pool, session);
    // A test that fails with nothing wrong in it is of no use.
    if (strange !== undefined) pool.delete(strange);
    confirmed = clean ? confirmed + 1 : 0;
  }
  if (confirmed >= CONFIRMATIONS) return;
  pool.clear();
  if (session.stopped === '') session.stopped = 'tests influence each other';
}

/** Drops overlapping variants but the first, since any two tests of the pool must be able to be wrong together. */
function dropOverlaps(pool: ReadonlyMap<string, PoolTest>): void {
  const taken: { variant: ChallengeVariant }[] = [];
  for (const test of pool.values()) {
    const own = test.variants.filter(
      ({ variant }) => !taken.some((other) => hasVariantOverlap(other.variant, variant)),
    );
    test.variants = own;
    taken.push(...own);
  }
}
