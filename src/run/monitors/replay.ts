import { canonical } from '../../record/canonical.js';
import type { Fault } from '../../record/chain.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { Verification } from '../../record/verify.js';
import { alertOf } from './alert.js';
import { tripsOf } from './breakers/panel.js';
import { breakerCodes } from './breakers/registry.js';

/**
 * Whether the alerts of a record are those that its events call for (R9): the breakers are asked again, over the log alone. Only for
 * records of this harness version, since other versions may have had other breakers.
 */
export function alertFaults({ events, manifest, standing }: Verification, version: string): Fault[] {
  if (!manifest || standing === 'tampered' || manifest.harness.version !== version) return [];
  let expected: { at: Event; alert: string; code: string }[];
  try {
    expected = tripsOf(events, manifest.contract.body).map(({ at, trip }) => {
      const event = events[at]!;
      return { at: event, alert: canonical(alertOf(trip, event)), code: trip.code };
    });
  } catch (error) {
    return [{ line: null, what: `the circuit breakers cannot be asked again: ${(error as Error).message}` }];
  }
  const logged = eventsOf(events, 'alert').filter(
    ({ payload, actor }) => actor === 'monitor' && breakerCodes.has(payload.code),
  );
  for (const [i, alert] of logged.entries()) {
    const wanted = expected[i];
    const line = alert.seq + 1;
    if (!wanted) return [{ line, what: `no event before it calls for the alert "${alert.payload.code}"` }];
    if (canonical(alert.payload) !== wanted.alert || alert.seq <= wanted.at.seq)
      return [{ line, what: `the alert is not the one that line ${wanted.at.seq + 1} calls for (${wanted.code})` }];
  }
  const missing = expected[logged.length];
  // A run that was cut off may have had no time for its last alert.
  if (!missing || standing === 'unsealed') return [];
  return [{ line: missing.at.seq + 1, what: `calls for the alert "${missing.code}", which is not in the log` }];
}
