import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { RecordFault } from '../../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../../record/storage/verify_run.js';
import { breakerCodes } from './breakers/breaker_registry.js';
import { replayTrips } from './breakers/create_breaker_set.js';
import { createAlert } from './create_alert.js';

/**
 * Checks the alerts of a record by replaying the breakers over its events (requirement R9). Only records of this
 * harness version are checked, since other versions may have other breakers.
 *
 * @returns one fault at most
 */
export function findAlertFaults({ events, manifest, standing }: RunVerification, version: string): RecordFault[] {
  if (!manifest || standing === 'tampered' || manifest.harness.version !== version) return [];
  let expected: { at: Event; alert: string; code: string }[];
  try {
    expected = replayTrips(events, manifest.contract.body).map(({ at, trip }) => {
      const event = events[at]!;
      return { at: event, alert: toCanonicalJson(createAlert(trip, event)), code: trip.code };
    });
  } catch (error) {
    return [{ line: null, what: `the circuit breakers cannot be asked again: ${(error as Error).message}` }];
  }
  const logged = selectEvents(events, 'alert').filter(
    ({ payload, actor }) => actor === 'monitor' && breakerCodes.has(payload.code),
  );
  for (const [i, alert] of logged.entries()) {
    const match = expected[i];
    const line = alert.seq + 1;
    if (!match) return [{ line, what: `no event before it calls for the alert "${alert.payload.code}"` }];
    if (toCanonicalJson(alert.payload) !== match.alert || alert.seq <= match.at.seq)
      return [{ line, what: `the alert is not the one that line ${match.at.seq + 1} calls for (${match.code})` }];
  }
  const missing = expected[logged.length];
  // A run that was cut off may have had no time for its last alert.
  if (!missing || standing === 'unsealed') return [];
  return [{ line: missing.at.seq + 1, what: `calls for the alert "${missing.code}", which is not in the log` }];
}
