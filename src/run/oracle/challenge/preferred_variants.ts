import type { CalibrationLimits } from './calibration_session.js';
import { type GroupQueue, placeOf } from './candidate_queue.js';
import { splitCalibrationName } from './check_reading.js';
import type { CalibratedTest } from './confirm_pool.js';

/**
 * Leaves a test the variants that are of use: none that code could recognise, where there are others; those where the unchanged
 * repository fails, since the rest of the test is answered honestly by whoever forges there; and where that is not known one for each
 * place, so that all places are alike likely.
 */
export function keepPreferred(
  test: CalibratedTest,
  queues: readonly GroupQueue[],
  { places }: CalibrationLimits,
): void {
  const plain = test.variants.filter(({ marked }) => !marked);
  const usable = plain.length > 0 ? plain : test.variants;
  const sharp = usable.filter(({ at_failure }) => at_failure);
  test.variants =
    sharp.length > 0 ? sharp : [...new Map(usable.toReversed().map((one) => [placeOf(one), one])).values()];
  if (sharp.length > 0) test.places = 1;
  else {
    // A check as a whole may be forged at any of its places, another test at those of its own.
    const whole = splitCalibrationName(test.test).test === '';
    const own = queues.filter(({ tests }) => whole || tests.has(test.test));
    test.partial = test.variants.length > places || own.some((queue) => queue.tried.size < queue.places);
    test.variants.splice(places);
    test.places = test.variants.length;
  }
}
