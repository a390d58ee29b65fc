import type { Event, EventType } from './event.js';

/** Returns the events of one type. */
export function selectEvents<T extends EventType>(events: readonly Event[], type: T): Event<T>[] {
  return events.filter((event) => event.type === type) as Event<T>[];
}
