import type { Contract } from '../../../../contract/contract_schema.js';
import type { Event, EventPayload } from '../../../../record/events/event.js';
import type { AgentCall } from '../../calls/agent_call.js';
import type { AgentCallResult } from '../../calls/agent_call_result.js';

/** Parts of the contract from which breakers take their thresholds. */
export type BreakerThresholds = Pick<Contract, 'policy' | 'budget'>;

/** Trip of a breaker: the alert and its consequences. */
export interface BreakerTrip
  extends Pick<EventPayload<'alert'>, 'code' | 'severity' | 'message' | 'signals' | 'format'> {
  /** Action besides the alert; absent = none. */
  action?: 'kill' | 'throttle' | 'suspend-writes' | 'rollback' | 'quarantine';
  /** For throttle: how long the next call waits, in milliseconds. */
  wait_ms?: number;
  /** For rollback: tree to restore; null = the initial one. */
  good_tree?: string | null;
  /** End of the agent's part; absent = it continues. */
  stop?: { kind: 'resource'; cap: string } | { kind: 'safety' };
}

/**
 * Circuit breaker: a pure reducer over the event log (requirement R9). It receives each event of the agent's stages in
 * order and keeps bounded state, so each event costs the same.
 */
export interface Breaker {
  readonly code: string;
  /** Begins to watch; undefined = the thresholds switch it off. */
  watch(thresholds: BreakerThresholds): BreakerReducer | undefined;
}

/** State of an armed breaker, a reducer over events. */
export interface BreakerReducer {
  /**
   * Processes one event.
   * @param call call of the agent that this event ends, on any road; undefined = none
   */
  see(event: Event, call: AgentCallResult | undefined): BreakerTrip | undefined;
  /** Processes the trips of all other breakers at an event. */
  follow?(trips: readonly BreakerTrip[]): BreakerTrip | undefined;
  /** Takes in an event outside of the agent's stages, which never trips anything. */
  learn?(event: Event): void;
  /** Returns how long a command may run that begins now, in milliseconds; absent = this breaker sets no limit. */
  command_limit_ms?(): number;
  /**
   * Explains why a call must not be made.
   * @param acts recorded acts of the call
   * @param under_way calls in progress, without an event yet
   * @returns undefined if it may be made
   */
  refuses?(call: AgentCall, acts: readonly EventPayload<'act'>[], under_way: number): string | undefined;
  /** Continues after a person allowed the trip. Without this method, the breaker starts anew. */
  allow?(): void;
}

/** Creates a reducer from a function over events. */
export const createEventReducer = (see: BreakerReducer['see']): BreakerReducer => ({ see });

/** Creates a reducer from a function over finished calls of the agent. */
export const createCallReducer = (see: (call: AgentCallResult) => BreakerTrip | undefined): BreakerReducer => ({
  see: (_, call) => call && see(call),
});

/**
 * Creates a reducer that handles each subtask separately: their calls are interleaved in the log, each in its own
 * workspace.
 */
export function createSubtaskReducer(watch: () => BreakerReducer): BreakerReducer {
  const sensors = new Map<string, BreakerReducer>();
  return {
    see(event, call) {
      const part = call?.subtask ?? '';
      const sensor = sensors.get(part) ?? watch();
      sensors.set(part, sensor);
      return sensor.see(event, call);
    },
  };
}

/** Formats a number with its noun, in the plural unless it is 1. */
export const pluralizeCount = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
/** Formats a share as a whole percentage. */
export const formatSharePercent = (share: number) => `${Math.round(share * 100)} %`;
