import type { Event, Payload } from '../../record/events.js';
import type { Trip } from './breakers/breaker.js';

/** The alert of a trip. */
export function alertOf({ code, severity, message, signals }: Trip, { stage }: Pick<Event, 'stage'>): Payload<'alert'> {
  return { code, severity, stage, message: message.slice(0, 1000), signals };
}
