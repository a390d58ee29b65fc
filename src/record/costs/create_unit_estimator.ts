import { createCallCounter } from '../events/create_call_counter.js';
import type { Event } from '../events/event.js';

/** Version of the fallback schedule of costs; another version has other coefficients. */
export const FALLBACK_SCHEDULE = 'fallback-1';

/** Coefficients in abstract units. They are policy, not measurements. */
const UNITS_PER_REQUEST = 10;
const UNITS_PER_ANSWER_KILOBYTE = 1;
const UNITS_PER_CALL = 1;
const UNITS_PER_KEPT_MEGABYTE = 1;
/** Units of one second of a command. */
export const UNITS_PER_SECOND = 0.1;

/** Estimate of what an attempt used in the abstract units of the fallback schedule, fed with the events of its log. */
interface UnitEstimator {
  add(event: Event): void;
  /** Units of all events so far. */
  readonly units: number;
}

/** Creates an estimate of nothing (requirement R13: enforcement and comparison where no price is declared). */
export function createUnitEstimator(): UnitEstimator {
  const calls = createCallCounter();
  let of_answers = 0;
  let of_seconds = 0;
  return {
    add(event) {
      calls.add(event);
      if (event.type === 'response' && event.payload.outcome !== 'refused')
        of_answers += UNITS_PER_REQUEST + (UNITS_PER_ANSWER_KILOBYTE * (event.payload.body?.bytes ?? 0)) / 1e3;
      if (event.type === 'tool_invocation') of_seconds += UNITS_PER_SECOND * computeSeconds(event.payload.execution);
    },
    get units() {
      return of_answers + of_seconds + UNITS_PER_CALL * calls.priced_calls;
    },
  };
}

/** Computes the size of a finished attempt in abstract units, from its events and the bytes that are kept of it. */
export function computeFallbackUnits(events: readonly Event[], kept_bytes: number): number {
  const estimate = createUnitEstimator();
  for (const event of events) estimate.add(event);
  return Math.round((estimate.units + (UNITS_PER_KEPT_MEGABYTE * kept_bytes) / 1e6) * 1000) / 1000;
}

const computeSeconds = (ran: { started_ms: number; ended_ms: number } | undefined) =>
  ran ? Math.max(0, ran.ended_ms - ran.started_ms) / 1e3 : 0;
