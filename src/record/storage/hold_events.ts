import type { Event, EventActor, EventPayload, EventType } from '../events/event.js';
import type { EventLog } from './event_log.js';
import type { RunDirectory } from './run_directory.js';

/** View of a run directory whose events are held in memory. Files are stored at once. */
interface HeldRun {
  run: RunDirectory;
  /** Appends the held events in their order; later ones are appended at once. */
  release(): void;
}

/**
 * Creates a view of a run directory that holds back its events, for runs that are made side by side and recorded in
 * their planned order. The event that `append` returns gets its fields on release. Events that are never released are
 * no part of the record.
 */
export function holdEvents(run: RunDirectory): HeldRun {
  const { log } = run;
  let held: (() => void)[] | undefined = [];
  const append = <T extends EventType>(type: T, actor: EventActor, payload: EventPayload<T>): Event<T> => {
    if (held === undefined) return log.append(type, actor, payload);
    const event = {} as Event<T>;
    held.push(() => Object.assign(event, log.append(type, actor, payload)));
    return event;
  };
  const view: EventLog = Object.create(log, { append: { value: append } });
  return {
    run: Object.create(run, { log: { value: view } }),
    release() {
      const waiting = held ?? [];
      held = undefined;
      for (const one of waiting) one();
    },
  };
}
