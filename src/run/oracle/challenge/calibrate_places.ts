import { assignGroups } from './assign_groups.js';
import { type CalibrationLimits, type CalibrationRun, CalibrationSession } from './calibration_session.js';
import { confirmPool } from './confirm_pool.js';
import { type CalibratedTest, createPool, isUsable, keepSeen, splitPlaces } from './create_pool.js';
import type { PlaceGroup } from './list_challenge_places.js';
import { sweepPlaces } from './sweep_places.js';

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
 * First it finds the test of each group: groups are tried together, each in its own subset of a few runs, so that a test
 * that fails in exactly the runs of one group belongs to that group. Then every place is tried once, one of each test in
 * one run. At last random halves of the tests are made wrong, as in challenge rounds. Whatever fails other tests than its
 * own, or none, is dropped.
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
