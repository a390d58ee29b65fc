import type { Contract } from '../../../contract/schema.js';
import type { Event, Payload } from '../../../record/events.js';
import type { Call } from './call.js';

/** Where thresholds come from: the contract's policy and budget, and nothing else. */
export type Thresholds = Pick<Contract, 'policy' | 'budget'>;

/** That a breaker tripped: the alert, and what follows from it. */
export interface Trip extends Pick<Payload<'alert'>, 'code' | 'severity' | 'message' | 'signals'> {
  /** What is done besides the alert; absent = nothing. */
  action?: 'kill' | 'throttle' | 'suspend-writes' | 'quarantine';
  /** For throttle: how long the next call waits, in milliseconds. */
  wait_ms?: number;
  /** How the agent's part ends; absent = it goes on. */
  stop?: { kind: 'resource'; cap: string } | { kind: 'safety' };
}

/**
 * A circuit breaker (R9): a deterministic function of the event log. It is shown each event of the agent's stages in order
 * and keeps a bounded state, so that it costs the same at the ten-thousandth event as at the first.
 */
export interface Breaker {
  readonly code: string;
  /** Begins to watch; undefined = the thresholds switch it off. */
  watch(thresholds: Thresholds): Sensor | undefined;
}

export interface Sensor {
  see(event: Event): Trip | undefined;
  /** Why a call must not be made, before it is; undefined = nothing against it. */
  refuses?(call: Call): string | undefined;
  /** A person allowed what tripped it. Without this the breaker begins anew. */
  allow?(): void;
}

/** A breaker from one function over events. */
export const sensor = (see: Sensor['see']): Sensor => ({ see });

/** Watches each part of a split task by itself: their calls lie side by side in the log, each over a workspace of its own. */
export function perPart(watch: () => Sensor): Sensor {
  const sensors = new Map<string, Sensor>();
  return {
    see(event) {
      const part = event.type === 'tool_invocation' ? (event.payload.subtask ?? '') : '';
      const sensor = sensors.get(part) ?? watch();
      sensors.set(part, sensor);
      return sensor.see(event);
    },
  };
}

export const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
export const percent = (share: number) => `${Math.round(share * 100)} %`;
