import type { Event } from '../../../record/events.js';
import type { Sensor, Thresholds, Trip } from './breaker.js';
import { type Call, isAgentStage } from './call.js';
import { breakers } from './registry.js';
import { stageClock } from './stage_clock.js';

/** What follows from a trip at this event. `asks`: a person decides first (`policy.escalate.conditions`). */
export interface Finding extends Trip {
  asks: boolean;
}

/** All breakers over one log. It is shown every event in order and knows nothing else; same log, same answers. */
export interface Panel {
  see(event: Event): Finding[];
  /** The trip that ended the agent's part: from then on nothing trips. */
  readonly stopped: Trip | undefined;
  /** Why a call must not be made; undefined = it may. */
  refuses(call: Call): string | undefined;
  /** What is left of the agent's wall clock, in milliseconds. */
  left_ms(now_ms: number): number;
}

export function openPanel(thresholds: Thresholds): Panel {
  const { policy, budget } = thresholds;
  const sensors = new Map<string, Sensor>();
  const arm = (code: string) => {
    const armed = breakers.find((breaker) => breaker.code === code)?.watch(thresholds);
    if (armed) sensors.set(code, armed);
  };
  for (const { code } of breakers) arm(code);
  const waiting = new Map<string, Trip>();
  let stopped: Trip | undefined;
  let clock = stageClock();

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
    if (condition === 'wall-ceiling') clock = stageClock();
  };

  return {
    get stopped() {
      return stopped;
    },
    see(event) {
      if (!isAgentStage(event) || stopped) return [];
      clock.see(event);
      const found: Finding[] = [];
      for (const [code, sensor] of sensors) {
        const trip = sensor.see(event);
        // What only tells, or slows down, is nothing beside the end of the run.
        if (!trip || waiting.has(code) || (stopped && !trip.stop)) continue;
        const asks = policy.escalate.conditions.some((condition) => condition === code);
        if (asks) waiting.set(code, trip);
        else if (trip.stop) stopped ??= trip;
        found.push({ ...trip, asks });
      }
      // After the breakers: what is allowed counts from the next event on.
      if (event.type === 'escalation') decide(event.payload);
      return found;
    },
    refuses(call) {
      for (const sensor of sensors.values()) {
        const why = sensor.refuses?.(call);
        if (why !== undefined) return why;
      }
      return undefined;
    },
    left_ms: (now_ms) => Math.max(0, budget.wall - clock.spent_ms(now_ms)),
  };
}

/** Every trip of a log, with the event at which it happened: the alerts that the log must hold (R9: replayable from the log). */
export function tripsOf(events: readonly Event[], thresholds: Thresholds): { at: number; trip: Finding }[] {
  const panel = openPanel(thresholds);
  return events.flatMap((event) => panel.see(event).map((trip) => ({ at: event.seq, trip })));
}
