import type { EventPayload } from '../../record/events/event.js';
import type { BreakerTrip } from './breakers/base/breaker.js';
import type { EscalatableTrip } from './breakers/create_breaker_set.js';
import type { StopReason } from './stop_reason.js';

/** State of the supervision of an attempt. */
export interface SupervisionState {
  /** Reason why the agent's part was ended; undefined = it was not. */
  readonly stop: StopReason | undefined;
  /** The latest alert that ended a command or the agent. */
  readonly evidence_seq: number | null;
  /** Delay of the next call or request to a model, in milliseconds. */
  readonly wait_ms: number;
  /** Alert that closed the workspace for writing; undefined = it is open. */
  readonly suspended_by: number | undefined;
  /** Admitted calls without an event yet. */
  readonly under_way: number;
}

/** Event of the supervision; `alert_seq` is the number of the recorded alert. */
export type SupervisionEvent =
  | { type: 'breaker_tripped'; trip: EscalatableTrip; alert_seq: number }
  /** A person refused, or nobody answered: `who` says which. */
  | { type: 'permission_denied'; trip: BreakerTrip; alert_seq: number; who: string; answer_seq: number }
  | { type: 'call_admitted' }
  /** A call was recorded, or not made after all. */
  | { type: 'call_ended' }
  | { type: 'delay_begun' }
  | { type: 'round_ended' };

/** Effect that the supervisor performs. */
export type SupervisionEffect =
  | { type: 'record_intervention'; intervention: EventPayload<'intervention'> }
  | { type: 'ask_operator'; trip: BreakerTrip; alert_seq: number }
  | { type: 'roll_back'; trip: BreakerTrip; alert_seq: number }
  | { type: 'end_agent'; because: string };

/** State at the beginning of an attempt. */
export const INITIAL_SUPERVISION: SupervisionState = {
  stop: undefined,
  evidence_seq: null,
  wait_ms: 0,
  suspended_by: undefined,
  under_way: 0,
};

/** Returns the next state and what is to be done, in this order. */
export function reduceSupervision(
  state: SupervisionState,
  event: SupervisionEvent,
): [SupervisionState, SupervisionEffect[]] {
  switch (event.type) {
    case 'breaker_tripped': {
      const { trip, alert_seq } = event;
      if (trip.asks) return [state, [{ type: 'ask_operator', trip, alert_seq }]];
      return reduceTrip(state, trip, alert_seq);
    }
    case 'permission_denied': {
      const because = `${event.trip.message} (${event.who})`;
      if (event.trip.stop) return reduceTrip(state, { ...event.trip, message: because }, event.alert_seq);
      return endAgent(state, { kind: 'operator', because, evidence_seq: event.answer_seq });
    }
    case 'call_admitted':
      return [{ ...state, under_way: state.under_way + 1 }, []];
    case 'call_ended':
      return [{ ...state, under_way: Math.max(0, state.under_way - 1) }, []];
    case 'delay_begun':
      return [{ ...state, wait_ms: 0 }, []];
    case 'round_ended': {
      const { suspended_by } = state;
      if (suspended_by === undefined) return [state, []];
      const effect = createIntervention('restore-writes', suspended_by, 'the round is over');
      return [{ ...state, suspended_by: undefined }, [effect]];
    }
  }
  return event satisfies never;
}

/** Performs the action of a trip, and ends the agent's part if the trip demands it. */
function reduceTrip(
  state: SupervisionState,
  trip: BreakerTrip,
  alert_seq: number,
): [SupervisionState, SupervisionEffect[]] {
  const [acted, effects] = reduceTripAction(state, trip, alert_seq);
  if (!trip.stop) return [acted, effects];
  const [ended, ends] = endAgent(acted, toStopReason(trip, trip.stop, alert_seq));
  return [ended, [...effects, ...ends]];
}

function reduceTripAction(
  state: SupervisionState,
  trip: BreakerTrip,
  alert_seq: number,
): [SupervisionState, SupervisionEffect[]] {
  switch (trip.action) {
    case 'throttle': {
      const { wait_ms = 0 } = trip;
      const detail = `the next call or request to a model waits ${wait_ms} ms`;
      const effect = createIntervention('throttle', alert_seq, detail, { wait_ms });
      return [{ ...state, wait_ms: Math.max(state.wait_ms, wait_ms) }, [effect]];
    }
    case 'suspend-writes': {
      const effect = createIntervention('suspend-writes', alert_seq, 'the workspace is read-only for one round');
      return [{ ...state, suspended_by: alert_seq }, [effect]];
    }
    case 'rollback':
      return [state, [{ type: 'roll_back', trip, alert_seq }]];
    case 'quarantine': {
      const detail = 'the workspace is closed; what is in it is kept as evidence';
      return [state, [createIntervention('quarantine', alert_seq, detail)]];
    }
    case 'kill': {
      const detail = trip.stop ? "the agent's part is ended" : 'the command was ended';
      return [{ ...state, evidence_seq: alert_seq }, [createIntervention('kill', alert_seq, detail)]];
    }
    case undefined:
      return [state, []];
  }
  return trip.action satisfies never;
}

/** Ends the agent's part; the first reason stays. */
function endAgent(
  state: SupervisionState,
  stop: Extract<StopReason, { because: string }>,
): [SupervisionState, SupervisionEffect[]] {
  return state.stop ? [state, []] : [{ ...state, stop }, [{ type: 'end_agent', because: stop.because }]];
}

const createIntervention = (
  action: EventPayload<'intervention'>['action'],
  alert_seq: number,
  detail: string,
  delay: { wait_ms?: number } = {},
): SupervisionEffect => ({ type: 'record_intervention', intervention: { action, alert_seq, detail, ...delay } });

function toStopReason(
  { message: because }: BreakerTrip,
  stop: NonNullable<BreakerTrip['stop']>,
  evidence_seq: number,
): Extract<StopReason, { because: string }> {
  return stop.kind === 'resource'
    ? { kind: 'resource', cap: stop.cap, because, evidence_seq }
    : { kind: 'safety', because, evidence_seq };
}
