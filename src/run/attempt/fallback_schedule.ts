import { type Event, eventsOf } from '../../record/events.js';

/** Version of the schedule: another one has other coefficients. */
export const FALLBACK_SCHEDULE = 'fallback-1';

/** Its coefficients, in abstract units. They are policy, not measurements. */
const REQUEST = 10;
const PER_ANSWER_KILOBYTE = 1;
const CALL = 1;
const PER_SECOND = 0.1;
const PER_KEPT_MEGABYTE = 1;

/**
 * The size of an attempt in abstract units, by its record alone (R13; executable contracts §3.5): what it costs where nobody declared a
 * price, so that attempts can be compared all the same.
 */
export function fallbackUnits(events: readonly Event[], kept_bytes: number): number {
  const answers = eventsOf(events, 'response').filter(({ payload }) => payload.outcome !== 'refused');
  const calls = eventsOf(events, 'tool_invocation');
  const units = [
    ...answers.map(({ payload }) => REQUEST + (PER_ANSWER_KILOBYTE * (payload.body?.bytes ?? 0)) / 1e3),
    ...calls.map(({ payload: { execution } }) => CALL + PER_SECOND * seconds(execution)),
    (PER_KEPT_MEGABYTE * kept_bytes) / 1e6,
  ].reduce((sum, each) => sum + each, 0);
  return Math.round(units * 1000) / 1000;
}

const seconds = (ran: { started_ms: number; ended_ms: number } | undefined) =>
  ran ? Math.max(0, ran.ended_ms - ran.started_ms) / 1e3 : 0;
