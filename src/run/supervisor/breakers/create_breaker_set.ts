import type { Event, EventPayload } from '../../../record/events/event.js';
import { type AgentCall, isAgentStage } from '../calls/agent_call.js';
import { createCallResultReader } from '../calls/agent_call_result.js';
import type { BreakerReducer, BreakerThresholds, BreakerTrip } from './base/breaker.js';
import { createStageClock } from './base/create_stage_clock.js';
import { breakerRegistry } from './breaker_registry.js';

/** Trip with its routing. `asks`: a person decides first (`policy.escalate.conditions`). */
export interface EscalatableTrip extends BreakerTrip {
  asks: boolean;
}

/**
 * All breakers over one log. It receives every event in order and nothing else, so the same log gives the same trips.
 */
export interface BreakerSet {
  see(event: Event): EscalatableTrip[];
  /** The trip that ended the agent's part: from then on nothing trips. */
  readonly stopped: BreakerTrip | undefined;
  /** Explains why a call must not be made; undefined = it may. */
  refuses(call: AgentCall, acts?: readonly EventPayload<'act'>[], under_way?: number): string | undefined;
  /** Returns the rest of the agent's wall-clock budget, in milliseconds. */
  left_ms(now_ms: number): number;
  /** Returns the time that a command may run now with regard to its cost, in milliseconds. */
  affordable_ms(): number;
  /** Processes an event before the agent's stages. */
  learn(event: Event): void;
}

/** Arms all breakers whose thresholds the contract sets. */
export function createBreakerSet(thresholds: BreakerThresholds): BreakerSet {
  const { policy, budget } = thresholds;
  const sensors = new Map<string, BreakerReducer>();
  const arm = (code: string) => {
    const armed = breakerRegistry.find((breaker) => breaker.code === code)?.watch(thresholds);
    if (armed) sensors.set(code, armed);
  };
  for (const { code } of breakerRegistry) arm(code);
  const results = createCallResultReader();
  const waiting = new Map<string, BreakerTrip>();
  let stopped: BreakerTrip | undefined;
  let clock = createStageClock();

  const decide = ({ condition, decision }: { condition: string; decision: string }) => {
    const trip = waiting.get(condition);
    if (!trip || decision === 'pending') return;
    waiting.delete(condition);
    if (decision === 'deny') {
      stopped ??= trip;
      return;
    }
    const sensor = sensors.get(condition);
    if (sensor?.allow) sensor.allow();
    else arm(condition);
    if (condition === 'wall-ceiling') clock = createStageClock();
  };

  const learn = (event: Event) => {
    for (const sensor of sensors.values()) sensor.learn?.(event);
  };

  return {
    learn,
    get stopped() {
      return stopped;
    },
    see(event) {
      if (stopped) return [];
      if (!isAgentStage(event)) {
        learn(event);
        return [];
      }
      clock.see(event);
      const tripped: EscalatableTrip[] = [];
      const call = results.see(event);
      const add = (code: string, trip: BreakerTrip | undefined) => {
        // After the end of the run, alerts and delays no longer matter.
        if (!trip || waiting.has(code) || (stopped && !trip.stop)) return;
        const asks = policy.escalate.conditions.some((condition) => condition === code);
        if (asks) waiting.set(code, trip);
        else if (trip.stop) stopped ??= trip;
        tripped.push({ ...trip, asks });
      };
      for (const [code, sensor] of sensors) add(code, sensor.see(event, call));
      const trips = [...tripped];
      if (trips.length > 0) for (const [code, sensor] of sensors) add(code, sensor.follow?.(trips));
      // After the breakers: what is allowed counts from the next event on.
      if (event.type === 'escalation') decide(event.payload);
      return tripped;
    },
    refuses(call, acts = [], under_way = 0) {
      for (const sensor of sensors.values()) {
        const refusal = sensor.refuses?.(call, acts, under_way);
        if (refusal !== undefined) return refusal;
      }
      return undefined;
    },
    affordable_ms: () =>
      Math.min(...[...sensors.values()].map((sensor) => sensor.command_limit_ms?.() ?? Infinity), Infinity),
    left_ms: (now_ms) => Math.max(0, budget.wall - clock.spent_ms(now_ms)),
  };
}

/**
 * Replays the breakers over a log (requirement R9).
 * @returns every trip, with the number of the event that caused it
 */
export function replayTrips(
  events: readonly Event[],
  thresholds: BreakerThresholds,
): { at: number; trip: EscalatableTrip }[] {
  const panel = createBreakerSet(thresholds);
  return events.flatMap((event) => panel.see(event).map((trip) => ({ at: event.seq, trip })));
}
