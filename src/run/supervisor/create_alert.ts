import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Event, EventPayload } from '../../record/events/event.js';
import type { BreakerTrip } from './breakers/base/breaker.js';

/** Creates the alert of a trip. */
export function createAlert(
  { code, severity, message, signals, format }: BreakerTrip,
  { stage }: Pick<Event, 'stage'>,
): EventPayload<'alert'> {
  return { code, severity, stage, message: message.slice(0, 1000), signals, ...omitUndefined({ format }) };
}
