import type { CalibrationSession } from './calibration_session.js';
import { findUntried, type PoolTest } from './create_pool.js';
import { chooseVariants, tryChoices } from './try_choices.js';

/**
 * Tries every wrong expectation, one of each test in one run. Those of tests that give no strength are no longer tried
 * when that is enough.
 */
export async function sweepPlaces(pool: Map<string, PoolTest>, session: CalibrationSession): Promise<void> {
  const all = [...pool.values()];
  const isStrong = all.some(({ first }) => first) ? ({ first }: PoolTest) => first : () => true;
  while (!session.over) {
    const chosen = chooseVariants(all, findUntried);
    const goes_on = chosen.some(({ test }) => isStrong(test)) || (chosen.length > 0 && !session.enough);
    if (!goes_on) return;
    await tryChoices(chosen, pool, session);
  }
}
