import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import { assignGroups } from './assign_groups.js';
import { type CalibrationLimits, type CalibrationRun, CalibrationSession } from './calibration_session.js';
import {
  type CalibratedTest,
  createPool,
  findUntried,
  hasVariantOverlap,
  isUsable,
  keepSeen,
  type PoolTest,
  splitPlaces,
} from './create_pool.js';
import type { PlaceGroup } from './list_challenge_places.js';
import { chooseVariants, tryChoices } from './try_choices.js';

/** Result of a calibration. */
interface Calibration {
  tests: CalibratedTest[];
  runs: number;
  /** Reason why it stopped early; empty if everything was tried. */
  stopped: string;
}

/**
 * Finds the wrong expectations that make exactly their own test fail on the reference solution.
 *
 * First it finds the test of each group: groups are tried together, each in its own subset of a few runs, so that a
 * test that fails in exactly the runs of one group belongs to that group. Then every place is tried once, one of each
 * test in one run. At last random halves of the tests are made wrong, as in challenge rounds. Whatever fails other
 * tests than its own, or none, is dropped.
 *
 * @param whole name of the only test, where the checks report no tests: every place belongs to it
 * @param random returns whole numbers below n
 */
export async function calibratePlaces(
  groups: readonly PlaceGroup[],
  run: CalibrationRun,
  limits: CalibrationLimits,
  random: (n: number) => number,
  whole?: string,
): Promise<Calibration> {
  const session = new CalibrationSession(run, limits);
  const assigned =
    whole === undefined
      ? await assignGroups(groups, session, random)
      : new Map(groups.map((group) => [group, { leaf: whole, also: [] as string[] }]));
  const pool = createPool(assigned);
  await sweepPlaces(pool, session);
  const untried = new Set([...pool.values()].filter(keepSeen));
  await confirmPool(pool, session, random);
  const tests = [...pool.values()].filter(isUsable).map((test) => splitPlaces(test, untried.has(test)));
  return { tests, runs: session.runs, stopped: session.stopped || session.reason };
}

/** Confirmation rounds: random halves, each followed by its complement. */
const CONFIRMATIONS = 4;

/**
 * Confirms the pool in random halves of its tests, as in challenge rounds. What fails there is dropped, and the
 * halves begin anew.
 *
 * The pool is empty afterwards if the tests influence each other, or time was over.
 */
async function confirmPool(
  pool: Map<string, PoolTest>,
  session: CalibrationSession,
  random: (n: number) => number,
): Promise<void> {
  session.extend(CONFIRMATIONS * 8, CONFIRMATIONS * 2);
  let confirmed = 0;
  dropOverlaps(pool);
  while (confirmed < CONFIRMATIONS && !session.over) {
    const tests = [...pool.values()].filter(isUsable);
    const half = new Set(tests.filter(() => random(2) === 1));
    const choices = [[...half], tests.filter((test) => !half.has(test))].map((own) =>
      chooseVariants(own, ({ variants }) => variants[random(variants.length)]),
    );
    const results = await Promise.all(choices.map((chosen) => tryChoices(chosen, pool, session)));
    // A test that fails with nothing wrong in it is of no use.
    for (const { strange } of results) if (strange !== undefined) pool.delete(strange);
    confirmed = results.every(({ clean }) => clean) ? confirmed + choices.length : 0;
  }
  if (confirmed >= CONFIRMATIONS) return;
  pool.clear();
  if (session.stopped === '') session.stopped = 'tests influence each other';
}

/** Drops overlapping variants but the first, since any two tests of the pool must be able to be wrong together. */
function dropOverlaps(pool: ReadonlyMap<string, PoolTest>): void {
  const takenVariants: { variant: ChallengeVariant }[] = [];
  for (const test of pool.values()) {
    const freeVariants = test.variants.filter(
      ({ variant }) => !takenVariants.some((other) => hasVariantOverlap(other.variant, variant)),
    );
    test.variants = freeVariants;
    takenVariants.push(...freeVariants);
  }
}

/**
 * Tries every wrong expectation, one of each test in one run, and two runs side by side. Those of tests that give no
 * strength are no longer tried when that is enough.
 */
async function sweepPlaces(pool: Map<string, PoolTest>, session: CalibrationSession): Promise<void> {
  const all = [...pool.values()];
  const isStrong = all.some(({ first }) => first) ? ({ first }: PoolTest) => first : () => true;
  while (!session.over) {
    const chosen = chooseVariants(all, (test) => findUntried(test, session.brief));
    const goes_on = chosen.some(({ test }) => isStrong(test)) || (chosen.length > 0 && !session.enough);
    if (!goes_on) return;
    const trying = new Map(chosen.map(({ test, one }) => [test, one]));
    const next = chooseVariants(all, (test) => findUntried(test, session.brief, trying.get(test)));
    await Promise.all([chosen, ...(next.length > 0 ? [next] : [])].map((one) => tryChoices(one, pool, session)));
  }
}
